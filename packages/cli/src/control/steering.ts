import {
  invalid,
  prefixed,
  type Result,
  parseFaults,
  type Faults,
  instantText,
  parseRateTarget,
  rateText,
  type RateChange,
  type StreamIncident,
  type Timing,
} from '@catbird/engine';
import { isAdjustable, newRunControl, type Progress, type RunControl, rowAt } from '@catbird/send';
import { driftIssues, faultIssues, parseStart } from '@catbird/stream';
import type { Report } from '../report/report.ts';
import { rate as rateWords } from '../report/words.ts';
import { changeSettings } from '../stream/checkpoint.ts';
import type { Keeper } from '../stream/keeper.ts';
import type { Prepared } from '../stream/prepared.ts';
import type { StreamSpec } from '../stream/spec.ts';

/** A running stream, for those who change it: keys and the control port. */
export interface Steering {
  /** Undefined for a single stream without a name. */
  readonly name: string | undefined;
  /** To be passed to the run. */
  readonly control: RunControl<Faults>;
  /** Sets events per second or journeys per second, whichever the stream counts; another shape of the rate; or `planned`. */
  setRate(value: unknown): Change;
  /** Multiplies the rate, to three digits. */
  scaleRate(factor: number): void;
  /** Skips the history that is left. */
  goLive(): Change;
  /** Prints a note. */
  note(text: string): void;
  /** Injects other faults from the next row on. */
  setFaults(value: unknown): Change;
  /** Starts an incident from the next row on. @param number of the occurrence, below 0 */
  startIncident(value: unknown, number: number): Change;
  /** The lowest number of what was started by hand; 0: nothing was. */
  readonly lastStart: () => number;
  /** Called when the stream starts. Before, it waits for others. */
  begin(): void;
  /** Records the latest progress. */
  progressed(progress: Progress): void;
  /** Called when the stream has ended: nothing changes it any more. */
  end(): void;
  readonly hasEnded: boolean;
  /** What a person sees of the stream, as plain data. */
  status(): Readonly<Record<string, unknown>>;
  /** All changes of the rate, as in the setting `changes`. */
  readonly changes: () => readonly unknown[];
}

/** A change that can be applied. */
export type Change = Result<{ readonly apply: () => void }>;

/** What a change is reported to. */
interface Changed {
  readonly keeper: Pick<Keeper, 'changed'> | undefined;
  readonly report: Pick<Report, 'note'>;
}

/** The steering of a stream. Each change is stored in the state before a row after it is made. */
export function newSteering(
  { name, options: { eps = 1 }, incidents }: Pick<StreamSpec, 'name' | 'options' | 'incidents'>,
  prepared: Prepared,
  { keeper, report }: Changed,
): Steering {
  const { time, faulty, remaining, incidents: byHand } = prepared;
  const planned: Pick<Timing, 'eps' | 'rate' | 'unit'> = time?.given ?? { eps, rate: {} };
  const made: RateChange[] = [];
  const fixed = fixedText(prepared);
  // The latest, which an earlier process may have set.
  let perSecond = time?.timeline.changes.findLast(isRate)?.to ?? planned.eps;
  let progress: Progress | undefined;
  let hasBegun = false;
  let hasEnded = false;
  const state = (): string => {
    if (hasEnded) return 'ended';
    if (control.isPaused) return 'paused';
    return hasBegun ? 'running' : 'waiting';
  };

  const control = newRunControl<Faults>({
    onChange(change) {
      made.push(change);
      keeper?.changed();
      const text = control.isPaused && change.to === 0 ? 'Paused' : `Rate: ${rateName(change.to, planned)}`;
      report.note(`${text} from ${instantText(change.atMs)} on`);
    },
    onFaultsChange(index, faults) {
      if (faulty === undefined) return;
      // Later rows that were acknowledged before a restart stay as they are.
      const kept = prepared.acknowledged.at(-1)?.[1] ?? 0;
      const { position } = faulty.change(Math.max(rowAt(index, remaining).row, kept), faults);
      keeper?.changed();
      report.note(`Faults: ${JSON.stringify(faults)} from row ${position.toLocaleString('en')} on`);
    },
    onLive(_, skipped) {
      report.note(`Live: skipped ${skipped.toLocaleString('en')} events of the past`);
    },
  });
  const changes = (): readonly unknown[] => changeSettings(time?.timeline.changes ?? made);
  const setNumber = (to: number): void => {
    perSecond = to;
    control.setRate(to);
  };
  return {
    name,
    control,
    setRate(value) {
      if (fixed !== undefined) return invalid(fixed);
      const target = parseRateTarget(value, planned);
      if (!target.ok) return target;
      const { to } = target;
      return {
        ok: true,
        apply: () => (typeof to === 'number' && to > 0 ? setNumber(to) : control.setRate(to)),
      };
    },
    scaleRate(factor) {
      if (fixed === undefined) setNumber(Number((perSecond * factor).toPrecision(3)));
      else report.note(fixed);
    },
    goLive() {
      const reason = control.whyNotLive();
      return reason === undefined ? { ok: true, apply: () => control.goLive() } : invalid(reason);
    },
    setFaults(value) {
      const read = parseFaults(value);
      if (!read.ok) return { ok: false, issues: faultIssues(read.issues, 'faults.') };
      const issues = [
        ...faultIssues(faulty?.issues(read.faults) ?? [], 'faults.'),
        ...prefixed('faults.', driftIssues(prepared.format?.name, prepared.faults, read.faults)),
      ];
      if (issues.length > 0) return { ok: false, issues };
      return { ok: true, apply: () => control.changeFaults(read.faults) };
    },
    startIncident(value, number) {
      const read = parseStart(value, incidents?.all ?? [], number);
      if (!read.ok) return read;
      if (fixed !== undefined && prepared.schema.incidents?.some(hasRate(read.request.name)))
        return invalid(fixed);
      const start = byHand.start(read.request, control.next());
      if (!start.ok) return start;
      return {
        ok: true,
        apply() {
          const { startMs, endMs } = byHand.windowOf(start.apply().made);
          keeper?.changed();
          report.note(
            `Incident ${read.request.name} from ${instantText(startMs)} to ${instantText(endMs)}, started by hand`,
          );
        },
      };
    },
    lastStart: () => Math.min(0, ...byHand.started.map(({ number }) => number)),
    begin: () => void (hasBegun = true),
    progressed: (latest) => void (progress = latest),
    note: (text) => report.note(text),
    end: () => void (hasEnded = true),
    get hasEnded() {
      return hasEnded;
    },
    status: () => ({
      ...(name === undefined ? {} : { stream: name }),
      state: state(),
      ...(progress === undefined ? {} : counts(progress)),
      changes: changes(),
      faultChanges: faulty?.changes ?? [],
      started: byHand.started.map((each) => {
        const { startMs, endMs } = byHand.windowOf(each);
        return { ...each, from: instantText(startMs), to: instantText(endMs) };
      }),
    }),
    changes,
  };
}

/** Why the rate of a stream cannot change; undefined if it can. */
function fixedText({ time, pace, sharesJourneysWith: others }: Prepared): string | undefined {
  if (time?.timing.recorded === true)
    return 'The rate cannot change: events come in the rhythm of their recording. Start again with --speed or --eps';
  if (time?.timeline.isFixed === true)
    return 'Each event is the creation of an entity, so its growth determines the rate';
  if (others.length > 0)
    return `The rate cannot change: the stream shares its journeys with ${others.join(' and ')}. Start them again with another rate`;
  return isAdjustable(pace)
    ? undefined
    : 'The rate cannot change: the stream sends as fast as the destination accepts';
}

const hasRate =
  (name: string) =>
  ({ times, effects }: StreamIncident): boolean =>
    times.name === name && effects?.rate !== undefined;

const isRate = (change: RateChange): change is RateChange & { readonly to: number } =>
  typeof change.to === 'number' && change.to > 0;

function rateName(to: RateChange['to'], { unit }: Pick<Timing, 'unit'>): string {
  if (to === 'planned') return 'as planned';
  if (typeof to === 'object') return rateText(to);
  return unit === 'starts' ? `${rateWords(to)} journeys/s` : `${rateWords(to)}/s`;
}

/** Counts and rates; a rate without a maximum is null, as JSON has no infinity. */
function counts({ asked, achieved, generated, accepted, inFlight, time }: Progress): Record<string, unknown> {
  return {
    asked: Number.isFinite(asked) ? asked : null,
    achieved,
    generated,
    accepted,
    inFlight,
    ...(time === undefined ? {} : { eventTime: instantText(time.eventMs), backlog: time.backlogRows }),
  };
}
