create schema network;
set search_path = network;
create type place as (street text, number integer);
create table tenants (id smallint primary key, name varchar(40) not null);
create table sites (tenant_id smallint not null references tenants (id), code varchar(10) not null, location point, opened daterange, primary key (tenant_id, code));
create table devices (
  tenant_id smallint not null,
  site_code varchar(10) not null,
  number integer not null,
  address inet not null unique,
  network cidr,
  mac macaddr not null,
  ports integer[] not null,
  matrix double precision[][],
  config jsonb not null,
  extra json,
  flags bit(4) not null,
  mask bit varying(16),
  active tstzrange not null,
  allowed int4range,
  uptime interval,
  found_at place,
  document xml,
  words tsvector,
  primary key (tenant_id, site_code, number),
  foreign key (tenant_id, site_code) references sites (tenant_id, code)
);
create table readings (
  tenant_id smallint not null,
  site_code varchar(10) not null,
  device_number integer not null,
  at timestamptz not null,
  metric text not null check (metric in ('cpu', 'memory', 'disk')),
  value double precision not null,
  primary key (tenant_id, site_code, device_number, at, metric),
  foreign key (tenant_id, site_code, device_number) references devices (tenant_id, site_code, number)
);
create table calendars (day date primary key, is_holiday boolean not null, week smallint check (week between 1 and 53), opens time not null, closes timetz);
create table shifts (day date not null references calendars (day), half "char" not null, person name not null, at time, amount money, unique (day, person));
create table events (kind text not null, region text not null, n bigint not null, payload bytea, created date default current_date) partition by list (region);
create table events_eu partition of events for values in ('eu', 'uk');
create table events_us partition of events for values in ('us');

insert into tenants select n, 'Tenant ' || n from generate_series(1, 12) n;
insert into sites select t.id, 'S' || n from tenants t, generate_series(1, 10) n;
insert into devices select s.tenant_id, s.code, n, ('10.0.' || s.tenant_id || '.' || row_number() over (partition by tenant_id))::inet, null, '08:00:2b:01:02:03', '{1,2}', null, '{}', null, '1010', null, '[2025-01-01,2026-01-01)', null, null, null, null, null from sites s, generate_series(1, 5) n;
insert into readings select tenant_id, site_code, number, timestamptz '2026-01-01' + n * interval '1 hour', 'cpu', n from devices, generate_series(1, 10) n;
insert into calendars select date '2025-01-01' + n, false, 1 + n % 53, '08:00', null from generate_series(0, 364) n;
insert into shifts select day, 'a', 'person', null, 10 from calendars;
insert into events select 'k', 'eu', n, null from generate_series(1, 700) n;
analyze;
