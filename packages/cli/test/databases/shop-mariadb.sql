create table countries (code char(2) primary key, name varchar(60) not null) engine = InnoDB;
create table customers (
  id bigint unsigned not null auto_increment primary key,
  email varchar(190) not null unique,
  full_name varchar(120) not null,
  country_code char(2),
  plan enum('free', 'pro', 'team') not null default 'free',
  flags set('a', 'b') null,
  is_active tinyint(1) not null default 1,
  settings json,
  born_on date,
  created_at datetime not null default current_timestamp,
  name_length int generated always as (char_length(full_name)) stored,
  constraint of_country foreign key (country_code) references countries (code)
) engine = InnoDB comment = 'people; all of them';
create table orders (
  id int unsigned not null auto_increment,
  customer_id bigint unsigned not null,
  channel varchar(20) not null,
  total decimal(10, 2) not null check (total >= 0),
  placed_at datetime not null,
  shipped_at datetime,
  primary key (id),
  key of_customer (customer_id),
  constraint orders_customer foreign key (customer_id) references customers (id) on delete cascade,
  constraint in_order check (shipped_at > placed_at)
) engine = InnoDB;
create table order_items (
  order_id int unsigned not null,
  line smallint unsigned not null,
  sku varchar(20) not null,
  quantity int not null check (quantity between 1 and 20),
  primary key (order_id, line),
  foreign key (order_id) references orders (id)
) engine = InnoDB;
create table parcels (id char(36) primary key, order_id int unsigned not null, line smallint unsigned not null, foreign key (order_id, line) references order_items (order_id, line)) engine = InnoDB;
create table categories (id int primary key, parent_id int, title varchar(40) not null, year_opened year, foreign key (parent_id) references categories (id)) engine = InnoDB;
create view active as select * from customers where is_active;
create trigger touch before insert on orders for each row set new.total = new.total;
insert into countries select concat(char(65 + seq div 26), char(65 + seq mod 26)), concat('Country ', seq) from seq_0_to_39;
insert into customers (email, full_name, country_code, plan, settings) select concat('p', seq, '@secret.example'), concat('Secret Person ', seq), concat(char(65 + (seq mod 40) div 26), char(65 + (seq mod 40) mod 26)), 'pro', '{"dark": true}' from seq_1_to_400;
insert into orders (customer_id, channel, total, placed_at) select 1 + seq mod 400, elt(1 + seq mod 3, 'web', 'store', 'phone'), seq mod 90, '2026-01-01' + interval seq minute from seq_1_to_2000;
insert into order_items select o.id, l.seq, concat('SKU', l.seq), 1 + l.seq from orders o, seq_1_to_3 l;
insert into parcels select uuid(), order_id, line from order_items where order_id mod 3 = 0;
insert into categories select seq, if(seq < 8, null, seq div 8), concat('Category ', seq), 2020 from seq_1_to_100;
analyze table countries, customers, orders, order_items, parcels, categories;
