import { earlierRows, type RecordedPart } from '../record/recorder.ts';
import type { RecordedStream } from '../record/file.ts';
import { invalid, type Result } from '@catbird/core/internal/issue';
import { putIn, type Range } from '@catbird/core/internal/resume';
import { allSent, faultyTruth, spanTimes, truthOf, type Sent, type Truth } from '@catbird/core/verify';
import { destinations } from '../destinations/list.ts';
import type { CommandIssue } from '../refusal.ts';
import { schemaJson } from '../schema/read.ts';
import { prepare } from '../stream/prepare.ts';
import type { Prepared } from '../stream/prepared.ts';
import { timingDifferences } from '../stream/row-timing.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { State } from '../stream/state.ts';
import type { Terminal } from '../terminal.ts';

/** The truth of a stream, and what people need to know of it. */
export interface StreamTruth {
  readonly truth: Truth;
  readonly prepared: Prepared;
  readonly notes: readonly string[];
}

/** Options that change neither which rows there are, nor what they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'shard',
  'state',
  'resend',
  'startAt',
  'faultsLog',
  'record',
  'inFlight',
  'workers',
  'format',
  'digest',
]);

/** What is asked of the rows of a stream, besides themselves: expressions, each under the name of a further column. */
export type Expressions = Readonly<Record<string, string>>;

/**
 * What of a stream should have arrived.
 *
 * @param records of all processes that sent it. Empty: all of its rows count as sent
 */
export async function streamTruth(
  spec: StreamSpec,
  records: readonly RecordedStream[],
  terminal: Terminal,
  expressions: Expressions = {},
): Promise<Result<StreamTruth, CommandIssue>> {
  const [record] = records;
  const name = spec.name === undefined ? '' : `streams.${spec.name}: `;
  if (record === undefined && spec.options.seed === undefined)
    return wrong(`${name}without a --record, verify needs a seed`);
  const sameAsSent = await planned(spec, record, terminal);
  if (!sameAsSent.ok) return sameAsSent;
  const different = record === undefined ? [] : differences(record, sameAsSent.prepared);
  if (different.length > 0)
    return wrong(
      `${name}the record is of a stream with ${different.join(' and ')}. Use the config of that run`,
    );
  const computing = await withExpressions(spec, expressions, terminal);
  if (!computing.ok) return computing;
  const made = computing.spec === spec ? sameAsSent : await planned(computing.spec, record, terminal);
  if (!made.ok) return made;
  const whole = made.prepared.wholeRows;
  if (record === undefined && whole < 0)
    return wrong(`${name}without a --record, verify needs an end: set limit, duration or to`);
  const parts = records.flatMap((each) => each.parts);
  const sent = record === undefined ? { ok: true as const, sent: allSent(whole) } : sentOf(parts, record);
  if (!sent.ok) return sent;
  const time = timeOf(made.prepared, parts);
  if (time === undefined)
    return wrong(
      `${name}its events have the time of the clock, which a record of shards or threads, or none at all, cannot tell. Set from, for computed event times`,
    );
  const { faulty, plain } = made.prepared;
  const rows = Math.max(0, ...[...sent.sent.accepted, ...sent.sent.uncertain].map(([, end]) => end));
  const positions = Number.isFinite(rows) ? rows : whole;
  if (positions < 0) return wrong(`${name}the record has no end of the sent rows. Set a limit`);
  return {
    ok: true,
    prepared: made.prepared,
    truth:
      faulty === undefined
        ? truthOf(plain, time, positions, sent.sent)
        : faultyTruth(faulty, time, positions, sent.sent),
    notes: notesOf(parts),
  };
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
  const text = JSON.stringify({ ...(fields as object), ...Object.fromEntries(more) });
  return {
    ok: true,
    spec: { ...spec, source: { text, name: 'the schema with what verify computes', folder: found.folder } },
  };
}

const wrong = (message: string): Result<never, CommandIssue> => ({
  ok: false,
  issues: [{ kind: 'config', message }],
});

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

/** What all parts sent, by positions in the whole stream. */
function sentOf(
  parts: readonly RecordedPart[],
  { splitBy }: RecordedStream,
): Result<{ readonly sent: Sent }, CommandIssue> {
  if (parts.some(({ shard }) => shard !== null) && splitBy !== null)
    return invalid(
      `The record is of a stream that is split by ${splitBy}. This cannot be verified yet: use --shard or --workers without --split-by`,
    );
  const all = parts.map(({ shard, accepted, uncertain, repeated, ...rest }) => {
    const unknown = [...uncertain];
    for (const range of earlierRows({ shard, accepted, uncertain, repeated, ...rest })) putIn(unknown, range);
    return { shard, accepted, uncertain: unknown, repeated };
  });
  const of = (kind: 'accepted' | 'uncertain' | 'repeated'): readonly Range[] => {
    const ranges: Range[] = [];
    for (const part of all) for (const range of positionsOf(part[kind], part.shard)) putIn(ranges, range);
    return ranges;
  };
  return {
    ok: true,
    sent: { accepted: of('accepted'), uncertain: of('uncertain'), repeated: of('repeated') },
  };
}

/** The positions of rows of a shard. */
function* positionsOf(ranges: readonly Range[], shard: RecordedPart['shard']): Generator<Range> {
  if (shard === null) yield* ranges;
  else
    for (const [first, end] of ranges) {
      if (!Number.isFinite(end)) yield [shard.index + first * shard.count, Infinity];
      else
        for (let row = first; row < end; row++) {
          const position = shard.index + row * shard.count;
          yield [position, position + 1];
        }
    }
}

/** The event times of all rows. Undefined: they are not known. */
function timeOf(
  { time, schema }: Prepared,
  parts: readonly RecordedPart[],
): Parameters<typeof truthOf>[1] | undefined {
  if (time !== undefined) return time.timeline;
  if (schema.journey !== undefined) return undefined;
  const [part, another] = parts;
  return part === undefined || another !== undefined || part.shard !== null
    ? undefined
    : spanTimes(part.spans);
}

function notesOf(parts: readonly RecordedPart[]): readonly string[] {
  return parts.some(({ isWhole }) => !isWhole)
    ? ['A process that sent the rows was killed: what it sent last may be there or not, once or twice']
    : [];
}
