import { invalid, type Result, type Schema, type StartedIncident, withStarted } from '@catbird/engine';
import { rowAt, rowsUpTo } from '@catbird/send';
import { nothingHere, type StartRequest } from './config/started.ts';
import type { EventTimes } from './pace.ts';
import type { StreamRows } from './stream-rows.ts';
import { remainingOf, type StreamSettings } from './stream-settings.ts';

/** A start that can be made. */
export type IncidentStart = Result<{ readonly apply: () => StartedIncident }>;

/** The incidents of a stream that are started by hand. */
export interface HandStarts {
  /** All so far, in order. */
  readonly started: readonly StartedIncident[];
  /** When one happens in this stream. */
  readonly windowOf: (started: StartedIncident) => { readonly startMs: number; readonly endMs: number };
  /**
   * Starts an incident from the next row on: rows that were made stay as they are.
   *
   * @param index of the next row of the run; undefined: the stream has not started
   */
  readonly start: (request: StartRequest, index: number | undefined) => IncidentStart;
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
    start(request, index) {
      const { incidents = [] } = schema;
      if (time === undefined || !incidents.some(({ times }) => times.name === request.name))
        return invalid(nothingHere(request.name, incidents));
      if (index === undefined) return invalid('The stream has not started');
      // Later rows that were acknowledged before a restart stay as they are.
      const position = Math.max(rowAt(index, remaining).row, remaining.at(-1)?.[0] ?? 0);
      const atMs = startAt(position, time.timeline, rows.dueBefore);
      if (atMs === undefined) return invalid('The stream has no next row. If it is paused, resume it first');
      return {
        ok: true,
        apply() {
          const made = { ...request, atMs };
          started.push(made);
          return made;
        },
      };
    },
  };
}

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
