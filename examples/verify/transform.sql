-- A step as dbt has it: a table from a query.
DROP TABLE IF EXISTS orders;
CREATE TABLE orders AS
SELECT order_id, ordered_at, country, coupon, total
FROM raw_orders
WHERE coupon IS DISTINCT FROM 'TESTER';
