import type { CommandIssue } from '../refusal.ts';
import { invalid, type Result, type Timing, withStarted } from '@catbird/engine';
import { withFormat } from '@catbird/formats';
import { keyedSides, planStream, type StreamPlan } from '@catbird/stream';
import type { Terminal } from '../terminal.ts';
import { timingOf } from './event-times.ts';
import { identityOf } from '../schema/recording.ts';
import { newFaultLog, type FaultLog } from './fault-file.ts';
import { type Inputs, isOrdered } from './inputs.ts';
import { outputIssues } from './outputs.ts';
import { newBlocks, type Blocks } from '../workers/blocks.ts';
import { workerMode, workersOf, type Workers } from '../workers/choose.ts';
import { partOf, type Part } from './part.ts';
import type { Prepared } from './prepared.ts';
import { fileProblem } from './resume.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { ownSplit } from './split-key.ts';
import { fingerprintOf } from './state.ts';
import type { Loaded } from './store/slot.ts';

/** Which rows a stream sends, and where they go on this machine. */
export interface StreamExtent extends Pick<
  Prepared,
  | 'faultLog'
  | 'fingerprint'
  | 'rowsHash'
  | 'format'
  | 'hasRows'
  | 'isFinished'
  | 'local'
  | 'startGenerating'
  | 'workers'
> {
  readonly part: Part;
  readonly plan: StreamPlan;
}

/** Determines the rows to send, by the options and the state of an earlier process. */
export async function extentOf(
  spec: StreamSpec,
  inputs: Inputs,
  env: Terminal['env'],
): Promise<Result<StreamExtent, CommandIssue>> {
  const { destination, options } = spec;
  const { schema, config, format } = inputs;
  const fingerprint = fingerprintWith(options, inputs);
  const local = destination.local?.(config);
  // Before the state is read: a file used for something else is no state.
  const issues = outputIssues([{ spec, local }]);
  if (issues.length > 0) return { ok: false, issues };
  const found = partFor(spec, inputs, fingerprint, env);
  if (!found.ok) return found;
  const { part } = found;
  const timing = timingOf(spec, schema.schema, inputs.time, part);
  if (!timing.ok) return timing;
  const blocks = blocksOf(spec, inputs, part, timing.value);
  const planned = planOf(spec, inputs, { part, blocks, timing: timing.value });
  if (!planned.ok) return planned;
  const { plan, faultLog } = planned;
  const workers = workersOf(spec, {
    mode: workerMode(spec, schema.schema, plan.time),
    rows: plan.plannedRows,
    perSecond: perSecondOf(options, plan.time),
    requestsPerSecond: destination.limits(config).requestsPerSecond,
    isOrdered: plan.isOrdered,
    earlier: earlierWorkers(part),
  });
  if (!workers.ok) return workers;
  const hasRows = plan.first > 0 || part.acknowledged.length > 0;
  const isFinished = part.isResumed && plan.plannedRows === 0;
  const problem = await fileProblem(local, format, {
    ...part,
    hasRows,
    isFinished,
    state: options.state ?? null,
  });
  if (problem !== undefined) return invalid(problem);
  return {
    ok: true,
    part,
    plan,
    faultLog,
    local,
    fingerprint,
    rowsHash: fingerprintWith(options, { ...inputs, format: undefined }),
    format,
    hasRows,
    isFinished,
    workers,
    startGenerating: starter(blocks, workers, plan.lastRow),
  };
}

/** The plan of the stream's part, and the log of its faults if there may be any. */
function planOf(
  spec: StreamSpec,
  { schema: { schema }, faults, time, sides, splitKey, format }: Inputs,
  {
    part,
    blocks,
    timing,
  }: {
    readonly part: Part;
    readonly blocks: Blocks | undefined;
    readonly timing: Timing | undefined;
  },
): Result<{ readonly plan: StreamPlan; readonly faultLog: FaultLog | undefined }> {
  const { options, optionOf, isSteered } = spec;
  const { seed, shard, faultChanges, started, remaining, spentMs, isResumed } = part;
  let plan: StreamPlan | undefined;
  const hasFaults =
    isSteered === true ||
    faultChanges.length > 0 ||
    options.faults !== undefined ||
    options.faultsLog !== undefined;
  const faultLog = hasFaults ? newFaultLog((row) => plan?.positionOf(row) ?? row, part.faultLog) : undefined;
  const planned = planStream({
    schema,
    seed,
    options,
    optionOf,
    faults,
    faultChanges,
    started,
    time,
    left: isResumed ? { remaining, timing, spentMs } : undefined,
    shard,
    splitKey,
    sides: keyedSides(sides, format),
    startAt: options.startAt,
    isSteered,
    onFault: faultLog?.note,
    compiled: blocks?.rows,
    format: format && ((rows) => withFormat(rows, format.plan)),
  });
  if (!planned.ok) return planned;
  ({ plan } = planned);
  return { ok: true, plan, faultLog };
}

function partFor(
  spec: StreamSpec,
  { schema, time, faultChanges, started }: Inputs,
  fingerprint: string,
  env: Terminal['env'],
): ReturnType<typeof partOf> {
  const given = {
    state: earlierState(spec),
    fingerprint,
    timing: time.timing,
    faultChanges,
    started,
    isOrdered: isOrdered(schema.schema),
    types: spec.types,
  };
  return partOf({ ...spec.options, splitBy: ownSplit(spec) }, given, env);
}

/** What tells the rows of a stream from those of another: schema, faults, format and time zone. */
function fingerprintWith(
  { faults: given }: StreamOptions,
  {
    schema: { schema },
    faults,
    format,
    time: { zone },
  }: Pick<Inputs, 'schema' | 'faults' | 'format' | 'time'>,
): string {
  const identity = identityOf(schema);
  const rows = given === undefined ? identity : [identity, faults];
  const written = format === undefined ? rows : [rows, format.identity];
  return fingerprintOf(zone === undefined ? written : [written, zone.name]);
}

/** How many threads sent the rows of an earlier process. Undefined: there was none. */
const earlierWorkers = ({ isResumed, workers }: Part): number | undefined =>
  isResumed ? (workers?.length ?? 1) : undefined;

/** Rows per second while the stream has rows of the past, or later. */
const perSecondOf = ({ eps = 1 }: StreamOptions, time: StreamPlan['time']): number =>
  time === undefined ? eps : Infinity;

/** The rows as blocks, if threads may generate them. */
const blocksOf = (
  spec: StreamSpec,
  { schema: { schema } }: Inputs,
  { seed, shard, started }: Part,
  timing: Timing | undefined,
): Blocks | undefined =>
  workerMode(spec, schema, timing) === 'generate'
    ? newBlocks({ schema: withStarted(schema, started), types: spec.types, seed, shard, timing })
    : undefined;

/** Starts the threads that generate rows, if there are to be any. */
function starter(blocks: Blocks | undefined, { count }: Workers, rows: number): Prepared['startGenerating'] {
  if (blocks === undefined || count === 1) return undefined;
  return (note) => {
    blocks.start(count, rows, note);
    return () => blocks.close();
  };
}

const earlierState = ({ slot }: StreamSpec): Loaded => slot?.load();
