import { compile, newBatch, parseSchema, payload } from '@catbird/core';
import { median, rate, report, short } from './measure.js';

/**
 * Rows per second on one core of a schema with twenty related fields: `per`, lookup, template and journey; and of members of few and
 * of many entities, whose cached texts leave the processor's cache. Median of ROUNDS. `generator.ts` measures the templates with related fields.
 *
 *     node --disallow-code-generation-from-strings dist/relations.js
 */
const ROUNDS = 5;
const MS = Number(process.env['MS'] ?? 400);
const ROWS = 5000;
/** Rows before the first round: all entities are drawn in them. */
const WARM = 1_000_000;
/** Event times advance by one millisecond per thousand rows. */
const TIME = { startMs: Date.UTC(2026, 10, 20), stepMs: 0.001 };

const int = (min: number, max: number) => ({ type: 'number.int', params: { min, max } });
const any = (...values: readonly string[]) => ({ type: 'helpers.arrayElement', params: values });
const weighted = (...pairs: readonly (readonly [weight: number, value: unknown])[]) =>
  pairs.map(([weight, value]) => ({ weight, value }));

const TWENTY = {
  at: { type: 'catbird.timestampNow' },
  session: { type: 'catbird.session', params: { of: 'page' } },
  user_id: { type: 'catbird.key', params: { name: 'user', size: 1_000_000 }, per: 'session' },
  page: {
    type: 'catbird.journey',
    params: {
      states: {
        home: { product: 6, end: 4 },
        product: { product: 3, cart: 2, end: 5 },
        cart: { paid: 5, end: 5 },
        paid: {},
      },
      sessions: 1000,
    },
  },
  plan: { ...any('free', 'pro', 'team'), per: 'user_id' },
  price: {
    type: 'catbird.lookup',
    params: { field: 'plan', cases: { free: 0, pro: 20, team: int(50, 90) } },
  },
  greeting: { type: 'catbird.template', params: '{{plan|upper}} {{user_id}}' },
  country: {
    type: 'helpers.weightedArrayElement',
    params: weighted([3, 'DE'], [1, 'FR']),
    per: 'user_id',
  },
  device: { ...any('mobile', 'desktop'), per: 'session' },
  browser: {
    type: 'catbird.lookup',
    params: {
      field: 'device',
      cases: { mobile: 'Safari' },
      default: weighted([2, 'Chrome'], [1, 'Firefox']),
    },
  },
  status: { type: 'helpers.weightedArrayElement', params: weighted([98, 200], [2, 500]) },
  duration_ms: int(1, 900),
  bytes: int(100, 90_000),
  ok: { type: 'datatype.boolean' },
  store: { ...int(1, 50), per: 'user_id' },
  n: { type: 'catbird.sequence' },
  position: int(1, 6),
  score: { type: 'number.float', params: { min: 0, max: 100, fractionDigits: 2 } },
  variant: any('a', 'b', 'c'),
  same: { type: 'catbird.ref', params: 'n' },
};

/** Four texts of an entity that each row draws. */
const membersOf = (size: number) => {
  const members = {
    name: { type: 'person.fullName' },
    email: { type: 'internet.email' },
    city: { type: 'location.city' },
    street: { type: 'location.streetAddress' },
  };
  const shown = Object.keys(members).map((member) => [
    member,
    { type: 'catbird.ref', params: `customer.${member}` },
  ]);
  return {
    $entities: { customer: { size, fields: members } },
    customer: { type: 'catbird.entity', params: { of: 'customer' } },
    ...Object.fromEntries(shown),
  };
};

function measure(name: string, text: string) {
  const result = parseSchema(text);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('; '));
  const writer = compile(result.schema, { seed: 1 });
  const batch = newBatch();
  let first = 0;
  const work = (): number => {
    writer.fill(batch, { first, count: ROWS, time: TIME });
    first += ROWS;
    return batch.count;
  };
  for (let done = 0; done < WARM;) done += work();
  const rows = median(Array.from({ length: ROUNDS }, () => rate(work, MS)));
  const bytes = payload(batch).length / batch.count;
  return {
    schema: name,
    fields: result.schema.fields.length,
    'rows/s': short(rows),
    'ns/row': short(1e9 / rows),
    'MB/s': short((rows * bytes) / 1e6),
    'bytes/row': short(bytes),
  };
}

report('relations', [
  measure('20 fields', JSON.stringify(TWENTY)),
  ...[1000, 30_000].map((size) => measure(`${size} entities`, JSON.stringify(membersOf(size)))),
]);
