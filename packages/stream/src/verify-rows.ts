import { issuesOf, newBatch, type Faults, type Extent, type RowWriter } from '@catbird/engine';
import {
  faultyTruth,
  type Arrived,
  newJudge,
  type JudgeOptions,
  type TableReport,
  allSent,
  truthOf,
  type Sent,
  type Truth,
} from '@catbird/verify';
import { mistakes, type GivenSchema, type RowOptions } from './given.ts';
import { readGiven } from './given-stream.ts';
import { planStream, type StreamPlan } from './plan.ts';

/** Options of `verify`: what was sent, what has arrived, and how to compare them. */
export interface VerifyOptions extends RowOptions, JudgeOptions {
  readonly schema: GivenSchema;
  /** The seed of the rows. */
  readonly seed: number | string;
  /** What has arrived: objects, or lines of JSON as bytes. */
  readonly arrived: AsyncIterable<Arrived> | Iterable<Arrived>;
  /** How many rows were sent. Default: all before `to`. */
  readonly count?: number;
  /** The faults of the stream. Default: none. */
  readonly faults?: Faults;
  /** What became of the rows when they were sent, by their positions in the stream. Default: each was accepted once. */
  readonly sent?: Sent;
}

/** Options besides those of rows and times. */
const VERIFY_KEYS: readonly (keyof VerifyOptions)[] = [
  ...(['schema', 'seed', 'types', 'arrived', 'count', 'faults', 'sent', 'isLoose', 'emptyIsNull'] as const),
  ...(['ignore', 'names', 'tolerance', 'identity', 'stage', 'examples', 'allow', 'arrival'] as const),
  ...(['withinMs', 'onChanged'] as const),
];

/** Rows that are judged at once. */
const AT_ONCE = 4096;

/**
 * Computes again the rows that should have arrived, and compares them with those that have. Loads the data that the schema needs.
 *
 * @throws OptionsError with all mistakes in the schema or the options
 * @throws IdentityError if the columns of `identity` do not tell rows apart
 */
export async function verify({ arrived, ...options }: VerifyOptions): Promise<TableReport> {
  const judge = newJudge(await truthFor(options), options);
  let some: Arrived[] = [];
  for await (const row of arrived) {
    some.push(row);
    if (some.length < AT_ONCE) continue;
    judge.take(some);
    some = [];
  }
  judge.take(some);
  return judge.report();
}

/** What should have arrived. @throws OptionsError with all mistakes */
async function truthFor({ schema, count, sent, ...options }: Omit<VerifyOptions, 'arrived'>): Promise<Truth> {
  // What is only made may lie ahead of the clock.
  const future = options.from === undefined ? {} : { future: true };
  const planned = planStream(
    await readGiven(
      schema,
      { ...options, ...(count !== undefined && { limit: count }), ...future },
      VERIFY_KEYS,
    ),
  );
  if (!planned.ok) throw mistakes(planned.issues);
  const { plain, faulty, wholeRows, time, isDropped } = planned.plan;
  if (wholeRows < 0) throw mistakes(issuesOf('verify needs an end: set count or to'));
  const times = time?.timeline ?? timeless(planned.plan);
  const known = { ...(sent ?? allSent(wholeRows)), isDropped };
  return faulty === undefined
    ? truthOf(plain, times, wholeRows, known)
    : faultyTruth(faulty, times, wholeRows, known);
}

/** Any time, for rows that do not depend on it. @throws Error if they do */
function timeless({ plain, wholeRows }: StreamPlan): Extent['time'] {
  const count = Math.min(wholeRows, AT_ONCE);
  const [early, late] = [EARLY, LATE].map((startMs) => textAt(plain, { startMs, stepMs: 0 }, count));
  if (early !== late)
    throw mistakes(
      issuesOf('The rows have the time at which they were made, which verify cannot know. Set from'),
    );
  return { startMs: EARLY, stepMs: 0 };
}

/** Two times that share no part. */
const [EARLY, LATE] = [Date.UTC(2001, 1, 3, 4, 5, 6, 789), Date.UTC(2032, 10, 28, 19, 37, 48, 123)] as const;

function textAt(rows: RowWriter, time: Extent['time'], count: number): string {
  const { bytes, ends, count: made } = rows.fill(newBatch(), { first: 0, count, time });
  return new TextDecoder().decode(bytes.subarray(0, ends[made - 1] ?? 0));
}
