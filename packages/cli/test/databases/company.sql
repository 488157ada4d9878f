create schema company;
set search_path = company;
create type level as enum ('junior', 'senior', 'lead');
create table departments (id serial primary key, name text not null unique, head_id integer, parent_id integer references departments (id));
create table employees (
  id uuid primary key,
  badge char(8) not null unique,
  email text unique,
  manager_id uuid references employees (id),
  mentor_id uuid not null references employees (id),
  department_id integer not null references departments (id),
  level level not null,
  hired_on date not null,
  left_on date check (left_on is null or left_on > date '2000-01-01'),
  salary numeric(10, 2) not null check (salary > 1000 and salary < 200000)
);
alter table departments add column lead_id uuid references employees (id);
create table projects (code varchar(12) primary key, title text not null, budget bigint check (budget >= 0), starts_on date not null, ends_on date not null, check (ends_on >= starts_on));
create table assignments (project_code varchar(12) references projects (code), employee_id uuid references employees (id), role text not null, share real not null check (share > 0 and share <= 1), primary key (project_code, employee_id));
create table comments (id bigserial primary key, parent_id bigint references comments (id), author_email text references employees (email), body text not null, at timestamp not null);
create table badges (employee_id uuid primary key references employees (id), photo bytea, issued_at timestamptz not null);
create table empty_things (id int primary key, badge_id uuid references badges (employee_id));

insert into departments (name) select 'Department ' || n from generate_series(1, 30) n;
insert into employees select md5(n::text)::uuid, lpad(n::text, 8, 'x'), 'e' || n || '@company.example', case when n < 8 then null else md5((n / 8)::text)::uuid end, md5('1')::uuid, 1 + n % 30, 'senior', date '2020-01-01' + n, null, 3000 + n from generate_series(1, 900) n;
insert into projects select 'P-' || n, 'Project ' || n, n * 1000, date '2025-01-01' + n, date '2025-06-01' + n from generate_series(1, 60) n;
insert into assignments select 'P-' || 1 + n % 60, md5(n::text)::uuid, 'dev', 0.5 from generate_series(1, 900) n;
insert into comments (parent_id, author_email, body, at) select case when n < 8 then null else n / 8 end, 'e' || 1 + n % 900 || '@company.example', 'words', now() from generate_series(1, 12500) n;
insert into badges select id, null, now() from employees;
analyze;
