import type { RecordedStream } from '../record/record-file.ts';
import { type Result, durationText, invalid } from '@catbird/engine';
import { unacceptedIn, type RecordedPart } from '@catbird/stream';
import {
  faultySpanTimes,
  faultyTruth,
  probe as firstRows,
  spanTimes,
  truthOf,
  type Reading,
  type RowObject,
  type TableReport,
  type Truth,
} from '@catbird/verify';
import type { CommandIssue } from '../refusal.ts';
import type { Prepared } from '../stream/prepared.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { plannedAsSent, type Expressions } from './as-sent.ts';
import { eventTimesOf, isFinished, openSent, sentIn, wrong, type SentRows } from './sent.ts';
import { otherVersions, typesNamed, type TypePackage } from '../types/package.ts';
import type { BesideConfig } from '../config/streams.ts';
import { destinations } from '../destinations/list.ts';
import { readEntities, type EntitiesReading } from '../schema/read-schema.ts';

/** The truth of a stream, and what people need to know of it. */
export interface StreamTruth {
  readonly truth: Truth;
  readonly prepared: Prepared;
  /** Columns that cannot be compared. */
  readonly ignored: readonly string[];
  readonly notes: readonly string[];
  /** How rows are read in the format in which they were sent. */
  readonly reading: Pick<Reading, 'nulls' | 'written'>;
  /** Rows that the destination did not accept. Undefined: no record tells. */
  readonly unaccepted: TableReport['unaccepted'];
}

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
  const parts = records.flatMap((each) => each.parts);
  const truth = truthIn(made.prepared, parts, sent, isOpen);
  const versions = otherVersions(record?.types, made.prepared.types);
  const notes = versions.map((each) => `Sent with ${each}: values may differ`);
  if (!truth.ok) return prefixedWith(name, truth);
  const reading = readingOf(record, spec);
  return { ...truth, reading, notes: [...notes, ...truth.notes] };
}

/** What a format makes of rows. */
function readingOf(record: RecordedStream | undefined, { options }: StreamSpec): StreamTruth['reading'] {
  const { name, null: mark } = record?.format ?? options.format ?? {};
  if (name === 'tsv' || name === 'cloudevents' || name === 'protobuf') return { written: name };
  return name === 'csv' && typeof mark === 'string' && mark !== '' ? { nulls: [mark] } : {};
}

const prefixedWith = <Value extends object>(
  name: string,
  result: Result<Value, CommandIssue>,
): Result<Value, CommandIssue> =>
  result.ok || name === ''
    ? result
    : { ok: false, issues: result.issues.map((issue) => ({ ...issue, message: `${name}${issue.message}` })) };

/** A byte is kept for each row. */
const MOST_ROWS = 2 ** 31;

/** The truth of a planned stream. */
function truthIn(
  prepared: Prepared,
  parts: readonly RecordedPart[],
  { sent: recorded, rows }: SentRows,
  isOpen: boolean,
): Result<Omit<StreamTruth, 'reading'>, CommandIssue> {
  const { faulty, plain, schema, isDropped } = prepared;
  const sent = { ...recorded, isDropped };
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
    unaccepted: parts.length === 0 ? undefined : unacceptedIn(parts),
    notes: [...(isOpen ? [STILL_SENT] : notesOf(parts)), ...(ignored.length > 0 ? [unknown] : [])],
  };
}

/** Rows that show which columns follow the time. */
const SHOWN_BY = 256;

/** The columns whose values depend on the time at which a row is made. */
function clockColumns(plain: Prepared['plain'], rows: number): readonly string[] {
  const count = Math.min(rows, SHOWN_BY);
  const at = (startMs: number): readonly RowObject[] =>
    firstRows(truthOf(plain, { startMs, stepMs: 0 }, count));
  const [one, other] = [at(0), at(1_000_000_007)];
  const columns = new Set(one.flatMap((row) => Object.keys(row)));
  return [...columns].filter((column) =>
    one.some((row, i) => JSON.stringify(row[column]) !== JSON.stringify(other[i]?.[column])),
  );
}

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

/** The streams of records, with the entities and the types of packages that their schemas may use. */
export async function specsOf(
  records: readonly RecordedStream[],
  { types: names, json }: Pick<BesideConfig, 'types' | 'json'>,
  terminal: Terminal,
): Promise<Result<{ readonly specs: readonly StreamSpec[] }, CommandIssue>> {
  const loaded = await typesNamed(names, terminal, json);
  if (!loaded.ok) return loaded;
  const { types } = loaded;
  const lacked = lackedTypes(records, types);
  if (lacked.length > 0)
    return invalid(`The record is of a stream with types of packages. Add ${lacked.join(' ')}`);
  const read = new Map<RecordedStream['entities'], EntitiesReading>();
  const specs: StreamSpec[] = [];
  for (const record of records) {
    const { entities: from } = record;
    const shared = from && (read.get(from) ?? (await readEntities(from, types)));
    if (shared?.ok === false) return shared;
    if (shared !== undefined) read.set(from, shared);
    specs.push({ ...specOf(record), types, ...(shared && { entities: shared.entities }) });
  }
  return { ok: true, specs };
}

/** The options that load packages which rows were sent with. A module may have another path now. */
function lackedTypes(records: readonly RecordedStream[], types: readonly TypePackage[]): readonly string[] {
  const lacked = records
    .flatMap((record) => record.types ?? [])
    .filter(({ name, version }) => !types.some((each) => each.name === name || each.version === version))
    .map(({ name }) => `--types ${name}`);
  return [...new Set(lacked)];
}

function specOf({ name, destination, source, incidents, options }: RecordedStream): StreamSpec {
  const known = destinations.find(({ command }) => command === destination) ?? destinations[0];
  if (known === undefined) throw new Error('There is no destination');
  return {
    ...(name !== null && { name }),
    destination: known,
    settings: {},
    source,
    ...(incidents && { incidents }),
    options,
    nameOf: String,
    optionOf: (option) => option,
  };
}
