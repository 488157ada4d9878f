import { disorderIn, msOf, rowAt, rowsOf, shareFault, type Rows } from '../rows.ts';

interface Customer {
  readonly customer_id: number;
  readonly username: string;
  readonly signed_up_at: string;
}

interface Purchase {
  readonly purchase_id: string;
  readonly customer_id: number;
  readonly username: string;
  readonly product: string;
  readonly purchased_at: string;
}

interface Ticket {
  readonly purchase_id: string;
  readonly customer_id: number;
  readonly product: string;
  readonly timestamp: string;
}

/** A customer signs up before a purchase, and a ticket follows its purchase. Keys and copied values agree. */
export function check(rows: Rows): readonly string[] {
  const customers = rowsOf(rows, 'customers') as readonly Customer[];
  const purchases = rowsOf(rows, 'purchases') as readonly Purchase[];
  const tickets = rowsOf(rows, 'tickets') as readonly Ticket[];
  const customerOf = new Map(customers.map((customer) => [customer.customer_id, customer]));
  const purchaseOf = new Map(purchases.map((purchase) => [purchase.purchase_id, purchase]));
  const recent = purchases.filter(({ customer_id: id }) => id > 50).length;
  return [
    ...(customerOf.size === customers.length ? [] : ['A customer is sent twice']),
    ...(purchaseOf.size === purchases.length ? [] : ['A purchase is sent twice']),
    ...orderFaults(customers, purchases, tickets),
    ...purchases.flatMap((purchase) => purchaseFaults(purchase, customerOf.get(purchase.customer_id))),
    ...tickets.flatMap((ticket) => ticketFaults(ticket, purchaseOf.get(ticket.purchase_id))),
    ...(recent > purchases.length / 2 ? [] : ['New customers buy nothing']),
    ...shareFault('Tickets', tickets.length / purchases.length, { expected: 0.09, tolerance: 0.015 }),
  ];
}

const orderFaults = (
  customers: readonly Customer[],
  purchases: readonly Purchase[],
  tickets: readonly Ticket[],
): readonly string[] => [
  ...disorderIn(
    'customers',
    customers.map((customer) => customer.signed_up_at),
  ),
  ...disorderIn(
    'purchases',
    purchases.map((purchase) => purchase.purchased_at),
  ),
  ...disorderIn(
    'tickets',
    tickets.map(({ timestamp }) => timestamp),
  ),
];

function purchaseFaults(purchase: Purchase, customer: Customer | undefined): readonly string[] {
  const { purchase_id: id } = purchase;
  if (customer === undefined) return [`Purchase ${id} is by unknown customer ${purchase.customer_id}`];
  return [
    ...(msOf(customer.signed_up_at) <= msOf(purchase.purchased_at)
      ? []
      : [`Purchase ${id} comes before its customer`]),
    ...(customer.username === purchase.username ? [] : [`Purchase ${id} has another username`]),
  ];
}

function ticketFaults(ticket: Ticket, purchase: Purchase | undefined): readonly string[] {
  const { purchase_id: id } = ticket;
  if (purchase === undefined) return [`A ticket is about unknown purchase ${id}`];
  const isEqual = ticket.customer_id === purchase.customer_id && ticket.product === purchase.product;
  return [
    ...(msOf(ticket.timestamp) > msOf(purchase.purchased_at)
      ? []
      : [`The ticket about ${id} comes before its purchase`]),
    ...(isEqual ? [] : [`The ticket about ${id} has another customer or product`]),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a purchase comes before its customer': (rows) => {
    const purchase = rowAt(rows, 'purchases', 0);
    const last = rowAt(rows, 'customers', -1);
    Object.assign(purchase, { customer_id: last['customer_id'], username: last['username'] });
  },
  'a ticket comes before its purchase': (rows) => {
    rowAt(rows, 'tickets', -1)['timestamp'] = '2026-11-19T00:00:00.000Z';
  },
  'a ticket is about no purchase': (rows) => {
    rowAt(rows, 'tickets', 0)['purchase_id'] = 'none';
  },
};
