import {
  byteLength,
  compile,
  newBatch,
  planRate,
  poolsIn,
  rowsIn,
  steady,
  systemClock,
  unlimited,
  withFaults,
  withKeys,
} from '@catbird/core';
import type { Pace, RequestLimits, RowWriter } from '@catbird/core';
import { clearTextNotes } from '../destinations/clear-text.ts';
import type { CliDestination, LocalFiles } from '../destinations/local.ts';
import { allOf, refusalOf } from '../refusal.ts';
import { rate } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';
import { newFaultLog, type FaultLog } from './fault-log.ts';
import { readInputs, type Inputs, type Refused } from './inputs.ts';
import { exactLimit } from './limit.ts';
import { outputRefusals } from './outputs.ts';
import { partOf, type Part } from './part.ts';
import type { Prepared } from './prepared.ts';
import { remainingLimit, remainingPace } from './remaining.ts';
import { fileProblem, resumeNotes } from './resume.ts';
import { shardLimit, shardRows } from './shard.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { startedAt } from './start-at.ts';
import { fingerprintOf } from './state.ts';

/** Checks a stream. Reports the problems of its schema, settings and faults at once. */
export async function prepare(
  spec: StreamSpec,
  terminal: Terminal,
): Promise<{ readonly ok: true; readonly prepared: Prepared } | Refused> {
  const inputs = await readInputs(spec, terminal);
  if (!inputs.ok) return inputs;
  const extent = await extentOf(spec, inputs, terminal.env);
  if (!extent.ok) return extent;
  const { part, local, hasRows, ...range } = extent;
  const { destination, options } = spec;
  const { schema, config } = inputs;
  const { seed, shard, remaining, acknowledged, spans, file } = part;
  const published = destination.limits(config);
  const limits = options.inFlight === undefined ? published : { ...published, inFlight: options.inFlight };
  const pace = paceOf(options, part);
  const { rows, plain, faultLog } = rowsOf(spec, inputs, part);
  return {
    ok: true,
    prepared: {
      ...range,
      config,
      limits,
      rows,
      faultLog,
      remaining,
      acknowledged,
      spans,
      file,
      hasRows,
      local,
      seed,
      shard,
      pace,
      first: firstOf(part),
      schemaName: schema.name,
      pools: poolsIn(schema.schema),
      notes: [
        ...schema.notes,
        ...clearTextNotes(destination, config),
        ...resumeNotes(part, hasRows, local),
        ...rateNotes(pace, limits, plain, destination),
      ],
    },
  };
}

/** Which rows a stream sends, and where they go on this machine. */
interface StreamExtent extends Pick<
  Prepared,
  'fingerprint' | 'hasRows' | 'isFinished' | 'limit' | 'limitedByDuration'
> {
  readonly ok: true;
  readonly part: Part;
  readonly local: LocalFiles | undefined;
}

async function extentOf(
  spec: StreamSpec,
  { schema, config, faults }: Inputs,
  env: Terminal['env'],
): Promise<StreamExtent | Refused> {
  const { destination, options } = spec;
  const fingerprint = fingerprintOf(options.faults === undefined ? schema.schema : [schema.schema, faults]);
  const local = destination.local?.(config);
  // Before the state is read: a file used for something else is no state.
  const clashes = outputRefusals([{ spec, local }]);
  if (clashes.length > 0) return { ok: false, refusal: allOf(clashes) };
  const part = partOf(options, fingerprint, env);
  if ('problem' in part) return { ok: false, refusal: refusalOf('usage', [part.problem]) };
  const { shard, remaining, acknowledged, isResumed } = part;
  const { limit: total, byDuration } = exactLimit(options, options.eps ?? 1, rowsIn(schema.schema));
  const limit = remainingLimit(shard === undefined ? total : shardLimit(total, shard), remaining);
  const hasRows = firstOf(part) > 0 || acknowledged.length > 0;
  const isFinished = isResumed && limit === 0;
  const problem = await fileProblem(local, { ...part, hasRows, isFinished, state: options.state ?? null });
  if (problem !== undefined) return { ok: false, refusal: refusalOf('usage', [problem]) };
  return { ok: true, part, local, fingerprint, limit, limitedByDuration: byDuration, hasRows, isFinished };
}

const firstOf = ({ remaining: [range] }: Part): number => range?.[0] ?? 0;

/** A stream's rows, and the same without faults and sharding. */
function rowsOf(
  { options }: StreamSpec,
  { schema, key, faults }: Inputs,
  { seed, shard }: Part,
): { readonly rows: RowWriter; readonly plain: RowWriter; readonly faultLog: FaultLog | undefined } {
  const compiled = compile(schema.schema, { seed });
  const plain = key === undefined ? compiled : withKeys(compiled, key, { seed });
  const hasFaults = options.faults !== undefined || options.faultsLog !== undefined;
  const faultLog = hasFaults ? newFaultLog(shard) : undefined;
  const whole =
    faultLog === undefined
      ? plain
      : withFaults(plain, faults, { seed, onFault: faultLog.note, onChange: faultLog.note });
  return { rows: shard === undefined ? whole : shardRows(whole, shard), plain, faultLog };
}

function paceOf({ eps = 1, startAt }: StreamOptions, { shard, remaining }: Part): Pace {
  const own = eps / (shard?.count ?? 1);
  const pace = Number.isFinite(own) ? steady(own) : unlimited();
  if (startAt === undefined) return pace;
  return remainingPace(startedAt(pace, startAt, systemClock), remaining);
}

function rateNotes(
  pace: Pace,
  limits: RequestLimits,
  rows: RowWriter,
  { title }: Pick<CliDestination, 'title'>,
): string[] {
  const probe = rows.fill(newBatch(), { first: 0, count: 20, time: { startMs: 0, stepMs: 0 } });
  const { fits, mostPerSecond } = planRate(pace, limits, byteLength(probe) / probe.count);
  if (fits) return [];
  const source = limits.source === undefined ? '' : `. See ${limits.source}`;
  return [`${title} accepts at most ${rate(mostPerSecond)} such events/s${source}`];
}
