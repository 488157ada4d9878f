import { expect, test } from 'vitest';
import { NOON } from '../../test/rows.ts';
import { timelineOf } from '../journey/timeline.ts';
import { parseSchema } from '../schema/parse.ts';
import { newTiming } from '../time/timing.ts';
import { newBatch, texts } from './batch.ts';
import { compile } from './writer.ts';

const AT = { type: 'catbird.timestampNow' };
const CREATED = { fields: { created_at: AT }, size: 100_000 };

/** Bids on auctions that grow, and payments of orders, which draw customers that exist when the order starts. */
const SCHEMAS = {
  'a bid and its auction': {
    $entities: { auction: { ...CREATED, grow: { from: 1, perSecond: 3 } } },
    auction: { type: 'catbird.entity', params: { of: 'auction' } },
    since: { type: 'catbird.ref', params: 'auction.created_at' },
    at: AT,
  },
  'a step of an order, its first step and its customer': {
    $entities: { customer: { ...CREATED, grow: { from: 1, perSecond: 3 } } },
    order: { type: 'catbird.session', params: { of: 'step' } },
    step: {
      type: 'catbird.journey',
      params: { states: { placed: { paid: 1 }, paid: {} }, wait: { placed: '2s' } },
    },
    customer: { type: 'catbird.entity', params: { of: 'customer' }, per: 'order' },
    created_at: { type: 'catbird.ref', params: 'customer.created_at' },
    since: { type: 'catbird.started', params: { of: 'step', form: 'timestamp' } },
    at: AT,
  },
};

test.each(Object.entries(SCHEMAS))(
  'with disorder, %s come in this order, from the beginning on',
  (_, fields) => {
    const result = parseSchema(JSON.stringify(fields));
    if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join());
    const { schema } = result;
    const time = timelineOf(schema, newTiming({ fromMs: NOON, eps: 40, disorderMs: 5000 }), 7);
    const batch = compile(schema, { seed: 7 }).fill(newBatch(), { first: 0, count: 20_000, time });
    const rows = [...texts(batch)].map((row) => JSON.parse(row) as Readonly<Record<string, string>>);
    const wrong = rows.filter(
      ({ at = '', since = '', created_at = since }) =>
        Date.parse(at) < Math.max(NOON, Date.parse(since), Date.parse(created_at)),
    );
    expect(wrong).toEqual([]);
    const times = rows.map(({ at = '' }) => at);
    expect(times).not.toEqual(times.toSorted());
  },
);
