create table tenants (id tinyint unsigned not null primary key, name varchar(40) not null, slug varchar(12) not null, constraint slugs unique (slug), constraint short check (char_length(slug) >= 3));
create table sites (
  tenant_id tinyint unsigned not null,
  code varchar(10) not null,
  country char(2) not null check (country in ('CH', 'DE', 'AT')),
  latitude decimal(8, 6) not null check (latitude between -90 and 90),
  longitude decimal(9, 6) not null check (longitude between -180 and 180),
  address inet6,
  primary key (tenant_id, code),
  foreign key (tenant_id) references tenants (id)
);
create table meters (
  tenant_id tinyint unsigned not null,
  site_code varchar(10) not null,
  number mediumint unsigned not null,
  serial varbinary(16) not null,
  digest binary(4),
  kind enum('power', 'gas', 'water') not null,
  features set('remote', 'prepaid', 'valve', 'two-way'),
  settings json not null default '{}',
  unit varchar(4) generated always as (case kind when 'power' then 'kWh' else 'm3' end) virtual,
  replaces mediumint unsigned,
  primary key (tenant_id, site_code, number),
  constraint of_site foreign key (tenant_id, site_code) references sites (tenant_id, code),
  constraint of_replaced foreign key (tenant_id, site_code, replaces) references meters (tenant_id, site_code, number)
);
create table tariffs (id int not null auto_increment, meter_kind enum('power', 'gas', 'water') not null, price decimal(10, 4) not null check (price > 0), valid_from date not null, valid_to date, active bool not null default true, primary key (id), unique (meter_kind, valid_from), check (valid_to is null or valid_to > valid_from));
create table readings (
  tenant_id tinyint unsigned not null,
  site_code varchar(10) not null,
  meter_number mediumint unsigned not null,
  day date not null,
  value decimal(14, 3) not null check (value >= 0),
  quality enum('measured', 'estimated') not null default 'measured',
  primary key (tenant_id, site_code, meter_number, day)
) partition by range columns (day) (
  partition p2024 values less than ('2025-01-01'),
  partition p2025 values less than ('2026-01-01'),
  partition p2026 values less than ('2027-01-01')
);
create table alarms (
  id bigint not null,
  region varchar(2) not null,
  raised_at datetime not null,
  level tinyint not null,
  text text,
  primary key (id, region)
) partition by list columns (region) (partition eu values in ('eu', 'uk'), partition us values in ('us'));
create table levels (id int not null, level int not null, note varchar(50)) partition by list (level) (partition low values in (1, 2, 3), partition high values in (7, 9));
create table logs (id int not null, year_of int not null, line varchar(200) not null, primary key (id, year_of)) partition by range (year_of) subpartition by hash (id) subpartitions 2 (partition old values less than (2020), partition new values less than (2030));
create table sessions (id bigint unsigned not null auto_increment primary key, token char(32) not null, expires_at timestamp null) partition by key (id) partitions 4;
create table events (id int not null, at datetime not null, payload text, primary key (id, at)) partition by range (to_days(at)) (partition a values less than (to_days('2025-01-01')), partition b values less than (to_days('2026-07-01')));
create table prices (id int primary key, amount decimal(10, 2) not null) with system versioning;
create view latest as select tenant_id, site_code, meter_number, max(day) as day from readings group by tenant_id, site_code, meter_number;
create algorithm = merge view power_meters as select * from meters where kind = 'power' with check option;
create trigger readings_kept before delete on readings for each row signal sqlstate '45000' set message_text = 'kept';
create function cents(amount decimal(10, 4)) returns bigint deterministic return round(amount * 100);
insert into tenants select seq, concat('Tenant ', seq), concat('tenant', seq) from seq_1_to_9;
insert into sites select t.id, concat('S', seq), 'CH', 47.1, 8.5, '::1' from tenants t, seq_1_to_5;
insert into meters (tenant_id, site_code, number, serial, digest, kind, features) select tenant_id, code, seq, concat('s', seq), 'abcd', 'gas', 'remote,valve' from sites, seq_1_to_4;
insert into tariffs (meter_kind, price, valid_from) select 'gas', 0.12, '2025-01-01' + interval seq day from seq_1_to_20;
insert into readings select tenant_id, site_code, number, '2025-12-30' + interval seq day, seq, 'measured' from meters, seq_1_to_5;
insert into alarms select seq, 'uk', '2026-01-01', 1, 'secret; text' from seq_1_to_300;
insert into levels select seq, 7, null from seq_1_to_200;
insert into logs select seq, 2021, 'a line' from seq_1_to_200;
insert into sessions (token) select md5(seq) from seq_1_to_150;
insert into events select seq, '2026-01-01' + interval seq minute, '{}' from seq_1_to_250;
insert into prices select seq, seq from seq_1_to_40;
analyze table tenants, sites, meters, tariffs, readings, alarms, levels, logs, sessions, events, prices;
