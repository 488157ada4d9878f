import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { virtualClock, type VirtualClock } from '../../test/virtual-clock.ts';
import type { Connection, Receipt, SendOptions } from '../destinations/destination.ts';
import { DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from '../destinations/error.ts';
import { steady, unlimited } from '../pace/pace.ts';
import { byteLength, payload, type Batch } from '../../../engine/src/rows/batch.ts';
import { compile } from '../../../engine/src/rows/writer.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import type { Counts, Progress, Summary } from './progress.ts';
import { run } from './run.ts';

const parsed = parseSchema(
  '{"n": {"type": "number.int"}, "s": {"type": "string.alpha", "params": [{"length": {"min": 0, "max": 40}}]}}',
);
if (!parsed.ok) throw new Error('The test schema is invalid');
const rows = compile(parsed.schema, { seed: 7 });

/** How a hostile destination handles one request. */
type Behaviour =
  | { readonly does: 'store' | 'hang' | 'store and hang' | 'ignore abort' }
  | {
      readonly does: 'store some';
      readonly shares: readonly [number, number, number, number];
      readonly kind: DeliveryErrorKind;
    }
  | { readonly does: 'store and fail'; readonly how: readonly [DeliveryErrorKind, DeliveryErrorDetails] }
  | {
      readonly does: 'fail';
      readonly kind: DeliveryErrorKind;
      readonly status: number;
      readonly retryAfterMs: number | undefined;
    };

interface Step {
  readonly behaviour: Behaviour;
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
/** Failures of requests whose rows are stored nevertheless. */
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
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Behaviour>({ does: 'store' }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('hang', 'store and hang', 'ignore abort') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('store some'),
      shares: fc.tuple(share, share, share, share),
      kind: fc.constantFrom('rate-limited', 'unavailable'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('store and fail'), how: lateFailures }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('fail'),
      kind: kinds,
      status: fc.constantFrom(0, 400, 502, 503),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 70_000 }), { nil: undefined }),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.record({
  behaviour,
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
});

const scenario = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  eps: fc.constantFrom(0.5, 3, 50, 1001, Infinity),
  limit: fc.integer({ min: 0, max: 3000 }),
  limits: fc.record({
    rows: fc.constantFrom(1, 7, 500, 2000),
    bytes: fc.constantFrom(30, 300, 100_000),
    bytesPerRow: fc.constantFrom(0, 1),
    inFlight: fc.integer({ min: 1, max: 6 }),
    growsTo: fc.constantFrom(0, 2000),
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
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** A destination that follows the steps in turn, and remembers what it really stored. */
function hostile(steps: readonly Step[], clock: VirtualClock) {
  const stored = new Map<number, number>();
  const complaints: string[] = [];
  const waits: { readonly untilMs: number; readonly id: string }[] = [];
  let requests = 0;
  let closed = 0;

  const check = (batch: Batch, id: string): void => {
    if (closed > 0) complaints.push('sent after the close');
    if (batch.count === 0) complaints.push('sent nothing');
    if (waits.some(({ untilMs, id: other }) => other === id && untilMs > clock.now()))
      complaints.push('retried earlier than Retry-After allows');
  };
  const store = (batch: Batch, count = batch.count): void => {
    for (let i = 0; i < count; i++) stored.set(batch.first + i, (stored.get(batch.first + i) ?? 0) + 1);
  };
  const respond = async (
    behaviour: Behaviour,
    batch: Batch,
    { signal, id }: SendOptions,
  ): Promise<Receipt> => {
    if (behaviour.does === 'fail') {
      waits.push({ untilMs: clock.now() + Math.min(60_000, behaviour.retryAfterMs ?? 0), id });
      throw errorOf(behaviour.kind, behaviour.status, behaviour.retryAfterMs);
    }
    if (behaviour.does === 'hang') return hang(signal, clock);
    const receipt = behaviour.does === 'store some' ? partialReceipt(batch, behaviour) : receiptOf(batch);
    store(batch, receipt.accepted);
    if (behaviour.does === 'store and hang') return hang(signal, clock);
    if (behaviour.does === 'store and fail')
      throw new DeliveryError(behaviour.how[0], 'Failed late', behaviour.how[1]);
    return receipt;
  };
  const send = async (batch: Batch, options: SendOptions): Promise<Receipt> => {
    check(batch, options.id);
    const { behaviour, afterMs } = steps[requests++ % steps.length] ?? ALWAYS_STORE;
    const before = Buffer.from(payload(batch));
    const signal = behaviour.does === 'ignore abort' ? new AbortController().signal : options.signal;
    await clock.sleep(afterMs, signal);
    if (!before.equals(payload(batch))) complaints.push('the bytes changed in flight');
    if (signal.aborted) throw signal.reason;
    return respond(behaviour, batch, options);
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

const ALWAYS_STORE: Step = { behaviour: { does: 'store' }, afterMs: 0 };

const errorOf = (kind: DeliveryErrorKind, status: number, retryAfterMs?: number): DeliveryError =>
  new DeliveryError(kind, kind, { ...(status === 0 ? {} : { status }), retryAfterMs });

const receiptOf = (batch: Batch): Receipt => ({
  accepted: batch.count,
  quarantined: 0,
  rejected: 0,
  bytes: byteLength(batch),
  status: 200,
});

async function hang(signal: AbortSignal, clock: VirtualClock): Promise<never> {
  await clock.sleep(1e9, signal);
  throw signal.reason;
}

/** Accepts the first rows of a batch. Selected rows are not consecutive, so what they store is known by position only. */
function partialReceipt(batch: Batch, { shares, kind }: Extract<Behaviour, { does: 'store some' }>): Receipt {
  const [accepted = 0, quarantined = 0, rejected = 0, lost = 0] = cut(shares, batch.count);
  const retryable = batch.count - accepted - quarantined - rejected - lost;
  const rows = Array.from({ length: retryable }, (_, i) => batch.count - retryable + i);
  return {
    ...receiptOf(batch),
    accepted,
    quarantined,
    rejected,
    retryable: { rows, error: errorOf(kind, 200) },
    ...(lost === 0 ? {} : { unconfirmed: { rows: lost, error: errorOf('unconfirmed', 200) } }),
  };
}

/** Numbers of rows, each a share of what is left of the previous ones. */
function cut(shares: readonly [number, number, number, number], count: number): number[] {
  let left = count;
  return shares.map((each) => {
    const rows = Math.floor(each * left);
    left -= rows;
    return rows;
  });
}

/** A random source for distinct ids. Knuth's constants: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function lcg(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}

const sumOf = (p: Counts): number =>
  p.accepted + p.quarantined + p.rejected + p.failed + p.dropped + p.inFlight;

/** Counts that never decrease: all but `inFlight`. */
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

async function play(what: Scenario): Promise<void> {
  const clock = virtualClock();
  const { connection, complaints, stored, closed } = hostile(what.steps, clock);
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
      random: lcg(7),
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
  if (what.steps.every(({ behaviour: { does } }) => does !== 'store some')) {
    expect(stored.size).toBeLessThanOrEqual(summary.accepted + summary.uncertain);
  }
  const endMs = Math.min(what.stopAfterMs + what.graceMs, what.abortAfterMs ?? Infinity);
  expect(summary.elapsedMs).toBeLessThanOrEqual(endMs);
}

/** A row that arrived after its request was abandoned, and was rejected as too large on retry. It once counted as rejected. */
const LATE_THEN_TOO_LARGE: Parameters<typeof play>[0] = {
  steps: [
    { behaviour: { does: 'ignore abort' }, afterMs: 100 },
    { behaviour: { does: 'fail', kind: 'too-large', status: 0, retryAfterMs: undefined }, afterMs: 0 },
    { behaviour: { does: 'store' }, afterMs: 0 },
  ],
  eps: 0.5,
  limit: 1,
  limits: { rows: 1, bytes: 300, bytesPerRow: 0, inFlight: 1, growsTo: 0, requestsPerSecond: 2 },
  retry: { attempts: 2, requestMs: 100, windowMs: 500, startWindowMs: Infinity },
  onFailure: 'stop',
  whenBehind: 'delay',
  stopAfterMs: 0,
  abortAfterMs: undefined,
  graceMs: 1000,
};

/** An abandoned request that is still reading its batch when later rows are generated. */
const LATE_READER: Parameters<typeof play>[0] = {
  steps: [
    { behaviour: { does: 'ignore abort' }, afterMs: 5000 },
    { behaviour: { does: 'store' }, afterMs: 0 },
    { behaviour: { does: 'store' }, afterMs: 0 },
    { behaviour: { does: 'store' }, afterMs: 0 },
    { behaviour: { does: 'store' }, afterMs: 0 },
  ],
  eps: 50,
  limit: 500,
  limits: { rows: 500, bytes: 100_000, bytesPerRow: 0, inFlight: 1, growsTo: 0, requestsPerSecond: 50 },
  retry: { attempts: 5, requestMs: 100, windowMs: 60_000, startWindowMs: Infinity },
  onFailure: 'continue',
  whenBehind: 'delay',
  stopAfterMs: 60_000,
  abortAfterMs: undefined,
  graceMs: 1000,
};

const unhandled: unknown[] = [];
const note = (reason: unknown): number => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

test('whatever a destination does, the counts add up, the limit is exact and the run ends once', async () => {
  await fc.assert(fc.asyncProperty(scenario, play), {
    numRuns: cases(32),
    examples: [[LATE_THEN_TOO_LARGE], [LATE_READER]],
  });
  expect(unhandled).toEqual([]);
});
