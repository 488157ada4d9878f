import { groupedBy, msOf, rowAt, rowsOf, type Row, type Rows } from '../rows.ts';

interface User {
  readonly id: number;
  readonly email: string;
  readonly signed_up_at: string;
}

interface Item {
  readonly id: number;
  readonly price: number;
}

interface Purchase {
  readonly id: number;
  readonly user_id: number;
  readonly items: readonly {
    readonly item_id: number;
    readonly quantity: number;
    readonly price: number;
  }[];
  readonly total: number;
  readonly purchased_at: string;
}

const USERS = 250;
const ITEMS = 500;
const PURCHASES = 4;
const MAX_ITEMS = 5;

/** Each user signs up once and purchases four times after that. Items exist, at their price. The number of items is drawn for each purchase. */
export function check(rows: Rows): readonly string[] {
  const users = rowsOf(rows, 'users') as readonly User[];
  const items = rowsOf(rows, 'items') as readonly Item[];
  const purchases = rowsOf(rows, 'purchases') as readonly Purchase[];
  const purchasesOf = groupedBy(purchases, (purchase) => purchase.user_id);
  const priceOf = new Map(items.map(({ id, price }) => [id, price]));
  const known = new Set(users.map(({ id }) => id));
  return [
    ...uniqueFaults('users', users, USERS),
    ...uniqueFaults('items', items, ITEMS),
    ...uniqueFaults('purchases', purchases, USERS * PURCHASES),
    ...(new Set(users.map(({ email }) => email)).size === users.length ? [] : ['Two users have one email']),
    ...users.flatMap((user) => userFaults(user, purchasesOf.get(user.id) ?? [])),
    ...purchases.flatMap((purchase) => purchaseFaults(purchase, known, priceOf)),
    ...lengthFaults(purchases, purchasesOf),
  ];
}

const uniqueFaults = (name: string, rows: readonly { readonly id: number }[], expected: number): string[] => {
  const keys = new Set(rows.map(({ id }) => id)).size;
  return rows.length === expected && keys === expected
    ? []
    : [`${rows.length} ${name} with ${keys} keys, not ${expected}`];
};

function userFaults(user: User, purchases: readonly Purchase[]): readonly string[] {
  const isAfter = purchases.every((purchase) => msOf(purchase.purchased_at) > msOf(user.signed_up_at));
  return [
    ...(purchases.length === PURCHASES ? [] : [`User ${user.id} has ${purchases.length} purchases`]),
    ...(isAfter ? [] : [`User ${user.id} purchases before signing up`]),
  ];
}

function purchaseFaults(
  { id, user_id: user, items, total }: Purchase,
  known: ReadonlySet<number>,
  priceOf: ReadonlyMap<number, number>,
): readonly string[] {
  const sum = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return [
    ...(known.has(user) ? [] : [`Purchase ${id} is by unknown user ${user}`]),
    ...(items.every((item) => priceOf.get(item.item_id) === item.price)
      ? []
      : [`Purchase ${id} has an unknown item, or another price`]),
    ...(new Set(items.map((item) => item.item_id)).size === items.length
      ? []
      : [`Purchase ${id} has an item twice`]),
    ...(Math.abs(total - sum) < 0.005 ? [] : [`Purchase ${id} has a total of ${total}, not ${sum}`]),
  ];
}

/** All lengths appear, each about as often, and one user's purchases differ. */
function lengthFaults(
  purchases: readonly Purchase[],
  purchasesOf: ReadonlyMap<number, readonly Purchase[]>,
): readonly string[] {
  const byLength = groupedBy(purchases, ({ items }) => items.length);
  const sizes = Array.from({ length: MAX_ITEMS }, (_, i) => byLength.get(i + 1)?.length ?? 0);
  const isEven = sizes.every((size) => Math.abs(size / purchases.length - 1 / MAX_ITEMS) < 0.05);
  const varied = [...purchasesOf.values()].filter(
    (all) => new Set(all.map(({ items }) => items.length)).size > 1,
  ).length;
  return [
    ...(isEven ? [] : [`Purchases of 1 to ${MAX_ITEMS} items: ${sizes.join(', ')}`]),
    ...(varied > 0.9 * purchasesOf.size ? [] : ['The purchases of a user have the same length']),
  ];
}

const itemsOf = (rows: Rows, place: number): Row[] => rowAt(rows, 'purchases', place)['items'] as Row[];

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a purchase is missing': (rows) => {
    rows['purchases']?.splice(100, 1);
  },
  'a purchase is by an unknown user': (rows) => {
    rowAt(rows, 'purchases', 0)['user_id'] = USERS + 1;
  },
  'an item has another price': (rows) => {
    Object.assign(itemsOf(rows, 10)[0] ?? {}, { price: 0.5 });
  },
  'all purchases have two items': (rows) => {
    rows['purchases']?.forEach((row) => (row['items'] = (row['items'] as Row[]).slice(0, 2)));
  },
};
