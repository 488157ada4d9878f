import {
  END_MS,
  invalid,
  type RateChange,
  type Result,
  type Schema,
  type StartedIncident,
  type StreamIncident,
  withStarted,
} from '@catbird/engine';
import { type NextRow, rowAt, rowsUpTo } from '@catbird/send';
import { nothingHere, type StartRequest } from './config/started.ts';
import type { EventTimes } from './pace.ts';
import type { StreamRows } from './stream-rows.ts';
import { remainingOf, type StreamSettings } from './stream-settings.ts';

/** A start that can be made. If the incident has a rate, it changes that of the stream, too. */
export type IncidentStart = Result<{
  readonly apply: () => { readonly made: StartedIncident; readonly change: RateChange | undefined };
}>;

/** The incidents of a stream that are started by hand. */
export interface HandStarts {
  /** All so far, in order. */
  readonly started: readonly StartedIncident[];
  /** When one happens in this stream. */
  readonly windowOf: (started: StartedIncident) => { readonly startMs: number; readonly endMs: number };
  /**
   * Starts an incident from the next row on: rows that were made stay as they are. One with a rate begins after the rows that are due.
   *
   * @param next of the run; undefined: the stream has not started
   */
  readonly start: (request: StartRequest, next: NextRow | undefined) => IncidentStart;
}

/** The schema whose incidents can be started, and what was started before. */
export function startedSchema({ schema, started: before = [] }: StreamSettings): {
  readonly schema: Schema;
  readonly started: StartedIncident[];
} {
  const started = [...before];
  return { schema: withStarted(schema, started), started };
}

/** Lets the incidents of a stream be started. @param started grows */
export function handStarts(
  settings: StreamSettings,
  started: StartedIncident[],
  { time, rows }: { readonly time: EventTimes | undefined; readonly rows: Pick<StreamRows, 'dueBefore'> },
): HandStarts {
  const { schema } = settings;
  const remaining = remainingOf(settings);
  return {
    started,
    windowOf({ name, atMs, forMs }) {
      const afterMs = schema.incidents?.find(({ times }) => times.name === name)?.effects?.afterMs ?? 0;
      return { startMs: atMs + afterMs, endMs: atMs + afterMs + forMs };
    },
    start(request, next) {
      const { incidents = [] } = schema;
      const found = incidents.find(({ times }) => times.name === request.name);
      if (time === undefined || found === undefined) return invalid(nothingHere(request.name, incidents));
      if (next === undefined) return invalid('The stream has not started');
      // Later rows that were acknowledged before a restart stay as they are.
      const position = Math.max(rowAt(next.index, remaining).row, remaining.at(-1)?.[0] ?? 0);
      const rowMs = startAt(position, time.timeline, rows.dueBefore);
      if (rowMs === undefined) return invalid('The stream has no next row. If it is paused, resume it first');
      const change = rateChange(found, request, rowMs, { next, ...time });
      if (isNever(change, time)) return invalid('All events are due already, so their rate cannot change');
      return {
        ok: true,
        apply() {
          const made = { ...request, atMs: change?.atMs ?? rowMs };
          if (change !== undefined) time.timeline.change(change);
          started.push(made);
          return { made, change };
        },
      };
    },
  };
}

/** What an incident does to the rate. Rows that are due stay due, and changes are in order of time. Undefined: nothing. */
function rateChange(
  { effects }: StreamIncident,
  { name, forMs }: StartRequest,
  rowMs: number,
  { next: { eventMs = rowMs }, timeline }: Pick<EventTimes, 'timeline'> & { readonly next: NextRow },
): RateChange | undefined {
  if (effects?.rate === undefined) return undefined;
  const last = timeline.changes.at(-1) ?? { atMs: rowMs, to: 'planned' };
  return { ...last, atMs: Math.max(rowMs, Math.floor(eventMs) + 1, last.atMs), incident: { name, forMs } };
}

/** Whether no event follows a change. */
const isNever = (change: RateChange | undefined, { timing: { toMs } }: Pick<EventTimes, 'timing'>): boolean =>
  change !== undefined && change.atMs >= (toMs ?? END_MS);

/** The first event time that no row before a position has, if there is a row from there on. */
function startAt(
  position: number,
  timeline: EventTimes['timeline'],
  dueBefore: (rows: number) => number,
): number | undefined {
  const timeOf = (each: number): number =>
    timeline.time(rowsUpTo(each, dueBefore, (row) => timeline.time(row) < Infinity) - 1);
  const next = timeOf(position);
  if (!Number.isFinite(next)) return undefined;
  return position === 0 ? Math.floor(next) : Math.max(Math.floor(timeOf(position - 1)) + 1, Math.floor(next));
}
