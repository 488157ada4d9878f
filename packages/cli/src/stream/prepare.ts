import { linesOf, type CommandIssue } from '../refusal.ts';
import {
  type Result,
  byteLength,
  newBatch,
  type Extent,
  type RowWriter,
  type Schema,
  newTiming,
  timelineOf,
  invalid,
  rowsIn,
} from '@catbird/engine';
import { systemClock, type Pace, DEFAULT_IN_FLIGHT, planRate, type RequestLimits } from '@catbird/send';
import { limitsWithin, rowFormat, limitsOf } from '@catbird/stream';
import { clearTextNotes } from '../destinations/setting-flags.ts';
import type { CliDestination } from '../destinations/file.ts';
import { registryNotes } from '../flags/format.ts';
import { newDigestLedger, NOTHING_SENT, type DigestLedger } from '../digest/ledger.ts';
import { rate, whole } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';
import { versionsOf } from '../types/package.ts';
import { dealt, type WorkerPart } from '../workers/shards.ts';
import { extentOf, type StreamExtent } from './extent.ts';
import { growthNotes, ownSplit } from './split-key.ts';
import { readInputs, type Inputs } from './inputs.ts';
import type { Prepared } from './prepared.ts';
import { resumeNotes } from './resume.ts';
import type { Part } from './part.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { pausedNotes, timeNotes } from './event-times.ts';

/** Checks a stream. Reports the issues of its schema, settings, faults and times at once. */
export async function prepare(
  spec: StreamSpec,
  terminal: Terminal,
): Promise<Result<{ readonly prepared: Prepared }, CommandIssue>> {
  const inputs = await readInputs(spec, terminal);
  if (!inputs.ok) return inputs;
  const extent = await extentOf(spec, inputs, terminal.env);
  if (!extent.ok) return extent;
  const { ok: _, part, plan, ...range } = extent;
  const { destination, options } = spec;
  const { schema, config, faults } = inputs;
  const { seed, shard, acknowledged, lost, spans, file } = part;
  const window = windowEnd(spec, inputs, extent);
  if (!window.ok) return window;
  const rowPlan = range.format?.plan;
  const published = limitsWithin(destination.limits(config, rowFormat(rowPlan)), rowPlan);
  const limits = shareOf(limitsOf(published, options, plan), spec.worker);
  const { pace, end, spentMs } = plan.paceBy(systemClock);
  return {
    ok: true,
    prepared: {
      ...plan,
      ...range,
      config,
      settings: inputs.settings,
      awsKeys: inputs.awsKeys,
      limits,
      faults,
      faultPlace: part.faultLog,
      acknowledged,
      lost,
      spans,
      file,
      seed,
      shard,
      splitBy: ownSplit(spec),
      pace,
      end,
      spentMs,
      digest: digestFor(options, part, plan.positionOf),
      parts: part.workers,
      schemaName: schema.name,
      types: versionsOf(spec.types),
      isResumed: part.isResumed,
      sharesJourneysWith: [],
      notes: [
        ...linesOf(schema.issues),
        ...inputs.notes,
        ...clearTextNotes(destination, config),
        ...formatNotes(spec),
        ...registryNotes(options.format, range.format),
        ...part.notes,
        ...resumeNotes(part, range.hasRows, range.local),
        // As of when the settings were read, however long the start takes.
        ...timeNotes(plan, extent, part.isResumed ? (options.startAt ?? Date.now()) : inputs.time.nowMs),
        ...pausedNotes(extent, pace, spec),
        ...window.notes,
        ...range.workers.notes,
        ...splitNotes(spec, shard),
        ...growthNotes(schema.schema),
        ...rateNotes(pace, limits, { rows: plan.plain, ...anyRows(schema.schema, seed) }, destination),
      ],
    },
  };
}

/** How many rows a shard has, if that depends on their keys. */
const splitNotes = ({ options: { splitBy }, worker }: StreamSpec, shard: Part['shard']): readonly string[] =>
  splitBy === undefined || shard === undefined || worker !== undefined
    ? []
    : [`Split by ${splitBy}: this shard sends about 1/${shard.count} of the events, depending on their keys`];

/** The digest of acknowledged rows, if asked for now or before. */
function digestFor(
  { digest: isAsked = false }: StreamOptions,
  { digest: kept, acknowledged }: Part,
  positionOf: (row: number) => number,
): DigestLedger | undefined {
  if (!isAsked && kept === undefined) return undefined;
  return newDigestLedger(kept ?? NOTHING_SENT, acknowledged, positionOf);
}

/** The requests that one of several threads may make. */
function shareOf(limits: RequestLimits, worker: WorkerPart | undefined): RequestLimits {
  if (worker === undefined) return limits;
  const { inFlight = DEFAULT_IN_FLIGHT, requestsPerSecond } = limits;
  return {
    ...limits,
    inFlight: dealt(inFlight, worker),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: dealt(requestsPerSecond, worker) }),
  };
}

/** How many rows show the size of the others. */
const PROBED = 20;

/** Rows that only their size matters of. Journeys and growth need times that pass, and lives of entities may have few rows. */
function anyRows({ journey }: Schema, seed: string): Pick<Extent, 'count' | 'time'> {
  if (journey === undefined) return { count: PROBED, time: { startMs: 0, stepMs: 1 } };
  const time = timelineOf({ journey }, newTiming({ fromMs: 0, eps: 1 }), seed);
  let count = 0;
  while (count < PROBED && time.time(count) < Infinity) count++;
  return { count, time };
}

function rateNotes(
  pace: Pace,
  limits: RequestLimits,
  { rows, count, time }: { readonly rows: RowWriter } & Pick<Extent, 'count' | 'time'>,
  { title }: Pick<CliDestination, 'title'>,
): string[] {
  if (count === 0) return [];
  const probe = rows.fill(newBatch(), { first: 0, count, time });
  const { fits, mostPerSecond } = planRate(pace, limits, byteLength(probe) / probe.count);
  if (fits) return [];
  const source = limits.source === undefined ? '' : `. See ${limits.source}`;
  return [`${title} accepts at most ${rate(mostPerSecond)} such events/s${source}`];
}

/** A format that is not the one that the settings imply. It holds, but it may be a mistake. */
function formatNotes({ destination, settings, options, optionOf }: StreamSpec): readonly string[] {
  const implied = destination.impliedFormat?.(settings);
  const { name = implied } = options.format ?? {};
  if (implied === undefined || implied === name) return [];
  return [`The name of the file implies ${implied}, but its rows are ${name}, as ${optionOf('format')} says`];
}

/** Notes to show, unless a stream would send nothing. */
type WindowEnd = Result<{ readonly notes: readonly string[] }>;

const hasLimit = ({ limit = -1, size = -1 }: StreamOptions): boolean => Math.max(limit, size) >= 0;

/** What whole windows and silences mean for the last events of a stream that ends by itself: at an instant, or after its last entity. */
function windowEnd(
  { options }: Pick<StreamSpec, 'options'>,
  { faults: { reordering, offline }, schema }: Pick<Inputs, 'faults' | 'schema'>,
  { plan: { time, plannedRows }, part }: Pick<StreamExtent, 'plan' | 'part'>,
): WindowEnd {
  const hasEnd = Number.isFinite(time?.timing.toMs ?? Infinity) || Number.isFinite(rowsIn(schema.schema));
  // A limit, a shard and the rest of an earlier process end anywhere.
  const isWhole = !hasLimit(options) && part.shard === undefined && !part.isResumed;
  if (!hasEnd || !isWhole) return { ok: true, notes: [] };
  const silent =
    offline === undefined ? [] : ['Events of devices that are offline when the stream ends are left out'];
  if (reordering === undefined) return { ok: true, notes: silent };
  const window = whole(reordering.window);
  return plannedRows === 0
    ? invalid(
        `No event would be sent: the stream ends before its first window of ${window} events. Make reordering.window smaller`,
      )
    : {
        ok: true,
        notes: [
          ...silent,
          `Reordering sends whole windows: events of an incomplete last window of ${window} are left out`,
        ],
      };
}
