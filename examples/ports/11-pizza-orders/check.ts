import { apart, disorder, last, repeated } from '../sql.ts';

const TABLES = ['pizza_orders', 'pizza_orders_completed', 'pizza_orders_cancelled'];

export const setup = `
  CREATE OR REPLACE VIEW ends AS
  SELECT store_id, store_order_id, "time" FROM pizza_orders_completed
  UNION ALL SELECT store_id, store_order_id, "time" FROM pizza_orders_cancelled;
  CREATE OR REPLACE VIEW lines AS SELECT unnest(order_lines, recursive := true) FROM pizza_orders`;

/** Every order is completed or cancelled once, and later; the lines of an order are records that add up. */
export const check = {
  ...Object.fromEntries(
    TABLES.flatMap((table) => [
      [`${table} has each order once`, repeated(table, 'store_order_id')],
      [`${table} is in order of time`, disorder(table, '"time"')],
    ]),
  ),
  '5 % of orders are cancelled': apart(
    '(SELECT count(*) FROM pizza_orders_cancelled) / (SELECT count(*) FROM ends)',
    0.05,
    0.01,
  ),
  'What ends was accepted by the store before': `
    FROM ends e LEFT JOIN pizza_orders o USING (store_order_id)
    WHERE (e.store_id = o.store_id AND e."time" > o."time") IS NOT TRUE`,
  'An order is completed or cancelled, not both': repeated('ends', 'store_order_id'),
  'Every order ends, within 2,000 s': `
    FROM pizza_orders ANTI JOIN ends USING (store_order_id)
    WHERE epoch((SELECT max("time") FROM pizza_orders)) - epoch("time") >= 2000`,
  'The delivery takes from 1,100 to 2,000 s, as the row says': `
    FROM pizza_orders_completed c JOIN pizza_orders o USING (store_order_id)
    WHERE order_delivery_time_secs <> floor((epoch_ms(c."time") - epoch_ms(o."time")) / 1000)
      OR order_delivery_time_secs NOT BETWEEN 1100 AND 2000`,
  'An order has a product once':
    'FROM pizza_orders WHERE len(list_distinct([x.product_id FOR x IN order_lines])) <> len(order_lines)',
  'Lines add up': 'FROM lines WHERE abs(net_price - quantity * unit_price) > 0.00501',
  'A product has one price and one category':
    'SELECT product_id FROM lines GROUP BY product_id HAVING count(DISTINCT (category, unit_price)) > 1',
  'Orders have one to six lines':
    'SELECT list_sort(list(DISTINCT len(order_lines))) AS lengths FROM pizza_orders HAVING lengths <> [1, 2, 3, 4, 5, 6]',
};

const line = (member: string, n: string): string =>
  `UPDATE pizza_orders SET order_lines = [struct_update(x, ${member}) FOR x IN order_lines] WHERE n = ${n}`;

export const mutants = {
  'a completion comes before its order':
    'UPDATE pizza_orders_completed SET "time" = \'2026-11-20 10:59:59\' WHERE n = 1',
  'an order was never accepted': 'DELETE FROM pizza_orders WHERE n = 11',
  'an order is completed twice': `INSERT INTO pizza_orders_completed FROM pizza_orders_completed WHERE n = ${last('pizza_orders_completed', 'n')}`,
  'an order never ends': 'DELETE FROM pizza_orders_completed WHERE n = 11',
  'a line does not add up': line('net_price := 0.01', '6'),
  'a product has another category': line("category := 'soup'", last('pizza_orders', 'n')),
};
