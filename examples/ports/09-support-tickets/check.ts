import { apart, disorder, last, repeated } from '../sql.ts';

/** A customer signs up before a purchase, and a ticket follows its purchase. Keys and copied values agree. */
export const check = {
  'Customers are sent once': repeated('customers', 'customer_id'),
  'Purchases are sent once': repeated('purchases', 'purchase_id'),
  'Customers are in order of time': disorder('customers', 'signed_up_at'),
  'Purchases are in order of time': disorder('purchases', 'purchased_at'),
  'Tickets are in order of time': disorder('tickets', 'timestamp'),
  'A customer signs up before a purchase, with the same name': `
    SELECT p.* FROM purchases p LEFT JOIN customers c USING (customer_id)
    WHERE (signed_up_at <= purchased_at AND p.username = c.username) IS NOT TRUE`,
  'A ticket follows its purchase, of the same customer and product': `
    SELECT t.* FROM tickets t LEFT JOIN purchases p USING (purchase_id)
    WHERE (t.timestamp > purchased_at AND t.customer_id = p.customer_id AND t.product = p.product) IS NOT TRUE`,
  'New customers buy, too': 'SELECT avg((customer_id > 50)::INT) AS share FROM purchases HAVING share <= 0.5',
  '9 % of purchases have a ticket': apart(
    '(SELECT count(*) FROM tickets) / (SELECT count(*) FROM purchases)',
    0.09,
    0.015,
  ),
};

export const mutants = {
  'a purchase comes before its customer': `
    UPDATE purchases SET customer_id = ${last('customers', 'customer_id')}, username = ${last('customers', 'username')} WHERE n = 1`,
  'a ticket comes before its purchase': `UPDATE tickets SET timestamp = '2026-11-19' WHERE n = ${last('tickets', 'n')}`,
  'a ticket is about no purchase': 'UPDATE tickets SET purchase_id = NULL WHERE n = 1',
};
