import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { virtualClock, type VirtualClock } from '../../test/virtual-clock.ts';
import type { Connection, Receipt, SendOptions } from '../destinations/destination.ts';
import { DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from '../destinations/error.ts';
import { steady, unlimited } from '../pace/pace.ts';
import { byteLength, payload, type Batch } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';
import type { Counts, Progress, Summary } from './progress.ts';
import { run } from './run.ts';

const parsed = parseSchema(
  '{"n": {"type": "number.int"}, "s": {"type": "string.alpha", "params": [{"length": {"min": 0, "max": 40}}]}}',
);
if (!parsed.ok) throw new Error('The schema of these tests is wrong');
const rows = compile(parsed.schema, { seed: 7 });

/** What a hostile destination does with one request. */
type Deed =
  | { readonly does: 'takes' | 'hangs' | 'takes and hangs' | 'ignores an abort' }
  | {
      readonly does: 'parts';
      readonly shares: readonly [number, number, number, number];
      readonly kind: DeliveryErrorKind;
    }
  | { readonly does: 'takes and fails'; readonly how: readonly [DeliveryErrorKind, DeliveryErrorDetails] }
  | {
      readonly does: 'fails';
      readonly kind: DeliveryErrorKind;
      readonly status: number;
      readonly wishMs: number | undefined;
    };

interface Act {
  readonly deed: Deed;
  readonly afterMs: number;
}

const kinds = fc.constantFrom<DeliveryErrorKind>(
  'auth',
  'not-found',
  'rejected',
  'too-large',
  'rate-limited',
  'unavailable',
  'unconfirmed',
  'network',
  'timeout',
);
/** How a request fails whose rows are stored all the same. */
const lateFailures = fc.constantFrom<readonly [DeliveryErrorKind, DeliveryErrorDetails]>(
  ['unavailable', { status: 500 }],
  ['unavailable', { status: 502 }],
  ['unavailable', { status: 504 }],
  ['rejected', { status: 422, uncertain: true }],
  ['unconfirmed', { status: 200 }],
  ['network', { code: 'ECONNRESET' }],
  ['timeout', {}],
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Deed>({ does: 'takes' }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('hangs', 'takes and hangs', 'ignores an abort') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('parts'),
      shares: fc.tuple(share, share, share, share),
      kind: fc.constantFrom('rate-limited', 'unavailable'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('takes and fails'), how: lateFailures }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('fails'),
      kind: kinds,
      status: fc.constantFrom(0, 400, 502, 503),
      wishMs: fc.option(fc.integer({ min: 0, max: 70_000 }), { nil: undefined }),
    }),
  },
);
const act: fc.Arbitrary<Act> = fc.record({
  deed,
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
});

const scene = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 12 }),
  eps: fc.constantFrom(0.5, 3, 50, 1001, Infinity),
  limit: fc.integer({ min: 0, max: 3000 }),
  limits: fc.record({
    rows: fc.constantFrom(1, 7, 500),
    bytes: fc.constantFrom(30, 300, 100_000),
    bytesPerRow: fc.constantFrom(0, 1),
    inFlight: fc.integer({ min: 1, max: 6 }),
    requestsPerSecond: fc.constantFrom(2, 50, 100_000),
  }),
  retry: fc.record({
    attempts: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(Infinity)),
    requestMs: fc.constantFrom(100, 30_000),
    windowMs: fc.constantFrom(500, 60_000),
    startWindowMs: fc.constantFrom(200, Infinity),
  }),
  onFailure: fc.constantFrom('stop', 'continue'),
  whenBehind: fc.constantFrom('delay', 'drop'),
  stopAfterMs: fc.integer({ min: 0, max: 60_000 }),
  abortAfterMs: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
  graceMs: fc.constantFrom(0, 1000, 10_000),
});
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** A destination that does one deed after the other, and remembers what it really stored. */
function hostile(acts: readonly Act[], clock: VirtualClock) {
  const stored = new Map<number, number>();
  const complaints: string[] = [];
  const waitsMs: { untilMs: number; id: string }[] = [];
  let requests = 0;
  let closed = 0;

  const store = (batch: Batch, from: number, to: number): void => {
    for (let i = from; i < to; i++) stored.set(batch.first + i, (stored.get(batch.first + i) ?? 0) + 1);
  };
  const never = (): AbortSignal => new AbortController().signal;
  const errorOf = (kind: DeliveryErrorKind, status: number, retryAfterMs?: number): DeliveryError =>
    new DeliveryError(kind, kind, { ...(status === 0 ? {} : { status }), retryAfterMs });

  const send = async (batch: Batch, { signal, id }: SendOptions): Promise<Receipt> => {
    if (closed > 0) complaints.push('sent after the close');
    if (batch.count === 0) complaints.push('sent nothing');
    if (waitsMs.some(({ untilMs, id: other }) => other === id && untilMs > clock.now()))
      complaints.push('tried again earlier than asked');
    const { deed: what, afterMs } = acts[requests++ % acts.length] ?? { deed: { does: 'takes' }, afterMs: 0 };
    const before = Buffer.from(payload(batch));
    const whole = {
      accepted: batch.count,
      quarantined: 0,
      rejected: 0,
      bytes: byteLength(batch),
      status: 200,
    };
    const heeds = what.does === 'ignores an abort' ? never() : signal;
    await clock.sleep(afterMs, heeds);
    if (!before.equals(payload(batch))) complaints.push('the bytes changed under way');
    if (heeds.aborted) throw signal.reason;
    if (what.does === 'hangs' || what.does === 'takes and hangs') {
      if (what.does !== 'hangs') store(batch, 0, batch.count);
      await clock.sleep(1e9, signal);
      throw signal.reason;
    }
    if (what.does === 'fails') {
      const wishMs = Math.min(60_000, what.wishMs ?? 0);
      waitsMs.push({ untilMs: clock.now() + wishMs, id });
      throw errorOf(what.kind, what.status, what.wishMs);
    }
    if (what.does === 'takes and fails') {
      store(batch, 0, batch.count);
      throw new DeliveryError(what.how[0], 'Failed late', what.how[1]);
    }
    if (what.does !== 'parts') {
      store(batch, 0, batch.count);
      return whole;
    }
    const [accepted = 0, quarantined = 0, rejected = 0, lost = 0] = cut(what.shares, batch.count);
    store(batch, 0, accepted);
    const again = Array.from(
      { length: batch.count - accepted - quarantined - rejected - lost },
      (_, i) => batch.count - 1 - i,
    ).toReversed();
    // A selection of rows is not consecutive, so what it stores is told apart by position only.
    return {
      ...whole,
      accepted,
      quarantined,
      rejected,
      retryable: { rows: again, error: errorOf(what.kind, 200) },
      ...(lost === 0 ? {} : { unconfirmed: { rows: lost, error: errorOf('unconfirmed', 200) } }),
    };
  };
  const connection: Connection = {
    send,
    close() {
      closed++;
      return Promise.resolve();
    },
  };
  return { connection, complaints, stored, closed: () => closed };
}

/** Numbers of rows, each a share of what the ones before it left. */
function cut(shares: readonly [number, number, number, number], count: number): number[] {
  let left = count;
  return shares.map((each) => {
    const rows = Math.floor(each * left);
    left -= rows;
    return rows;
  });
}

/** Chance enough for ids that differ. Knuth's constants: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function chance(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}

const sumOf = (p: Counts): number =>
  p.accepted + p.quarantined + p.rejected + p.failed + p.dropped + p.inFlight;

/** Each count but `inFlight` never falls. */
const RISING = [
  'generated',
  'accepted',
  'quarantined',
  'rejected',
  'failed',
  'uncertain',
  'dropped',
  'retried',
] as const;

async function play(what: Scene): Promise<void> {
  const clock = virtualClock();
  const { connection, complaints, stored, closed } = hostile(what.acts, clock);
  const stop = new AbortController();
  const abort = new AbortController();
  const never = new AbortController().signal;
  void clock.sleep(what.stopAfterMs, never).then(() => stop.abort());
  if (what.abortAfterMs !== undefined) void clock.sleep(what.abortAfterMs, never).then(() => abort.abort());
  const reports: Progress[] = [];
  const summary: Summary = await clock.until(
    run({
      ...what,
      rows,
      pace: Number.isFinite(what.eps) ? steady(what.eps) : unlimited(500),
      connection,
      stop: stop.signal,
      abort: abort.signal,
      clock,
      random: chance(7),
      reportMs: 500,
      onProgress: (progress) => reports.push(progress),
    }),
  );

  for (const report of [...reports, summary]) {
    expect(sumOf(report)).toBe(report.generated);
    expect(report.inFlight).toBeGreaterThanOrEqual(0);
    expect(report.uncertain).toBeLessThanOrEqual(report.failed);
    expect(report.generated).toBeLessThanOrEqual(what.limit);
  }
  [...reports, summary].reduce((earlier, later) => {
    for (const name of RISING) expect(later[name], name).toBeGreaterThanOrEqual(earlier[name]);
    return later;
  });
  expect(summary.inFlight).toBe(0);
  expect(complaints).toEqual([]);
  expect(closed()).toBe(1);
  if (summary.reason === 'limit') expect(summary.generated).toBe(what.limit);
  expect(summary.error === undefined).toBe(summary.reason !== 'failed');
  const arrived = [...stored.values()].reduce((sum, times) => sum + times, 0);
  expect(summary.accepted).toBeLessThanOrEqual(arrived);
  if (what.acts.every(({ deed: { does } }) => does !== 'parts')) {
    expect(stored.size).toBeLessThanOrEqual(summary.accepted + summary.uncertain);
  }
  const endMs = Math.min(what.stopAfterMs + what.graceMs, what.abortAfterMs ?? Infinity);
  expect(summary.elapsedMs).toBeLessThanOrEqual(endMs);
}

/** A row that came through after its request was given up, and was then said to be too large: it was once counted as rejected. */
const LATE_THEN_TOO_LARGE: Parameters<typeof play>[0] = {
  acts: [
    { deed: { does: 'ignores an abort' }, afterMs: 100 },
    { deed: { does: 'fails', kind: 'too-large', status: 0, wishMs: undefined }, afterMs: 0 },
    { deed: { does: 'takes' }, afterMs: 0 },
  ],
  eps: 0.5,
  limit: 1,
  limits: { rows: 1, bytes: 300, bytesPerRow: 0, inFlight: 1, requestsPerSecond: 2 },
  retry: { attempts: 2, requestMs: 100, windowMs: 500, startWindowMs: Infinity },
  onFailure: 'stop',
  whenBehind: 'delay',
  stopAfterMs: 0,
  abortAfterMs: undefined,
  graceMs: 1000,
};

const unhandled: unknown[] = [];
const note = (reason: unknown): number => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

test('whatever a destination does, the counts are true, the limit is exact and the end is one', async () => {
  await fc.assert(fc.asyncProperty(scene, play), { numRuns: 250, examples: [[LATE_THEN_TOO_LARGE]] });
  expect(unhandled).toEqual([]);
}, 60_000);
