create sequence visit_numbers start with 1000;
create table departments (
  id smallint unsigned not null auto_increment primary key,
  `name` varchar(60) not null,
  head_id char(36),
  parent_id smallint unsigned,
  floor tinyint not null default 0 check (floor between -2 and 9),
  phone varchar(20) comment 'such as (030) 1; not a key, REFERENCES nothing',
  unique key `by name` (`name`),
  constraint of_parent foreign key (parent_id) references departments (id)
) engine = InnoDB;
create table staff (
  id uuid not null primary key,
  badge char(8) character set ascii not null unique,
  first_name varchar(60) not null,
  last_name varchar(60) not null,
  full_name varchar(121) generated always as (concat(first_name, ' ', last_name)) virtual,
  department_id smallint unsigned not null,
  mentor_id uuid,
  role enum('nurse', 'doctor', 'it''s "other"', 'a,b') character set utf8mb4 not null default 'nurse',
  languages set('de', 'fr', 'it', 'en') not null default 'de',
  hired_on date not null check (hired_on >= '2000-01-01'),
  left_on date check (left_on > hired_on),
  salary decimal(9, 2) unsigned not null check (salary > 1000 and salary < 20000),
  photo mediumblob,
  updated_at timestamp not null default current_timestamp() on update current_timestamp(),
  constraint of_department foreign key (department_id) references departments (id) on update cascade,
  constraint of_mentor foreign key (mentor_id) references staff (id) on delete set null,
  fulltext key names (first_name, last_name)
) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_unicode_ci;
alter table departments modify head_id uuid, add constraint of_head foreign key (head_id) references staff (id);
create table patients (
  id int(10) unsigned zerofill not null auto_increment primary key,
  insurance_number char(10) not null,
  insurer_id int unsigned not null,
  born_on date not null,
  sex enum('f', 'm', 'x'),
  height_cm smallint unsigned check (height_cm between 40 and 230),
  weight_kg decimal(4, 1),
  bmi decimal(5, 2) as (weight_kg / pow(height_cm / 100, 2)) persistent,
  is_adult bit(1) not null default b'1',
  contact longtext character set utf8mb4 collate utf8mb4_bin not null check (json_valid(contact)),
  since year not null,
  unique key insured (insurer_id, insurance_number),
  key (born_on)
) engine = InnoDB auto_increment = 5000;
create table visits (
  number bigint not null default nextval(visit_numbers),
  patient_id int(10) unsigned zerofill not null,
  staff_id uuid not null,
  starts_at datetime(3) not null,
  ends_at datetime(3) not null,
  minutes int generated always as (timestampdiff(minute, starts_at, ends_at)) stored,
  `order` tinyint unsigned not null,
  reason tinytext not null,
  fee double(8, 2) default null,
  at_time time,
  primary key (number),
  unique key `one a time` (patient_id, starts_at),
  constraint of_patient foreign key (patient_id) references patients (id) on delete cascade,
  constraint of_staff foreign key (staff_id) references staff (id),
  constraint in_order check (ends_at >= starts_at)
) engine = InnoDB;
create table diagnoses (
  visit_number bigint not null,
  code varchar(8) not null check (code regexp '^[A-Z][0-9]{2}$'),
  certainty float not null default 1 check (certainty > 0 and certainty <= 1),
  primary key (visit_number, code),
  foreign key (visit_number) references visits (number)
) engine = InnoDB comment = 'ICD-10; one row a code';
create table audit (`table` varchar(40) not null, `key` varchar(40), at datetime not null default now(), key (at)) engine = Aria;
create view open_visits as select v.number, p.born_on, s.full_name from visits v join patients p on p.id = v.patient_id join staff s on s.id = v.staff_id where v.ends_at > now();
create view heads as select d.name, s.full_name from departments d left join staff s on s.id = d.head_id;
delimiter ;;
create function years(born date) returns int deterministic
begin
  declare n int default 0;
  if born is not null then set n = timestampdiff(year, born, '2026-01-01'); end if;
  return case when n < 0 then 0 else n end;
end ;;
create procedure discharge(in patient int unsigned)
begin
  update visits set ends_at = now() where patient_id = patient;
  insert into audit (`table`, `key`) values ('visits; all', patient);
end ;;
create trigger visits_ordered before insert on visits for each row
begin
  if new.ends_at < new.starts_at then signal sqlstate '45000' set message_text = 'ends; before it starts'; end if;
  set new.reason = trim(new.reason);
end ;;
create trigger staff_audited after insert on staff for each row insert into audit (`table`, `key`) values ('staff', new.badge) ;;
create event tidy on schedule every 1 day do begin delete from audit where at < now() - interval 1 year; end ;;
delimiter ;
insert into departments (name, floor, phone) select concat('Department ', seq), seq mod 5, null from seq_1_to_12;
insert into staff (id, badge, first_name, last_name, department_id, role, languages, hired_on, salary) select uuid(), lpad(seq, 8, 'B'), 'Secret', concat('O''Person ', seq), 1 + seq mod 12, 'doctor', 'de,en', '2020-01-01' + interval seq day, 3000 + seq from seq_1_to_80;
update departments set head_id = (select id from staff where badge = 'BBBBBBB1');
insert into patients (insurance_number, insurer_id, born_on, sex, height_cm, weight_kg, contact, since) select lpad(seq, 10, '0'), seq mod 7, '1950-01-01' + interval seq * 30 day, 'f', 170, 65.5, '{"mail": "secret@clinic.example"}', 2020 from seq_1_to_300;
insert into visits (patient_id, staff_id, starts_at, ends_at, `order`, reason) select id, (select id from staff limit 1), '2026-01-01' + interval id minute, '2026-01-02' + interval id minute, 1, 'a `reason`; or -- two' from patients;
insert into diagnoses select number, 'A01', 0.5 from visits;
analyze table departments, staff, patients, visits, diagnoses, audit;
