import { disorder, first } from '../sql.ts';

/** Changes with the keys of their rows, and the lives of customers. */
export const setup = `
  CREATE OR REPLACE VIEW customers AS
  SELECT n, change.*, coalesce(change.after, change.before).customer_id AS id FROM customer_changes;
  CREATE OR REPLACE VIEW orders AS
  SELECT n, change.*, coalesce(change.after, change.before).order_id AS id,
    coalesce(change.after, change.before).customer_id AS customer FROM order_changes;
  CREATE OR REPLACE VIEW lives AS
  SELECT id, min(ts_ms) AS created, min(ts_ms) FILTER (op = 'd') AS deleted FROM customers GROUP BY id`;

const LIFE = 'WINDOW life AS (PARTITION BY id ORDER BY n)';

/** Each row is created first, and `before` of every change is `after` of the one before. */
const versions = (table: string): Readonly<Record<string, string>> => ({
  [`Changes of ${table} are in order of time`]: disorder(table, 'ts_ms'),
  [`${table} are created first, and once`]: `FROM ${table} ${LIFE} QUALIFY (op = 'c') <> (row_number() OVER life = 1)`,
  [`Deletes of ${table} leave no row`]: `FROM ${table} WHERE (op = 'd') <> (after IS NULL)`,
  [`before of ${table} is the last after`]: `FROM ${table} ${LIFE} QUALIFY before IS DISTINCT FROM lag(after) OVER life`,
});

/** After the delete of a customer, nothing of that customer follows. All its orders are deleted before it. */
export const check = {
  ...versions('customers'),
  ...versions('orders'),
  'Many customers are deleted, and more orders': `
    SELECT count(deleted) AS customers, (SELECT count(*) FROM orders WHERE op = 'd') AS orders FROM lives
    HAVING customers <= 300 OR orders <= customers`,
  'Orders are of customers that exist': `
    FROM orders LEFT JOIN lives ON lives.id = customer WHERE (ts_ms > created) IS NOT TRUE`,
  'Nothing of a customer follows the delete': `
    FROM (SELECT id AS customer, op = 'd' AS is_end, ts_ms FROM customers UNION ALL SELECT customer, false, ts_ms FROM orders)
    JOIN lives ON id = customer WHERE ts_ms >= deleted AND NOT is_end`,
  'Orders are deleted before their customer, and only then': `
    FROM orders o JOIN lives ON lives.id = customer
    WINDOW own AS (PARTITION BY o.id ORDER BY o.n)
    QUALIFY lead(o.n) OVER own IS NULL AND (op = 'd') <> (deleted IS NOT NULL)`,
};

const change = (table: string, op: string, members: string): string =>
  `UPDATE ${table} SET change = struct_update(change, ${members}) WHERE ${first(table, `change.op = '${op}'`)}`;

export const mutants = {
  'an order outlives its customer': `DELETE FROM order_changes WHERE ${first('order_changes', "change.op = 'd'")}`,
  'an order is deleted after its customer': change('order_changes', 'd', 'ts_ms := change.ts_ms + 60000'),
  'a customer changes after the delete': `
    INSERT INTO customer_changes BY NAME
    SELECT (SELECT max(n) + 1 FROM customer_changes) AS n, struct_update(change, op := 'u', before := NULL,
      after := change.before, ts_ms := epoch_ms(TIMESTAMP '2026-11-20 02:00:00')) AS change
    FROM customer_changes WHERE ${first('customer_changes', "change.op = 'd'")}`,
  'a customer is not created': 'DELETE FROM customer_changes WHERE n = 1',
  'an update has another row before': change(
    'order_changes',
    'u',
    'before := struct_update(change.before, total := 0)',
  ),
};
