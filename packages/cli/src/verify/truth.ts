import type { RecordedStream } from '../record/file.ts';
import type { Result } from '@catbird/core/internal/issue';
import type { RecordedPart } from '@catbird/core/internal/resume';
import { durationText } from '@catbird/core/internal/time';
import {
  faultySpanTimes,
  faultyTruth,
  probe as firstRows,
  spanTimes,
  truthOf,
  type Row,
  type Truth,
} from '@catbird/core/internal/verify';
import { destinations } from '../destinations/list.ts';
import type { CommandIssue } from '../refusal.ts';
import { schemaJson } from '../schema/read.ts';
import { prepare } from '../stream/prepare.ts';
import type { Prepared } from '../stream/prepared.ts';
import { timingDifferences } from '../stream/row-timing.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { State } from '../stream/state.ts';
import type { Terminal } from '../terminal.ts';
import { eventTimesOf } from './sent-times.ts';
import { isFinished, openSent, sentIn, wrong, type SentRows } from './sent.ts';

/** The truth of a stream, and what people need to know of it. */
export interface StreamTruth {
  readonly truth: Truth;
  readonly prepared: Prepared;
  /** Columns that cannot be compared. */
  readonly ignored: readonly string[];
  readonly notes: readonly string[];
}

/** Options that change neither which rows there are, nor what they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'shard',
  'state',
  'resend',
  'startAt',
  'faultsLog',
  'deadLetter',
  'record',
  'inFlight',
  'workers',
  'format',
  'digest',
]);

/** What is asked of the rows of a stream, besides themselves: expressions, each under the name of a further column. */
export type Expressions = Readonly<Record<string, string>>;

/** What is asked of a truth. */
export interface TruthOptions {
  readonly expressions?: Expressions;
  /** Rows may still be sent, unless the records are finished. Default: no more are. */
  readonly isLive?: boolean;
}

/** The records of a stream. A record of a stream without a name is that of the only one. */
export const recordsOf = (
  { name }: Pick<StreamSpec, 'name'>,
  records: readonly RecordedStream[],
): readonly RecordedStream[] => records.filter((each) => each.name === null || each.name === (name ?? null));

/**
 * What of a stream should have arrived.
 *
 * @param records of all processes that sent it. Empty: all of its rows count as sent
 */
export async function streamTruth(
  spec: StreamSpec,
  records: readonly RecordedStream[],
  terminal: Terminal,
  { expressions = {}, isLive = false }: TruthOptions = {},
): Promise<Result<StreamTruth, CommandIssue>> {
  const name = spec.name === undefined ? '' : `streams.${spec.name}: `;
  const [record] = records;
  const made = await plannedAsSent(spec, record, expressions, terminal);
  if (!made.ok) return prefixedWith(name, made);
  const known = sentIn(records, made.prepared.wholeRows);
  if (!known.ok) return prefixedWith(name, known);
  const isOpen = isLive && !isFinished(records);
  const sent = isOpen ? openSent(known, made.prepared) : known;
  return prefixedWith(
    name,
    truthIn(
      made.prepared,
      records.flatMap((each) => each.parts),
      sent,
      isOpen,
    ),
  );
}

const prefixedWith = <Value extends object>(
  name: string,
  result: Result<Value, CommandIssue>,
): Result<Value, CommandIssue> =>
  result.ok || name === ''
    ? result
    : { ok: false, issues: result.issues.map((issue) => ({ ...issue, message: `${name}${issue.message}` })) };

/** The stream as it was sent, with the columns of expressions. */
async function plannedAsSent(
  spec: StreamSpec,
  record: RecordedStream | undefined,
  expressions: Expressions,
  terminal: Terminal,
): Promise<Result<{ readonly prepared: Prepared }, CommandIssue>> {
  if (record === undefined && spec.options.seed === undefined)
    return wrong('without a --record, verify needs a seed');
  const sameAsSent = await planned(spec, record, terminal);
  if (!sameAsSent.ok) return sameAsSent;
  const different = record === undefined ? [] : differences(record, sameAsSent.prepared);
  if (different.length > 0)
    return wrong(`the record is of a stream with ${different.join(' and ')}. Use the config of that run`);
  const computing = await withExpressions(spec, expressions, terminal);
  if (!computing.ok || computing.spec === spec) return computing.ok ? sameAsSent : computing;
  return planned(computing.spec, record, terminal);
}

/** A byte is kept for each row. */
const MOST_ROWS = 2 ** 31;

/** The truth of a planned stream. */
function truthIn(
  prepared: Prepared,
  parts: readonly RecordedPart[],
  { sent, rows }: SentRows,
  isOpen: boolean,
): Result<StreamTruth, CommandIssue> {
  const { faulty, plain, schema } = prepared;
  if (rows > MOST_ROWS)
    return wrong(
      `${rows.toLocaleString('en')} rows do not fit into memory. At most ${MOST_ROWS.toLocaleString('en')} can be verified`,
    );
  const known = timeOf(prepared, parts, rows);
  if (known === undefined && schema.journey !== undefined)
    return wrong('its events are steps of journeys, which need computed event times. Set from');
  const time = known ?? { startMs: 0, stepMs: 0 };
  const ignored = known === undefined ? clockColumns(plain, rows) : [];
  const truth =
    faulty === undefined
      ? {
          ...truthOf(plain, time, rows, sent),
          ...(known !== undefined && { eventMs: eventTimesOf(known) }),
        }
      : faultyTruth(faulty, time, rows, sent);
  const unknown = `Not compared: ${ignored.join(', ')}, because the times at which rows were made are not known. Set from, or use a record of one process without threads`;
  return {
    ok: true,
    prepared,
    truth: isOpen ? { ...truth, isOpen } : truth,
    ignored,
    notes: [...(isOpen ? [STILL_SENT] : notesOf(parts)), ...(ignored.length > 0 ? [unknown] : [])],
  };
}

/** Rows that show which columns follow the time. */
const SHOWN_BY = 256;

/** The columns whose values depend on the time at which a row is made. */
function clockColumns(plain: Prepared['plain'], rows: number): readonly string[] {
  const count = Math.min(rows, SHOWN_BY);
  const at = (startMs: number): readonly Row[] => firstRows(truthOf(plain, { startMs, stepMs: 0 }, count));
  const [one, other] = [at(0), at(1_000_000_007)];
  const columns = new Set(one.flatMap((row) => Object.keys(row)));
  return [...columns].filter((column) =>
    one.some((row, i) => JSON.stringify(row[column]) !== JSON.stringify(other[i]?.[column])),
  );
}

/** The stream with further columns that hold the values of expressions. All others stay as they are: draws follow from names. */
async function withExpressions(
  spec: StreamSpec,
  expressions: Expressions,
  terminal: Terminal,
): Promise<Result<{ readonly spec: StreamSpec }, CommandIssue>> {
  if (Object.keys(expressions).length === 0) return { ok: true, spec };
  const found = await schemaJson(spec.source, terminal);
  if (!found.ok) return found;
  const fields: unknown = JSON.parse(found.json);
  const more = Object.entries(expressions).map(([name, params]) => [
    name,
    { type: 'catbird.expression', params },
  ]);
  const all = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const text = JSON.stringify(Object.fromEntries([...all, ...more]));
  return {
    ok: true,
    spec: { ...spec, source: { text, name: 'the schema with what verify computes', folder: found.folder } },
  };
}

/** Plans the stream as its first process did. */
async function planned(
  spec: StreamSpec,
  record: RecordedStream | undefined,
  terminal: Terminal,
): Promise<Result<{ readonly prepared: Prepared }, CommandIssue>> {
  const [log] = destinations.filter(({ command }) => command === 'log');
  if (log === undefined) throw new Error('The destination log is missing');
  const options: StreamOptions = {
    ...Object.fromEntries(Object.entries(spec.options).filter(([key]) => !LEFT_OUT.has(key))),
    ...(record && { seed: record.seed }),
  };
  const plain: StreamSpec = {
    ...spec,
    options,
    destination: log,
    settings: {},
    isDryRun: true,
    ...(record?.time && { nowMs: record.time.nowMs }),
  };
  const made = await prepare(plain, terminal);
  if (!made.ok || record === undefined || !hasChanges(record)) return made;
  // What was changed while it ran is read as from a state of it.
  const { fingerprint, seed } = made.prepared;
  const state: State = {
    next: 0,
    acknowledged: [],
    lost: [],
    seed,
    fingerprint,
    shard: null,
    spans: [],
    file: null,
    faultLog: null,
    faultChanges: record.faultChanges,
    time: record.time,
  };
  const slot: StreamSpec['slot'] = {
    name: 'the record',
    isShared: false,
    load: () => ({ ok: true, state }),
    claim: () => Promise.resolve(),
    save: () => undefined,
    saved: () => undefined,
    follow: () => undefined,
    close: () => Promise.resolve(),
  };
  return prepare({ ...plain, slot }, terminal);
}

const hasChanges = ({ faultChanges, time }: RecordedStream): boolean =>
  faultChanges.length > 0 || (time?.changes.length ?? 0) > 0;

/** How the record differs from the stream. */
const differences = (record: RecordedStream, { rowsHash, time }: Prepared): readonly string[] => [
  ...(record.fingerprint === rowsHash ? [] : ['another schema or other faults']),
  ...timingDifferences(record.time, time?.given),
];

/** The event times of all rows. Undefined: they are not known. @param rows or positions that were sent */
function timeOf(
  { time, schema, faulty }: Prepared,
  parts: readonly RecordedPart[],
  rows: number,
): Parameters<typeof truthOf>[1] | undefined {
  if (time !== undefined) return time.timeline;
  if (schema.journey !== undefined) return undefined;
  const [part, another] = parts;
  return part === undefined || another !== undefined || part.shard !== null
    ? undefined
    : faulty === undefined
      ? spanTimes(part.spans)
      : faultySpanTimes(part.spans, faulty, rows);
}

const STILL_SENT = 'The record is not finished: rows that it does not know to be acknowledged are not judged';

function notesOf(parts: readonly RecordedPart[]): readonly string[] {
  const toMs = Math.max(...parts.map(({ acknowledged }) => acknowledged?.toMs ?? 0));
  return [
    ...(parts.some(({ isWhole }) => !isWhole)
      ? ['A process that sent the rows was killed: what it sent last may be there or not, once or twice']
      : []),
    ...(toMs > 1000
      ? [`Times of acknowledgement are known to ${durationText(toMs)}: the stream was long`]
      : []),
  ];
}
