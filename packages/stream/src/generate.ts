import {
  issuesOf,
  newBatch,
  texts,
  type RowWriter,
  type Timeline,
  type Schema,
  openRecording,
  scanRecording,
  type ReplayOptions,
  recordedSchema,
} from '@catbird/engine';
import { systemClock } from '@catbird/send';
import { mistakes, readGiven, type GivenSchema, type RowOptions } from './given.ts';
import { planStream } from './plan.ts';

/** Options of `rows`. */
export interface RowsOptions extends RowOptions {
  /** How many rows. Default: all before `to`, or without an end. */
  readonly count?: number;
  /** Index of the first row. Default 0. */
  readonly first?: number;
}

/** Options besides those of rows and times. */
const ROWS_KEYS = ['seed', 'types', 'count', 'first'];

/** Rows of the first batch, and at most. */
const [LEAST_ROWS, MOST_ROWS] = [16, 4096] as const;

/**
 * The rows of a schema as objects, at once and in order. Loads the data that the schema needs. Without settings of time, rows have the
 * time at which they are made.
 *
 * @throws Error with a line for each mistake in the schema or the options
 */
export async function* rows(
  schema: GivenSchema,
  options: RowsOptions = {},
): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
  const { writer, timeline, first, end } = await writerFor(schema, options);
  const batch = newBatch();
  let size: number = LEAST_ROWS;
  for (let next = first; next < end; size = Math.min(MOST_ROWS, size * 2)) {
    const time = timeline ?? { startMs: systemClock.date(), stepMs: 0 };
    writer.fill(batch, { first: next, count: Math.min(size, end - next), time });
    next += batch.count;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for (const text of texts(batch)) yield JSON.parse(text) as Readonly<Record<string, unknown>>;
  }
}

/** What writes the rows, and the row after the last one; `Infinity`: there is no last one. */
async function writerFor(
  schema: GivenSchema,
  { count = Infinity, first = 0, ...options }: RowsOptions,
): Promise<{
  readonly writer: RowWriter;
  readonly timeline: Timeline | undefined;
  readonly first: number;
  readonly end: number;
}> {
  const wrong = Object.entries({ count, first }).filter(([, value]) => value !== Infinity && !isWhole(value));
  const foreign = ['delivery', 'format'].filter((name) => Object.hasOwn(options, name));
  if (foreign.length > 0)
    throw mistakes(issuesOf(...foreign.map((name) => `${name} does not apply to rows. Use stream`)));
  if (wrong.length > 0)
    throw mistakes(issuesOf(...wrong.map(([name]) => `${name} must be a whole number from 0 up`)));
  // What is only made may lie ahead of the clock.
  const future = options.from === undefined ? {} : { future: true };
  const planned = planStream(await readGiven(schema, { ...options, ...future }, ROWS_KEYS));
  if (!planned.ok) throw mistakes(planned.issues);
  const { rows: writer, time, wholeRows } = planned.plan;
  const end = Math.min(wholeRows < 0 ? Infinity : wholeRows, first + count);
  return { writer, timeline: time?.timeline, first, end };
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/**
 * The schema of recorded rows, for `stream` and `rows`: they are sent again, in their own rhythm unless `eps` is given.
 *
 * @param lines JSON, one object per line, which must not change later
 * @throws Error with a line for each mistake
 */
export async function readRecording(
  lines: string | Uint8Array,
  options: ReplayOptions = {},
): Promise<Schema> {
  const bytes = typeof lines === 'string' ? new TextEncoder().encode(lines) : lines;
  const scanned = await scanRecording(inMemory(bytes), {
    name: 'The recording',
    ...options,
    optionOf: String,
  });
  if (!scanned.ok) throw mistakes(scanned.issues);
  const recording = openRecording(
    { ...scanned.recording, digest: '' },
    { read: (from, to) => bytes.subarray(from, to), check: () => undefined },
  );
  return recordedSchema(scanned.members, recording);
}

/** Bytes of a piece: lines are looked at in pieces. */
const PIECE = 1024 * 1024;

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
