import type { Result } from '@catbird/engine';
import { destinations } from '../destinations/list.ts';
import type { RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import { schemaJson } from '../schema/read-schema.ts';
import { prepare } from '../stream/prepare.ts';
import type { Prepared } from '../stream/prepared.ts';
import { timingDifferences } from '../stream/event-times.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { State } from '../stream/state.ts';
import type { Terminal } from '../terminal.ts';
import { otherVersions } from '../types/package.ts';
import { wrong } from './sent.ts';

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

/** The stream as it was sent, with the columns of expressions. */
export async function plannedAsSent(
  spec: StreamSpec,
  record: RecordedStream | undefined,
  expressions: Expressions,
  terminal: Terminal,
): Promise<Result<{ readonly prepared: Prepared }, CommandIssue>> {
  if (record === undefined && spec.options.seed === undefined)
    return wrong('without a --record, verify needs a seed');
  if (record === undefined && spec.options.size !== undefined)
    return wrong(
      'without a --record, verify does not know how many events a size was. Set limit in place of size',
    );
  const sameAsSent = await planned(spec, record, terminal);
  if (!sameAsSent.ok) return sameAsSent;
  const different = record === undefined ? [] : differences(record, sameAsSent.prepared);
  if (different.length > 0)
    return wrong(`the record is of a stream with ${different.join(' and ')}. Use the config of that run`);
  const computing = await withExpressions(spec, expressions, terminal);
  if (!computing.ok || computing.spec === spec) return computing.ok ? sameAsSent : computing;
  return planned(computing.spec, record, terminal);
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
    // The size was that of rows in their format, which are planned as JSON here.
    ...(record && spec.options.size !== undefined && { size: undefined, limit: record.rows ?? -1 }),
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
    started: record.started,
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

const hasChanges = ({ faultChanges, started = [], time }: RecordedStream): boolean =>
  faultChanges.length > 0 || started.length > 0 || (time?.changes.length ?? 0) > 0;

/** How the record differs from the stream. */
const differences = (record: RecordedStream, { rowsHash, time, types }: Prepared): readonly string[] => [
  ...(record.fingerprint === rowsHash
    ? []
    : ['another schema or other faults', ...otherVersions(record.types, types)]),
  ...timingDifferences(record.time, time?.given),
];
