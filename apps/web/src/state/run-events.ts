import type { ActiveIncident, RunReport } from '../worker/report-protocol.ts';
import type { Mark } from './marks.ts';

/** Something that happened in a run. */
export interface RunEvent {
  /** Seconds since the start of the run. */
  readonly second: number;
  readonly text: string;
  readonly kind: 'change' | 'faults' | 'incident' | 'retry' | 'error';
  /** How often in a row. */
  readonly times: number;
}

/** Faults that were injected for a while, or an incident. */
export interface FaultSpan {
  /** Seconds since the start of the run. */
  readonly from: number;
  /** Undefined: not over yet. */
  readonly to: number | undefined;
  readonly name: string;
  /** Of an incident: `calm` if no alert should notice it. Absent: faults. */
  readonly incident?: 'alarming' | 'calm';
}

/** What happened in a run, oldest first. */
export interface RunEvents {
  readonly list: readonly RunEvent[];
  readonly faults: readonly FaultSpan[];
  /** Whether rows of the past are sent. */
  readonly isCatchingUp: boolean;
  /** When the last error that is listed occurred, in milliseconds since the start. */
  readonly errorMs: number;
}

/** The latest of each that are kept. */
const EVENTS = 200;
const SPANS = 100;

/** Before the first report. */
export const noEvents: RunEvents = { list: [], faults: [], isCatchingUp: false, errorMs: -1 };

/**
 * The events after a report.
 *
 * @param marks changes that are new in it
 */
export function addEvents(before: RunEvents, report: RunReport, marks: readonly Mark[]): RunEvents {
  const { faultChanges = [], backfill, lastError, wentLive } = report;
  const second = report.elapsedMs / 1000;
  const incidents = incidentsSince(before.faults, report);
  const isCatchingUp = backfill !== undefined;
  const caughtUp = before.isCatchingUp && !isCatchingUp && wentLive === undefined;
  const added: RunEvent[] = [
    ...marks.map(({ second, text }) => once(second, text, 'change')),
    ...faultChanges.map(({ second, name }) =>
      once(second, name === undefined ? 'Faults ended' : `Faults: ${name}`, 'faults'),
    ),
    ...incidents.ended.map(({ name }) => once(second, `Incident ended: ${name}`, 'incident')),
    ...incidents.begun.map(({ name }) => once(second, `Incident: ${name}`, 'incident')),
    ...(caughtUp ? [once(second, 'History sent, now live', 'change')] : []),
    ...(lastError !== undefined && lastError.atMs > before.errorMs
      ? [once(lastError.atMs / 1000, lastError.message, lastError.retried ? 'retry' : 'error')]
      : []),
  ];
  const isSame = added.length === 0 && isCatchingUp === before.isCatchingUp;
  if (isSame) return before;
  return {
    list: added.toSorted((a, b) => a.second - b.second).reduce(addEvent, before.list),
    faults: withIncidents(faultChanges.reduce(addFaults, before.faults), incidents, second),
    isCatchingUp,
    errorMs: lastError?.atMs ?? before.errorMs,
  };
}

const once = (second: number, text: string, kind: RunEvent['kind']): RunEvent => ({
  second,
  text,
  kind,
  times: 1,
});

/** The same error again and again is one event. */
function addEvent(list: readonly RunEvent[], event: RunEvent): readonly RunEvent[] {
  const last = list.at(-1);
  const isAgain = last !== undefined && last.kind === event.kind && last.text === event.text;
  if (isAgain && (event.kind === 'retry' || event.kind === 'error'))
    return [...list.slice(0, -1), { ...last, times: last.times + 1 }];
  return [...list, event].slice(-EVENTS);
}

function addFaults(
  spans: readonly FaultSpan[],
  { second, name }: NonNullable<RunReport['faultChanges']>[number],
): readonly FaultSpan[] {
  const closed = spans.map((span) =>
    span.to === undefined && span.incident === undefined ? { ...span, to: second } : span,
  );
  return name === undefined ? closed : [...closed, { from: second, to: undefined, name }].slice(-SPANS);
}

/** Incidents that began, and spans of those that ended. */
interface IncidentChanges {
  readonly begun: readonly ActiveIncident[];
  readonly ended: readonly FaultSpan[];
}

function incidentsSince(spans: readonly FaultSpan[], { incidents: active = [] }: RunReport): IncidentChanges {
  const open = spans.filter(({ to, incident }) => to === undefined && incident !== undefined);
  return {
    begun: active.filter(({ name }) => !open.some((span) => span.name === name)),
    ended: open.filter((span) => !active.some(({ name }) => name === span.name)),
  };
}

const withIncidents = (
  spans: readonly FaultSpan[],
  { begun, ended }: IncidentChanges,
  second: number,
): readonly FaultSpan[] =>
  [
    ...spans.map((span) => (ended.includes(span) ? { ...span, to: second } : span)),
    ...begun.map(({ name, isCalm }): FaultSpan => ({
      from: second,
      to: undefined,
      name,
      incident: isCalm ? 'calm' : 'alarming',
    })),
  ].slice(-SPANS);
