import { compile, newBatch, parseSchema, texts, type Schema } from '@catbird/core';
import { newTiming, timelineOf } from '@catbird/engine';
import { plot, type Chart, type Column } from '../chart/plot.ts';
import { SEED } from '../page.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 10, 1);

/** Orders a second: one every ten seconds. */
const STARTS = 0.1;

/** The journey of the guide "Related streams". */
export const ORDER = {
  states: { placed: { paid: 92, cancelled: 8 }, paid: { shipped: 1 }, shipped: {}, cancelled: {} },
  wait: {
    'placed>paid': { median: '3m', sigma: 1 },
    'placed>cancelled': { min: '1m', max: '30m' },
    paid: { median: '20h', sigma: 0.6 },
  },
} as const;

/** The streams of the guide: each has the rows of one step. */
const STREAMS = [
  ['orders', 'placed'],
  ['payments', 'paid'],
  ['shipments', 'shipped'],
] as const;

function schemaOf(only: string): Schema {
  const schema = {
    step: { type: 'catbird.journey', hidden: true, params: { ...ORDER, only: [only] } },
    order_id: { type: 'catbird.session', params: { of: 'step', form: 'integer' } },
    at: { type: 'catbird.timestampNow' },
  };
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.schema;
}

const timing = newTiming({ fromMs: FROM_MS, eps: STARTS, unit: 'starts' });

/** The time of each order's row in a stream, in hours since the start. */
function hoursOf(only: string, hours: number): ReadonlyMap<number, number> {
  const schema = schemaOf(only);
  const timeline = timelineOf(schema, timing, SEED);
  const count = timeline.before(FROM_MS + hours * HOUR_MS);
  const batch = compile(schema, { seed: SEED }).fill(newBatch(), { first: 0, count, time: timeline });
  const rows = [...texts(batch)].map((row) => JSON.parse(row) as { order_id: number; at: string });
  return new Map(rows.map(({ order_id: order, at }) => [order, (Date.parse(at) - FROM_MS) / HOUR_MS]));
}

/** Columns of how many values are in each of `bins` parts of `[0, to)`. */
function counted(values: readonly number[], to: number, bins: number): readonly Column[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor((value / to) * bins);
    if (bin < bins) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((value, bin) => ({ from: (bin * to) / bins, to: ((bin + 1) * to) / bins, value }));
}

const HOURS = 96;

function flow(): Chart {
  return plot({
    title: 'Three streams of one journey',
    description:
      'Rows per hour over four days, at one order every ten seconds. Orders are constant. Payments follow within minutes and are fewer, because some orders are cancelled. Shipments begin hours later and reach the rate of payments after two to three days.',
    x: { label: 'hours since the start', ticks: [0, 24, 48, 72, 96] },
    y: { label: 'rows per hour', ticks: [0, 200, 400] },
    panels: STREAMS.map(([name, only]) => ({
      name,
      columns: counted([...hoursOf(only, HOURS).values()], HOURS, HOURS),
    })),
  });
}

function waits(): Chart {
  const placed = hoursOf('placed', HOURS);
  const paid = hoursOf('paid', HOURS);
  const minutes = [...paid].map(([order, at]) => (at - (placed.get(order) ?? NaN)) * 60);
  return plot({
    title: 'From order to payment',
    description:
      'How long orders take to be paid. Half are paid within three minutes, most within ten, and a few take half an hour.',
    x: { label: 'minutes from order to payment', ticks: [0, 3, 5, 10, 15, 20, 25, 30] },
    y: { label: 'payments, by half a minute', ticks: [0, 1000, 2000, 3000, 4000] },
    panels: [{ columns: counted(minutes, 30, 60) }],
  });
}

/** The pictures of the guide "Related streams", by file name in `docs/images`. */
export const journeyPictures: Readonly<Record<string, () => Chart>> = {
  'journey-streams.svg': flow,
  'journey-waits.svg': waits,
};
