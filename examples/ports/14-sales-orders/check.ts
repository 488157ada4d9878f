import { disorder, repeated } from '../sql.ts';

/** The key of each table. */
const KEYS = {
  customers: 'customer_id',
  carriers: 'carrier_id',
  catalog_items: 'item_id',
  orders: 'order_id',
  order_line_items: 'line_id',
  shipments: 'shipment_id',
  invoices: 'invoice_id',
};

/** Tables with keys of others. */
const CHILDREN = [
  ['orders', 'customers'],
  ['order_line_items', 'orders'],
  ['order_line_items', 'catalog_items'],
  ['shipments', 'orders'],
  ['shipments', 'carriers'],
  ['invoices', 'orders'],
  ['invoices', 'customers'],
] as const;

/** Unique ids, no orphans, and the dates of an order follow one another. */
export const check = {
  ...Object.fromEntries(
    Object.entries(KEYS).map(([table, key]) => [`Ids of ${table} are unique`, repeated(table, key)]),
  ),
  ...Object.fromEntries(
    CHILDREN.map(([child, parent]) => [
      `${child} have no orphans among ${parent}`,
      `FROM ${child} ANTI JOIN ${parent} USING (${KEYS[parent]})`,
    ]),
  ),
  'There are invoices': 'SELECT count(*) AS invoices FROM invoices HAVING invoices = 0',
  'Orders are in order of time': disorder('orders', 'ordered_at'),
  'Shipments are in order of time': disorder('shipments', 'shipped_at'),
  'Customers are older than their orders': `
    FROM orders JOIN customers USING (customer_id) WHERE created_on >= ordered_at`,
  'Orders are shipped after they are made': `
    FROM shipments s JOIN orders o USING (order_id) WHERE s.ordered_at <> o.ordered_at OR shipped_at <= o.ordered_at`,
  'Orders are invoiced after they are shipped': `
    FROM invoices i LEFT JOIN shipments USING (order_id) WHERE (invoiced_at > shipped_at) IS NOT TRUE`,
  'Invoices go to the customer of the order':
    'FROM invoices i JOIN orders o USING (order_id) WHERE i.customer_id <> o.customer_id',
  'Orders have lines': 'FROM orders ANTI JOIN order_line_items USING (order_id)',
  'Lines count from 1': `
    FROM order_line_items QUALIFY line_number <> row_number() OVER (PARTITION BY order_id ORDER BY n)`,
  'Lines add up': 'FROM order_line_items WHERE abs(amount - quantity * unit_price) > 0.00501',
};

export const mutants = {
  'two shipments have one id':
    'UPDATE shipments SET shipment_id = (SELECT shipment_id FROM shipments WHERE n = 1) WHERE n = 2',
  'an item is not in the catalog': 'DELETE FROM catalog_items WHERE n = 1',
  'an order is of nobody': 'UPDATE orders SET customer_id = 501 WHERE n = 8',
  'an invoice comes before the shipment': 'UPDATE invoices SET invoiced_at = ordered_at WHERE n = 4',
  'a customer is created after the order': `
    UPDATE customers SET created_on = '2025-06-01' WHERE customer_id = (SELECT customer_id FROM orders WHERE n = 1)`,
  'the first line is missing': 'DELETE FROM order_line_items WHERE n = 1',
};
