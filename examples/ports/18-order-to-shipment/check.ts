import { apart, disorder, first, repeated } from '../sql.ts';

export const setup = `
  CREATE OR REPLACE VIEW placed AS FROM orders WHERE status = 'placed';
  CREATE OR REPLACE VIEW cancelled AS FROM orders WHERE status = 'cancelled';
  CREATE OR REPLACE VIEW later AS
  SELECT order_id, customer_id, total, "at" FROM cancelled
  UNION ALL SELECT order_id, customer_id, total, "at" FROM payments
  UNION ALL SELECT order_id, customer_id, total, "at" FROM shipments`;

const SAME_ORDER = 'WINDOW own AS (PARTITION BY order_id ORDER BY n)';

/** Keys and totals agree; a tenth of payments fail, and are tried again; unpaid orders never ship; all in order of time. */
export const check = {
  'Orders are placed once': repeated('placed', 'order_id'),
  'Orders are cancelled once': repeated('cancelled', 'order_id'),
  'Payments are sent once': repeated('payments', 'payment_id'),
  'No order ships twice': repeated('shipments', 'order_id'),
  'Orders ship': 'SELECT count(*) AS shipped FROM shipments HAVING shipped = 0',
  'Orders are in order of time': disorder('orders', '"at"'),
  'Payments are in order of time': disorder('payments', '"at"'),
  'Shipments are in order of time': disorder('shipments', '"at"'),
  '10 ± 1 % of payments fail': apart("(SELECT avg((status = 'failed')::INT) FROM payments)", 0.1, 0.01),
  'Everything has the customer and the total of an earlier order': `
    FROM later l LEFT JOIN placed p USING (order_id)
    WHERE (l.customer_id = p.customer_id AND l.total = p.total AND l."at" > p."at") IS NOT TRUE`,
  'An order is paid within ten minutes': `
    FROM payments p JOIN placed o USING (order_id) WHERE attempt = 1 AND epoch(p."at") - epoch(o."at") >= 600`,
  'Attempts are counted': `FROM payments ${SAME_ORDER} QUALIFY attempt <> row_number() OVER own`,
  'Only failed payments are tried again': `FROM payments ${SAME_ORDER} QUALIFY lag(status) OVER own = 'paid'`,
  'An order is paid or cancelled': "FROM payments SEMI JOIN cancelled USING (order_id) WHERE status = 'paid'",
  // The next attempt comes within a minute.
  'A failed payment is tried again, unless the order is cancelled': `
    FROM payments ANTI JOIN cancelled USING (order_id) ${SAME_ORDER}
    QUALIFY lead(n) OVER own IS NULL AND status = 'failed'
      AND epoch((SELECT max("at") FROM orders)) - epoch("at") >= 60`,
  'Paid orders ship, hours later': `
    FROM shipments s LEFT JOIN (FROM payments WHERE status = 'paid') p USING (order_id)
    WHERE ((epoch(s."at") - epoch(p."at")) / 3600 BETWEEN 0.5 AND 24) IS NOT TRUE`,
};

export const mutants = {
  'a cancelled order ships': `
    INSERT INTO shipments BY NAME SELECT order_id, customer_id, total,
      (SELECT max(n) + 1 FROM shipments) AS n, (SELECT max("at") FROM shipments) AS "at" FROM cancelled LIMIT 1`,
  'an unpaid order ships': `
    UPDATE payments SET status = 'failed'
    WHERE order_id = (SELECT order_id FROM shipments WHERE n = 1) AND status = 'paid'`,
  'a payment has another total': 'UPDATE payments SET total = 1 WHERE n = 1',
  'a failed payment is not tried again': `DELETE FROM payments WHERE ${first('payments', 'attempt = 2')}`,
  'an order is paid twice': `
    UPDATE payments SET status = 'paid' WHERE ${first('payments', "attempt = 1 AND status = 'failed'")}`,
  'a payment comes before its order': `UPDATE payments SET "at" = '2026-11-20' WHERE n = 1`,
  'rows are out of order': 'UPDATE shipments SET n = -n',
};
