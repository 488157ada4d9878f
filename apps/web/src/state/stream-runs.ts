import type { KeptProgress } from '../kept/kept-run.ts';
import type { LatestReport } from '../worker/report-protocol.ts';
import { plannedOf, type RateView } from './rate-view.ts';
import type { FaultSpan } from './run-events.ts';
import { achievedOf } from './run-rate.ts';
import { afterEvent, earlierOf, isOver, startedRun, type Run, type StreamEvent } from './run.ts';
import { addToSum, closeSeconds, noSum, type StreamSum } from './stream-sum.ts';

/** The streams of a run, by name. */
export type Runs = ReadonlyMap<string, Run>;

/** The latest run of all streams. */
export interface RunOfAll {
  /** Empty before the first start. */
  readonly runs: Runs;
  readonly sum: StreamSum;
  /** When all were started, in milliseconds of any clock. */
  readonly startMs: number;
}

/** Before the first start. */
export const noRuns: RunOfAll = { runs: new Map(), sum: noSum, startMs: 0 };

/** A stream that waits for its turn. @param left by earlier sessions */
export const waitingRun = (config: Run['config'], left?: KeptProgress): Run => ({
  ...startedRun(config, left && earlierOf(left)),
  phase: 'waiting',
});

/** An event, when it happened, by the clock of the start, and its stream. */
export interface TimedEvent {
  readonly name: string;
  readonly atMs: number;
  readonly event: StreamEvent;
}

/** A run of all streams after what happened to some of them. Pure. */
export function afterEvents(all: RunOfAll, events: readonly TimedEvent[]): RunOfAll {
  const runs = new Map(all.runs);
  let { sum } = all;
  for (const { name, atMs, event } of events) {
    const before = runs.get(name);
    if (before === undefined) continue;
    const report =
      event.type === 'progressed' ? event.report : event.type === 'ended' ? event.summary : undefined;
    const from =
      before.from ??
      (report && Math.max(sum.next, Math.round((atMs - all.startMs - report.elapsedMs) / 1000)));
    const after = { ...afterEvent(before, event), from };
    runs.set(name, after);
    if (report === undefined || from === undefined) continue;
    const marks = after.marks.list.filter((mark) => !before.marks.list.includes(mark));
    sum = addToSum(sum, { name, from }, report, marks);
  }
  return { ...all, runs, sum: closeSeconds(sum, endOf(runs, sum)) };
}

/** The first second that a stream may still report. */
function endOf(runs: Runs, { open, next }: StreamSum): number {
  const reporting = [...runs.values()].flatMap(({ phase, from, history }) =>
    from === undefined || phase === 'over' ? [] : [from + (history.seconds.at(-1)?.second ?? -1) + 1],
  );
  return reporting.length > 0
    ? Math.min(...reporting)
    : Math.max(next, ...[...open.keys()].map((s) => s + 1));
}

/** Whether streams run, or wait for others. */
export const areRunning = (runs: Runs): boolean => [...runs.values()].some((run) => !isOver(run));

/** Whether those of them that run have been told to stop. Then those that wait will not start. */
export const areStopping = (runs: Runs): boolean =>
  areRunning(runs) &&
  [...runs.values()].every((run) => isOver(run) || run.phase === 'stopping' || run.phase === 'waiting') &&
  [...runs.values()].some(({ phase }) => phase === 'stopping');

/** Whether a stream makes rows, or could. */
export const isActive = ({ phase }: Run): boolean => phase === 'running';

/** Whether a stream was paused. */
const isPaused = ({ phase, progress }: Run): boolean =>
  phase === 'running' && progress?.time?.isPaused === true;

/** Whether all streams that run are paused. */
export function areAllPaused(runs: Runs): boolean {
  const active = [...runs.values()].filter(isActive);
  return active.length > 0 && active.every(isPaused);
}

/** Whether a stream failed. */
export const hasFailed = ({ broken, summary }: Run): boolean =>
  broken !== undefined || summary?.reason === 'failed';

/** Counts of one or more streams: `generated = accepted + quarantined + rejected + failed + dropped + inFlight`. */
export interface StreamCounts {
  readonly generated: number;
  readonly accepted: number;
  readonly quarantined: number;
  readonly rejected: number;
  readonly failed: number;
  readonly dropped: number;
  readonly inFlight: number;
  /** Of request bodies that were acknowledged. */
  readonly bytes: number;
}

const NOTHING: StreamCounts = {
  generated: 0,
  accepted: 0,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  dropped: 0,
  inFlight: 0,
  bytes: 0,
};

const plus = (one: StreamCounts, other: StreamCounts): StreamCounts => ({
  generated: one.generated + other.generated,
  accepted: one.accepted + other.accepted,
  quarantined: one.quarantined + other.quarantined,
  rejected: one.rejected + other.rejected,
  failed: one.failed + other.failed,
  dropped: one.dropped + other.dropped,
  inFlight: one.inFlight + other.inFlight,
  bytes: one.bytes + other.bytes,
});

/** The counts of a stream in all sessions of its run. What was in flight when a worker broke is in no other count. */
export function countsOf({ before, progress }: Run): StreamCounts {
  const { accepted, quarantined, rejected, dropped } = before;
  const generated = accepted + quarantined + rejected + dropped;
  return plus({ ...NOTHING, ...before, generated }, progress ?? NOTHING);
}

/** The sum of the counts of streams. */
export const sumOf = (runs: Runs): StreamCounts =>
  [...runs.values()].reduce((sum, run) => plus(sum, countsOf(run)), NOTHING);

/** Events per second that a stream achieves now: of history, too, and 0 once a pause has begun. */
export const presentRate = (run: Run): number => achievedOf(run) ?? run.progress?.achieved ?? 0;

/** The rates of all streams together. */
export function rateViewOfAll({ runs, sum }: RunOfAll): RateView {
  const all = [...runs.values()];
  const active = all.filter(isActive);
  const counts = sumOf(runs);
  const accepted = total(all.map(({ progress }) => progress?.accepted ?? 0));
  const elapsedMs = Math.max(
    0,
    ...all.map(({ from = 0, progress }) => from * 1000 + (progress?.elapsedMs ?? 0)),
  );
  const isLive = active.length > 0 || all.some(({ phase }) => phase === 'waiting' || phase === 'starting');
  const asked = active.map(plannedOf);
  return {
    asked: isLive && asked.every((rate) => rate !== undefined) ? total(asked) : undefined,
    achieved: isLive ? total(active.map(presentRate)) : (accepted * 1000) / Math.max(1, elapsedMs),
    isComparable: true,
    isHistory: active.some(({ progress }) => progress?.backfill !== undefined),
    // A stream that has failed catches nothing up.
    behind: total((isLive ? active : all).map(({ progress }) => progress?.behind.rows ?? 0)),
    refused: counts.rejected + counts.quarantined + counts.failed,
    isLive,
    elapsedMs,
    history: sum.history,
    marks: sum.marks,
    faults: withoutRepeats(
      [...runs].flatMap(([name, { from = 0, events }]) =>
        events.faults.map((span) => ({
          ...span,
          from: span.from + from,
          to: span.to === undefined ? undefined : span.to + from,
          // An incident has the same name in all streams.
          name: name === '' || span.incident !== undefined ? span.name : `${name}: ${span.name}`,
        })),
      ),
    ),
  };
}

/** An incident that begins in another stream while it lasts is one. */
const withoutRepeats = (spans: readonly FaultSpan[]): readonly FaultSpan[] =>
  spans.reduce<readonly FaultSpan[]>((kept, span) => {
    const other = kept.find(
      ({ name, incident, from, to = Infinity }) =>
        incident !== undefined && name === span.name && from <= (span.to ?? Infinity) && span.from <= to,
    );
    if (other === undefined) return [...kept, span];
    const to = other.to === undefined || span.to === undefined ? undefined : Math.max(other.to, span.to);
    return kept.map((each) =>
      each === other ? { ...each, from: Math.min(each.from, span.from), to } : each,
    );
  }, []);

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The latest events of all streams, newest first, with the names of their streams. */
export function latestOfAll(runs: Runs): LatestReport {
  const lists = [...runs].map(([stream, { latest }]) => ({ stream, latest }));
  return {
    total: total(lists.map(({ latest }) => latest?.total ?? 0)),
    events: lists
      .flatMap(({ stream, latest }) => (latest?.events ?? []).map((event) => ({ ...event, stream })))
      .toSorted((a, b) => b.madeMs - a.madeMs || b.index - a.index),
  };
}
