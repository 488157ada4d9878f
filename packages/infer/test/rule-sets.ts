import { mix } from '../../engine/src/numeric/random.ts';

/** Draws of one row. */
export interface Draws {
  /** Number of the row. */
  readonly n: number;
  readonly share: () => number;
  readonly int: (min: number, max: number) => number;
  readonly amount: (min: number, max: number) => number;
  readonly of: <Value>(values: readonly Value[]) => Value;
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows that keep rules. */
export interface RuleSet {
  readonly name: string;
  readonly row: (draws: Draws) => object;
  /** Whether a row keeps them. */
  readonly keeps: (row: never) => boolean;
}

const set = <Made extends object>(
  name: string,
  row: (draws: Draws) => Made,
  keeps: (row: Made) => boolean,
): RuleSet => ({ name, row, keeps });

/** Rows of a set, the same for each seed. */
export function rowsOfSet({ row }: Pick<RuleSet, 'row'>, count: number, seed = 1): object[] {
  let state = seed * 7919;
  const share = (): number => (mix(state++) >>> 0) / 2 ** 32;
  const int = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1));
  return Array.from({ length: count }, (_, n) =>
    row({
      n,
      share,
      int,
      amount: (min, max) => int(min * 100, max * 100) / 100,
      of: (values) => values[int(0, values.length - 1)] ?? values[0] ?? (undefined as never),
    }),
  );
}

const cut = (x: number, decimals = 2): number =>
  Number((Math.round(x * 10 ** decimals + 1e-7) / 10 ** decimals).toFixed(decimals));
/** Equal up to one unit of the last decimal: halves are rounded in several ways. */
const near = (a: number, b: number, decimals = 2): boolean => Math.abs(a - b) <= 1.01 * 10 ** -decimals;
const total = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0);
const many = <Value>({ int }: Draws, most: number, make: () => Value): Value[] =>
  Array.from({ length: int(1, most) }, make);
const time = ({ int }: Draws): number => Date.UTC(2026, 0, 1) + int(0, 2e7) * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();
const msOf = (text: string): number => Date.parse(text);

const GIVEN = [
  'Ada',
  'Boris',
  'Chloe',
  'Diana',
  'Edda',
  'Fred',
  'Gwen',
  'Hugo',
  'Ines',
  'Jakob',
  'Clara',
  'Liam',
];
const FAMILY = [
  'Abel',
  'Brandt',
  'Costa',
  'Dorn',
  'Engel',
  'Falk',
  'Gross',
  'Heller',
  'Irving',
  'Jansen',
  'King',
];
const FEES: Readonly<Record<string, number>> = { basic: 0.03, plus: 0.02, gold: 0.01 };
const SEATS: Readonly<Record<string, number>> = { free: 0, team: 12, firm: 49 };

/** One set for each form of rule. */
export const RULE_SETS: readonly RuleSet[] = [
  set(
    'a field equals an earlier one, within objects, too',
    ({ int, of }) => {
      const [id, state, n] = [`u-${int(1, 300)}`, of(['on', 'off', 'idle']), int(1, 400)];
      return { id, meta: { user: id }, before: { state, n }, after: { state, n } };
    },
    ({ id, meta, before, after }) => id === meta.user && before.state === after.state && before.n === after.n,
  ),
  set(
    'items repeat fields of the row around them',
    (draws) => {
      const [order, rate] = [`o${draws.int(1e5, 9e5)}`, draws.amount(1, 3)];
      const lines = many(draws, 3, () => {
        const price = draws.amount(1, 90);
        return { order, price, local: cut(price * rate) };
      });
      return { order, rate, lines };
    },
    ({ order, rate, lines }) =>
      lines.every((line) => line.order === order && near(line.local, line.price * rate)),
  ),
  set(
    'case, pieces and joined texts',
    ({ of, int }) => {
      const [given, family, n] = [of(GIVEN), of(FAMILY), int(1, 9_999)];
      const user = `${given.toLowerCase()}${n}`;
      const host = of(['a.example', 'bb.example', 'ccc.example', 'dddd.example']);
      return {
        given,
        family,
        full: `${given} ${family}`,
        loud: given.toUpperCase(),
        code: `K-${n}`,
        n,
        mail: `${user}@${host}`,
        host,
      };
    },
    ({ given, family, full, loud, code, n, mail, host }) =>
      full === `${given} ${family}` &&
      loud === given.toUpperCase() &&
      code === `K-${n}` &&
      mail.endsWith(`@${host}`),
  ),
  set(
    'an email joined from a name, with a drawn domain',
    ({ of }) => {
      const [first, last] = [of(GIVEN), of(FAMILY)];
      return { first, last, contact: `${first}.${last}@${of(['one.example', 'two.example'])}`.toLowerCase() };
    },
    ({ first, last, contact }) => contact.startsWith(`${first}.${last}@`.toLowerCase()),
  ),
  set(
    'a number times a constant, plus a constant',
    ({ int, amount }) => {
      const [celsius, net, bytes] = [int(-200, 380) / 10, amount(5, 900), int(1, 9e8)];
      return {
        celsius,
        fahrenheit: cut(1.8 * celsius + 32, 1),
        net,
        vat: cut(net * 0.19),
        bytes,
        mb: cut(bytes / 1_048_576),
      };
    },
    ({ celsius, fahrenheit, net, vat, bytes, mb }) =>
      near(fahrenheit, 1.8 * celsius + 32, 1) && near(vat, net * 0.19) && near(mb, bytes / 1_048_576),
  ),
  set(
    'sums of up to four, with signs',
    ({ amount }) => {
      const [opening, inflow, outflow, fee] = [
        amount(0, 9_000),
        amount(0, 900),
        amount(0, 900),
        amount(0, 9),
      ];
      return {
        opening,
        inflow,
        outflow,
        fee,
        moved: cut(inflow - outflow),
        closing: cut(opening + inflow - outflow - fee),
      };
    },
    ({ opening, inflow, outflow, fee, moved, closing }) =>
      near(moved, inflow - outflow) && near(closing, opening + inflow - outflow - fee),
  ),
  set(
    'a missing part of a sum counts as 0',
    ({ amount, share }) => {
      const [net, shipping] = [amount(20, 900), amount(3, 20)];
      const discount = share() < 0.6 ? undefined : amount(1, 9);
      return {
        net,
        ...(discount === undefined ? {} : { discount }),
        shipping,
        paid: cut(net + shipping - (discount ?? 0)),
      };
    },
    ({ net, discount = 0, shipping, paid }) => near(paid, net + shipping - discount),
  ),
  set(
    'products, quotients and shares',
    ({ int, amount, of }) => {
      const [quantity, price, off, clicks, views] = [
        int(1, 9),
        amount(1, 90),
        of([0, 5, 10, 25]),
        int(1, 900),
        int(1e3, 9e4),
      ];
      const list = cut(quantity * price);
      return {
        quantity,
        price,
        list,
        off,
        due: cut(list * (1 - off / 100)),
        clicks,
        views,
        rate: cut(clicks / views, 4),
      };
    },
    ({ quantity, price, list, off, due, clicks, views, rate }) =>
      near(list, quantity * price) && near(due, list * (1 - off / 100)) && near(rate, clicks / views, 4),
  ),
  set(
    'products of three, and weighted sums',
    ({ int }) => {
      const [width, height, depth] = [int(10, 90), int(10, 90), int(10, 90)];
      return {
        width,
        height,
        depth,
        volume: width * height * depth,
        score: cut(0.5 * width + 0.3 * height + 0.2 * depth, 1),
      };
    },
    ({ width, height, depth, volume, score }) =>
      volume === width * height * depth && near(score, 0.5 * width + 0.3 * height + 0.2 * depth, 1),
  ),
  set(
    'amounts of items, and totals over lists',
    (draws) => {
      const items = many(draws, 4, () => {
        const [quantity, price] = [draws.int(1, 6), draws.amount(1, 90)];
        return { quantity, price, amount: cut(quantity * price) };
      });
      const prices = items.map(({ price }) => price);
      return {
        items,
        count: items.length,
        subtotal: cut(total(items.map(({ amount }) => amount))),
        dearest: Math.max(...prices),
        first: prices[0] ?? 0,
      };
    },
    ({ items, count, subtotal, dearest, first }) =>
      count === items.length &&
      near(subtotal, total(items.map(({ amount }) => amount))) &&
      dearest === Math.max(...items.map(({ price }) => price)) &&
      first === items[0]?.price &&
      items.every(({ quantity, price, amount }) => near(amount, quantity * price)),
  ),
  set(
    'the sum of products over a list, and lists within lists',
    (draws) => {
      const boxes = many(draws, 3, () => {
        const parts = many(draws, 4, () => ({ weight: draws.int(1, 400), units: draws.int(1, 5) }));
        return { parts, weight: total(parts.map((part) => part.weight * part.units)) };
      });
      return { boxes, weight: total(boxes.map((box) => box.weight)) };
    },
    ({ boxes, weight }) =>
      weight === total(boxes.map((box) => box.weight)) &&
      boxes.every((box) => box.weight === total(box.parts.map((part) => part.weight * part.units))),
  ),
  set(
    'durations, and times some units later',
    (draws) => {
      const [start, seconds] = [time(draws), draws.int(30, 9_000)];
      return {
        start: iso(start),
        end: iso(start + seconds * 1000),
        minutes: cut(seconds / 60, 1),
        due: iso(start + 14 * 864e5),
      };
    },
    ({ start, end, minutes, due }) =>
      near(minutes, (msOf(end) - msOf(start)) / 60_000, 1) && msOf(due) - msOf(start) === 14 * 864e5,
  ),
  set(
    'parts of a time',
    (draws) => {
      const at = time(draws);
      return {
        at: iso(at),
        hour: new Date(at).getUTCHours(),
        weekday: new Date(at).getUTCDay() || 7,
        day: iso(at).slice(0, 10),
        epoch: at,
      };
    },
    ({ at, hour, weekday, day, epoch }) =>
      hour === new Date(at).getUTCHours() &&
      weekday === (new Date(at).getUTCDay() || 7) &&
      day === at.slice(0, 10) &&
      epoch === msOf(at),
  ),
  set(
    'thresholds of flags, texts and numbers',
    ({ int, amount }) => {
      const [minutes, score, basket] = [int(0, 120), int(0, 100), amount(1, 300)];
      return {
        minutes,
        isLong: minutes > 45,
        score,
        grade: score < 40 ? 'low' : score < 70 ? 'mid' : 'high',
        basket,
        shipping: basket < 150 ? 4.99 : 0,
      };
    },
    ({ minutes, isLong, score, grade, basket, shipping }) =>
      isLong === minutes > 45 &&
      grade === (score < 40 ? 'low' : score < 70 ? 'mid' : 'high') &&
      shipping === (basket < 150 ? 4.99 : 0),
  ),
  set(
    'a constant, a formula and a sign for each value of a tag',
    ({ of, int, amount }) => {
      const [plan, kind, value, seats] = [
        of(Object.keys(SEATS)),
        of(['debit', 'credit']),
        amount(1, 900),
        int(1, 99),
      ];
      const [tier, sum] = [of(Object.keys(FEES)), amount(10, 900)];
      return {
        plan,
        seat: SEATS[plan] ?? 0,
        seats,
        kind,
        change: kind === 'debit' ? -value : value,
        tier,
        sum,
        fee: cut(sum * (FEES[tier] ?? 0)),
      };
    },
    ({ plan, seat, kind, change, tier, sum, fee }) =>
      seat === SEATS[plan] && change < 0 === (kind === 'debit') && near(fee, sum * (FEES[tier] ?? 0)),
  ),
  set(
    'a tag in another object, of two values',
    ({ of }) => {
      const kind = of(['robot', 'human']);
      return { kind, who: { type: kind === 'robot' ? 'service' : 'person' } };
    },
    ({ kind, who }) => who.type === (kind === 'robot' ? 'service' : 'person'),
  ),
  set(
    'numbers below one of few values, or a computed one',
    ({ of, int, amount }) => {
      const [size, net, shipping] = [of([4_000, 8_000, 16_000]), amount(10, 500), amount(2, 20)];
      const total = cut(net + shipping);
      return { size, used: int(0, size), net, shipping, total, paid: cut(total * (int(20, 100) / 100)) };
    },
    ({ size, used, total, paid }) => used <= size && paid <= total,
  ),
  set(
    'numbers in order',
    ({ amount, int, share }) => {
      const [cost, low] = [amount(1, 500), int(-100, 300)];
      return { cost, price: cut(cost + amount(0, 50)), low, high: low + int(0, 60), other: share() };
    },
    ({ cost, price, low, high }) => price >= cost && high >= low,
  ),
  set(
    'fields that exist with a tag, at every depth and in lists',
    (draws) => {
      const { of, int, n } = draws;
      const method = of(['card', 'transfer', 'cash']);
      const events = many(draws, 3, () =>
        of([0, 1]) === 0
          ? { kind: 'click', x: int(0, 900), at: { y: int(0, 9) } }
          : { kind: 'scroll', depth: int(1, 100) },
      );
      return {
        pay: {
          method,
          ...(method === 'card' ? { card: { last: int(1_000, 9_999) } } : {}),
          note: method === 'cash' ? `n${n}` : null,
          parts: method === 'transfer' ? [int(1, 9), int(1, 9)] : null,
          error: method === 'cash' ? { code: int(1, 9) } : null,
          refund: method === 'card' ? { id: n } : null,
        },
        refund_id: method === 'card' ? n : null,
        events,
      };
    },
    ({ pay, events }) =>
      'card' in pay === (pay.method === 'card') &&
      (pay.note !== null) === (pay.method === 'cash') &&
      (pay.error !== null) === (pay.method === 'cash') &&
      (pay.parts !== null) === (pay.method === 'transfer') &&
      events.every(
        (event) =>
          'x' in event === (event.kind === 'click') && 'depth' in event === (event.kind === 'scroll'),
      ),
  ),
];
