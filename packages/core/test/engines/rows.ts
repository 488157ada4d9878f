import {
  compile,
  newBatch,
  parseSchema,
  payload,
  templates,
  withFaults,
  type Extent,
  type Schema,
  newTimeline,
  parseTime,
  timelineOf,
  type TimeSettings,
} from '@catbird/engine';
import { exampleSchemas, examples } from '../../../engine/test/examples.ts';

const SEED = 'engines';
const FROM = '2026-11-20T22:00:00Z';

/** Times and shapes of the rate, as the guide shows them, with an absolute beginning. */
const TIMES: Readonly<Record<string, TimeSettings & { readonly eps: number }>> = {
  'history, then live': { from: FROM, eps: 50 },
  'a day in ten minutes': { from: FROM, to: '2026-11-22', speed: '1d/10m', rate: 'business day', eps: 100 },
  'a load test in stages': {
    from: FROM,
    rate: {
      stages: [
        ['0s', 0],
        ['2m', 500],
        ['10m', 500],
        ['12m', 0],
      ],
    },
    eps: 1,
  },
  'a week with spikes': {
    from: FROM,
    arrivals: 'poisson',
    disorder: '5s',
    rate: { preset: 'business day', bursts: [{ every: '3h', for: '5m', times: 6, jitter: 1 }] },
    eps: 40,
  },
  'a nightly batch': {
    from: FROM,
    arrivals: 'jitter',
    rate: { bursts: [{ at: '0 2 * * *', for: '30m', times: 1, rest: 0 }], offset: '+01:00' },
    changes: [['2026-11-21T01:10:00Z', 700]],
    eps: 2000,
  },
  'a sine over the day': {
    from: FROM,
    rate: { day: { low: 0.1, high: 1.9, top: '14:00' }, waves: [{ period: '20m', low: 0.5, high: 1.5 }] },
    eps: 10,
  },
};

/** Orders and their later steps, at each of the times. */
const ORDERS = JSON.stringify({
  status: {
    type: 'catbird.journey',
    params: {
      states: {
        placed: { paid: 92, cancelled: 8 },
        paid: { shipped: 97, refunded: 3 },
        shipped: {},
        cancelled: {},
        refunded: {},
      },
      wait: {
        'placed>paid': { median: '3m', sigma: 1 },
        'placed>cancelled': { min: '1m', max: '30m' },
        paid: { mean: '20m' },
      },
      only: ['placed', 'paid', 'shipped'],
    },
  },
  order: { type: 'catbird.session', params: { of: 'status' } },
  at: { type: 'catbird.timestampNow' },
  step: { type: 'catbird.step', params: { of: 'status' } },
  placed_at: { type: 'catbird.started', params: { of: 'status' } },
  valid_to: { type: 'catbird.next', params: { of: 'status' } },
  amount: { type: 'commerce.price', per: 'order' },
});

const FAULTS = {
  late: { share: 0.2, delayMs: { mean: 300_000 } },
  duplicates: { share: 0.05 },
  reordering: { window: 7, share: 0.5 },
  malformed: { share: 0.02 },
  dropped: { share: 0.03 },
};

const CLOCK = { startMs: Date.parse('2026-11-20T10:00:00.123Z'), stepMs: 0.37 };

/**
 * A hash of rows by name: of all templates and generator types, and of templates at computed times with faults.
 *
 * @param rows of each template
 */
export async function hashes(rows: number): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { name, text } of [...templates, ...exampleSchemas])
    found[name] = await hashOf(schemaOf(text), { first: 0, count: rows, time: CLOCK });
  for (const { name, type, args } of examples)
    found[name] = await hashOf(
      { fields: [{ name: 'value', type: type.name, args }] },
      { first: 0, count: Math.min(rows, 300), time: CLOCK },
    );
  for (const [name, { eps, ...settings }] of Object.entries(TIMES)) {
    const read = parseTime(settings, { eps, nowMs: Date.parse('2026-11-23T00:00:00Z') });
    if (!read.ok || read.timing === undefined) throw new Error(`${name}: ${JSON.stringify(read)}`);
    const time = newTimeline(read.timing, SEED);
    const schema = schemaOf(templates[1]?.text ?? '');
    found[name] = await hashOf(schema, { first: 0, count: 5 * rows, time });
    found[`${name}, with faults`] = await hashOf(schema, { first: 0, count: 5 * rows, time }, true);
    const orders = schemaOf(ORDERS);
    const steps = timelineOf(orders, read.timing, SEED);
    found[`${name}, of orders`] = await hashOf(orders, { first: 0, count: rows, time: steps }, true);
  }
  return found;
}

function schemaOf(text: string): Schema {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.schema;
}

async function hashOf(schema: Schema, extent: Extent, hasFaults = false): Promise<string> {
  const plain = compile(schema, { seed: SEED });
  const rows = hasFaults ? withFaults(plain, FAULTS, { seed: SEED }) : plain;
  const digest = await crypto.subtle.digest('SHA-256', payload(rows.fill(newBatch(), extent)).slice());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
