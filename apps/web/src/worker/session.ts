import {
  incidentStrengths,
  messagesOf,
  loadData,
  loadZones,
  type Fault,
  type Faults,
  type FaultyRows,
  type RateChange,
  type RowWriter,
  type Schema,
  type Timing,
  type SidePlan,
  issuesIn,
  type Result,
} from '@catbird/engine';
import {
  newRunControl,
  systemClock,
  type RunControl,
  rowAt,
  metaOf,
  type Clock,
  type Progress,
} from '@catbird/send';
import {
  deliveryOf,
  type HandStarts,
  limitsOf,
  newRecorder,
  nothingSent,
  type RecordedPart,
  rowFieldIssues,
  sidesFor,
  type StartRequest,
} from '@catbird/stream';
import { firstUnsent, NOTHING_DONE } from '../kept/kept-run.ts';
import { DIGEST_ROWS, rowsDigest } from '../kept/rows-digest.ts';
import { START_WINDOW_MS } from '../state/stream-settings.ts';
import type { Figures } from './figures/figures.ts';
import { configRows, type StreamRows } from './config-rows.ts';
import { parseConfigSchema } from './config-schema.ts';
import { generatedRows } from './generated-rows.ts';
import { newRunKeeper, unkept, type RunFacts, type RunKeeper } from './run-keeper.ts';
import type { ActiveIncident } from './report-protocol.ts';
import type { Keep, StreamRequest, ParsedTarget, FaultTrial, RunningTrial } from './run-protocol.ts';
import {
  applyChange,
  newSessionRun,
  type RunnableStream,
  type Session,
  type StreamNote,
} from './session-run.ts';
import { parseTarget } from './target.ts';

/** Names of options as they are in a config. */
const OPTION_NAMES = { retryFor: 'delivery.retryFor', continueOnFailure: 'delivery: {onFailure: continue}' };

/** Creates the session of a stream. It tells its progress, and logs to the console without secrets. */
export function newSession(request: StreamRequest, tell: (note: StreamNote) => void): Session {
  const session = newSessionRun(request.target, request, tell);
  const { log, latest } = session;
  const { left } = request;
  let faulty: FaultyRows | undefined;
  let incidents: HandStarts | undefined;
  let trials: TimedFaults | undefined;
  let keeper: RunKeeper | undefined;
  let timing: Timing | undefined;
  let isChanged = false;
  let rejected = 0;
  let figures: Figures | undefined;
  const addChange = (change: RateChange): void => {
    timing &&= { ...timing, changes: [...timing.changes, change] };
  };
  const control = newRunControl<Faults>({
    onChange(change) {
      log.change(change);
      isChanged = true;
      if (timing === undefined) return;
      addChange(change);
      keeper?.changed();
    },
    onFaultsChange(position, to) {
      if (faulty === undefined) return;
      const row = left === undefined ? position : rowAt(position, left.remaining).row;
      log.faultsChange(faulty.change(row, to), trials?.running?.name);
      keeper?.changed();
    },
    onLive: (_, skipped) => log.wentLive(skipped),
  });
  const startIncident = (asked: StartRequest): void => {
    const start = incidents?.start(asked, control.next());
    if (start?.ok !== true) return;
    const { change } = start.apply();
    if (change !== undefined) addChange(change);
    keeper?.changed();
  };
  const facts = (): RunFacts => ({
    savedMs: systemClock.date(),
    timing,
    faultChanges: faulty?.changes ?? [],
    started: [...(incidents?.started ?? [])],
    elapsedMs: (left?.elapsedMs ?? 0) + log.elapsedMs(),
    // A duration has no last row any more.
    ...(isChanged && timing === undefined && request.options.duration !== undefined && { end: Infinity }),
  });
  const keep = async (
    schema: Schema,
    {
      rows,
      earlier,
      remaining,
      plannedRows,
    }: Pick<StreamRows, 'remaining' | 'plannedRows'> & {
      readonly rows: RowWriter;
      readonly earlier: FaultyRows['earlier'];
    },
  ): Promise<RunKeeper> => {
    if (request.keep === undefined) return unkept(rows);
    const end = left?.end ?? (plannedRows < 0 ? Infinity : plannedRows);
    return newRunKeeper(await withDigest(request.keep, request, schema), {
      rows,
      earlier,
      from: { remaining, spans: left?.spans ?? [], end },
      passRejected: deliveryOf(request.options).onFailure === 'continue',
      facts,
      before: left?.counts ?? NOTHING_DONE,
      rejected: () => rejected,
    });
  };
  return {
    async run() {
      const schema = await schemaFor(request);
      const noteFault = (fault: Fault): void => {
        log.fault(fault);
        latest.fault(fault);
        figures?.fault(fault);
      };
      const beside = besideRows(schema, parseTarget(request.target));
      if (!beside.ok) throw new Error(messagesOf(beside.issues).join('; '));
      const nowMs = request.isAlone === true ? systemClock.date() : request.nowMs;
      const stream = configRows(schema, { ...rowsOf(request), nowMs }, noteFault, beside.sides);
      if (!stream.ok) throw new Error(messagesOf(stream.issues).join('; '));
      const { rows, faults, stopAfterMs } = stream;
      faulty = rows;
      ({ timing, incidents } = stream);
      // Faults that an earlier session injected for a while ended with it.
      for (const change of rows.changes.slice(left?.faultChanges.length ?? rows.changes.length))
        log.faultsChange(change, undefined);
      const timed = newTimedFaults(faults ?? {}, (to) => control.changeFaults(to), systemClock);
      trials = timed;
      if (timing !== undefined) tell({ type: 'timed', timing });
      goOn(control, request);
      const incidentsAt = activeIncidents(stream.schema, request, timing);
      const recorder = newRecorder(sentBefore(request), {
        perSecond: Infinity,
        remaining: stream.remaining,
        keep: () => undefined,
        now: () => systemClock.date(),
      });
      const kept = await keep(schema, { ...stream, rows: recorder.rows(rows), earlier: rows.earlier });
      keeper = kept;
      const { newFigures } = await import('./figures/figures.ts');
      figures = newFigures({ ...stream, schema, seed: request.seed }, () => systemClock.now());
      return session.run({
        options: {
          ...optionsOf(request, stream),
          rows: kept.rows,
          first: stream.remaining[0]?.[0] ?? 0,
          control,
          onMade(batch) {
            kept.made(batch);
            figures?.made(batch);
          },
        },
        limitsOf: (limits) => limitsOf(limits, request.options, stream),
        toLocal: stream.toLocal,
        stopAfterMs,
        parts(progress, nowMs) {
          ({ rejected } = progress);
          return {
            faults: faults !== undefined || rows.changes.length > 0 ? { ...rows.counts } : undefined,
            backfill: stream.backfill(progress, systemClock),
            nextRow: kept.nextRow,
            notKept: kept.problem,
            trial: timed.running,
            incidents: incidentsAt(progress),
            figures: figures?.take(nowMs),
          };
        },
        watch: (connection) => kept.watch(recorder.watch(connection)),
        sent: () => ({
          part: recorder.part(),
          timing,
          faultChanges: rows.changes,
          started: [...stream.incidents.started],
        }),
        async onEnd(summary) {
          timed.end();
          ({ rejected } = summary);
          await kept.end(summary.reason);
        },
      });
    },
    change(change) {
      if (change.kind === 'incident') startIncident(change.start);
      else if (change.kind !== 'trial') applyChange(change, control);
      else if (change.trial === undefined) trials?.end();
      else trials?.begin(change.trial);
    },
    stop: () => session.stop(),
  };
}

/** Lets a stream that was stopped while paused go on, at the rate of before. Computed times have that rate already. */
function goOn(control: RunControl<Faults>, { left, rate = 'planned' }: StreamRequest): void {
  if (left?.timing !== undefined) control.resume();
  else if (rate !== 'planned') control.setRate(rate);
}

/** What earlier sessions sent. Whatever those of an earlier page sent may be there or not. */
function sentBefore({ sent, left }: StreamRequest): RecordedPart {
  const nothing = nothingSent(null);
  if (sent !== undefined || left === undefined) return sent ?? nothing;
  const end = firstUnsent(left);
  if (end === 0) return nothing;
  return { ...nothing, spans: left.spans, end: left.timing === undefined ? end : null, isWhole: false };
}

/** The schema of a stream, with its data. */
export async function schemaFor({
  schema,
  options,
}: Pick<StreamRequest, 'schema' | 'options'>): Promise<Schema> {
  const parsed = await parseConfigSchema(schema);
  if (!parsed.ok) throw new Error('The schema changed after it was checked');
  await Promise.all([loadData(parsed.schema), loadZones(options.zone)]);
  return parsed.schema;
}

/** Without the delivery: for a stream of changes, the check of its config has refused what does not fit. The page's own stream may go on after failures. */
export const rowsOf = (request: StreamRequest): StreamRequest => {
  const { onFailure: _, whenBehind: __, ...options } = request.options;
  return { ...request, options };
};

/** What to keep, with the digest of the rows. Those of a config are known from its check. */
async function withDigest(
  { run, name }: Keep,
  { schema: { source }, seed }: StreamRequest,
  schema: Schema,
): Promise<Keep> {
  if (Object.hasOwn(run.digests, name) || !('text' in source)) return { run, name };
  const made = await generatedRows({ seed, spread: DIGEST_ROWS }, { ok: true, schema, notes: [] });
  return { run: { ...run, digests: { [name]: await rowsDigest(source.text, made) } }, name };
}

function optionsOf(
  { options, deliveryNames = OPTION_NAMES }: StreamRequest,
  { rows, paceBy, timeline, limit }: StreamRows,
): RunnableStream['options'] {
  const delivery = deliveryOf(options);
  return {
    rows,
    pace: paceBy(systemClock),
    ...(timeline !== undefined && { times: timeline }),
    limit,
    ...delivery,
    optionNames: deliveryNames,
    retry: { startWindowMs: START_WINDOW_MS, ...delivery.retry },
  };
}

/** What the settings of a target put beside the rows: routes, keys, headers and times. */
function besideRows(
  schema: Schema,
  { destination, config }: ParsedTarget,
): Result<{ readonly sides: SidePlan }> {
  const shape: Readonly<Record<string, Parameters<typeof metaOf>[0]>> = destination.config.shape;
  const nameOf = (setting: string): string => {
    const schemaOf = shape[setting];
    return (schemaOf && metaOf(schemaOf)?.label) ?? setting;
  };
  const named = { destination, nameOf };
  const read = sidesFor(named, schema, config);
  const issues = [...rowFieldIssues(named, schema, config), ...issuesIn(read)];
  return issues.length > 0 || !read.ok ? { ok: false, issues } : { ok: true, sides: read.sides };
}

/** The incidents of a stream that happen at the latest event time; undefined: it has none. */
function activeIncidents(
  schema: Schema,
  { seed, schema: { incidents } }: StreamRequest,
  timing: Timing | undefined,
): (progress: Progress) => readonly ActiveIncident[] | undefined {
  if (schema.incidents === undefined) return () => undefined;
  const strengths = incidentStrengths(schema, seed, timing?.fromMs ?? 0);
  const isCalm = (name: string): boolean =>
    incidents?.all.find(({ times }) => times.name === name)?.expect === 'none';
  return ({ time }) =>
    Object.entries(time === undefined ? {} : strengths(time.eventMs)).flatMap(([name, strength]) =>
      strength > 0 ? [{ name, isCalm: isCalm(name) }] : [],
    );
}

/** Faults that a run injects for a while, besides those of its settings. */
interface TimedFaults {
  /** Injects faults, in place of others that are still injected. */
  begin(trial: FaultTrial): void;
  /** Ends them before their time. */
  end(): void;
  /** What is injected now. */
  readonly running: RunningTrial | undefined;
}

/**
 * @param settings the faults that hold before and after
 * @param change makes a run inject other faults from its next row on
 */
export function newTimedFaults(
  settings: Faults,
  change: (faults: Faults) => void,
  clock: Pick<Clock, 'now' | 'sleep'>,
): TimedFaults {
  let current: { readonly name: string; readonly endMs: number } | undefined;
  let timer = new AbortController();
  const end = (): void => {
    if (current === undefined) return;
    timer.abort();
    current = undefined;
    change(settings);
  };
  return {
    begin({ name, faults, forMs }) {
      timer.abort();
      const { signal } = (timer = new AbortController());
      current = { name, endMs: clock.now() + forMs };
      change({ ...settings, ...faults });
      void clock.sleep(forMs, signal).then(() => (signal.aborted ? undefined : end()));
    },
    end,
    get running() {
      return current && { name: current.name, leftMs: Math.max(0, current.endMs - clock.now()) };
    },
  };
}
