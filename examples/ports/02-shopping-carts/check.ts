import { disorderIn, groupedBy, msOf, pairsOf, rowsOf, rowWhere, type Row, type Rows } from '../rows.ts';

interface Step {
  readonly cart_id: string;
  readonly cart_state: string;
  readonly user: string;
  readonly timestamp: string;
}

/** The states that each state leads to. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['OPEN', 'MODIFIED', 'CANCELLED'],
  MODIFIED: ['MODIFIED', 'CHECKED_OUT', 'CANCELLED'],
  CHECKED_OUT: [],
  CANCELLED: [],
};

/** The fields that only one state has. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  MODIFIED: ['items', 'additional_cost'],
  CHECKED_OUT: ['checked_out_at'],
};

/** Carts move only along allowed ways, think for about a minute before each step, and have no fields of other states. */
export function check(rows: Rows): readonly string[] {
  const steps = rowsOf(rows, 'shopping-carts') as readonly Step[];
  const carts = [...groupedBy(steps, (step) => step.cart_id).values()];
  return [
    ...disorderIn(
      'shopping-carts',
      steps.map(({ timestamp }) => timestamp),
    ),
    ...carts.flatMap(faultsIn),
    ...steps.flatMap(fieldFaults),
    ...thinkingFaults(carts),
  ];
}

function faultsIn(cart: readonly Step[]): readonly string[] {
  const [first] = cart;
  return [
    ...(first?.cart_state === 'OPEN' ? [] : [`${first?.cart_id} starts with ${first?.cart_state}`]),
    ...(new Set(cart.map(({ user }) => user)).size === 1 ? [] : [`${first?.cart_id} changes its user`]),
    ...pairsOf(cart).flatMap(([{ cart_id: id, cart_state: from }, { cart_state: to }]) =>
      NEXT[from]?.includes(to) === true ? [] : [`${id} goes from ${from} to ${to}`],
    ),
  ];
}

function fieldFaults(step: Step): readonly string[] {
  const { cart_id: id, cart_state: state } = step;
  const isValid = Object.entries(OWN).every(([owner, names]) =>
    names.every((name) => Object.hasOwn(step, name) === (owner === state)),
  );
  return isValid ? [] : [`${id}: a row of ${state} has ${Object.keys(step).join(', ')}`];
}

function thinkingFaults(carts: readonly (readonly Step[])[]): readonly string[] {
  const seconds = carts.flatMap((cart) =>
    pairsOf(cart).map(([before, step]) => (msOf(step.timestamp) - msOf(before.timestamp)) / 1000),
  );
  const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  const deviation = Math.sqrt(seconds.reduce((sum, each) => sum + (each - mean) ** 2, 0) / seconds.length);
  return [
    ...(Math.abs(mean - 60) < 2 ? [] : [`Customers think ${mean} s on average, not 60`]),
    ...(Math.abs(deviation - 10) < 1 ? [] : [`Thinking times deviate by ${deviation} s, not 10`]),
    ...(new Set(seconds).size > seconds.length / 4 ? [] : ['Many carts have the same thinking times']),
    ...(seconds.every((each) => each > 20 && each < 150) ? [] : ['A customer thinks too long or too short']),
  ];
}

const stepIn = (rows: Rows, state: string): Row =>
  rowWhere(rows, 'shopping-carts', (row) => row['cart_state'] === state);

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a cart is checked out without items': (rows) => {
    stepIn(rows, 'OPEN')['cart_state'] = 'CHECKED_OUT';
  },
  'a cancelled cart has items, even if they are null': (rows) => {
    stepIn(rows, 'CANCELLED')['items'] = null;
  },
  'a customer thinks for an hour': (rows) => {
    stepIn(rows, 'CHECKED_OUT')['timestamp'] = '2026-11-20T10:30:00.000Z';
  },
};
