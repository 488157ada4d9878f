import type { StreamIncident } from '../model/incident.ts';
import type { Schema } from '../model/schema.ts';
import type { Occurrence } from '../time/incidents.ts';
import type { Timeline } from '../time/timeline.ts';
import { type Batch, newBatch, records } from './batch.ts';
import { compileWithDrops } from './drops.ts';
import { planOf } from './incident-rows.ts';
import type { RowWriter } from './writer.ts';

/** A stream whose incidents are listed. */
export interface IncidentRun {
  readonly schema: Schema;
  readonly seed: number | string;
  readonly timeline: Timeline;
  /** Event times are up to this much earlier than turns, in milliseconds. */
  readonly disorderMs: number;
  /** Rows of the stream; `Infinity`: no end. */
  readonly rows: number;
}

/** An occurrence of an incident in a stream. */
export interface IncidentWindow {
  readonly incident: StreamIncident;
  readonly occurrence: Occurrence;
  /** The rows that come in its time, `first` to before `end`. With disorder, some of them have earlier times. */
  readonly first: number;
  readonly end: number;
  /** The rows that would have been others without it, or sent. Each is read when it is asked for. */
  readonly affected: () => Generator<{ readonly row: number; readonly line: Uint8Array }>;
}

/** Rows that are compared together. */
const AT_ONCE = 1000;

/** The occurrences of the incidents of a stream that are not over at an instant, and begin before another, in order of time. */
export function incidentWindows(run: IncidentRun, fromMs: number, toMs: number): readonly IncidentWindow[] {
  const { schema, seed, timeline, disorderMs, rows } = run;
  const { incidents = [] } = schema;
  const whole = compileWithDrops(schema, seed);
  return incidents
    .flatMap((incident) => {
      const without = once(() => compileWithDrops(silenced(schema, incident), seed));
      const all = planOf(incident, seed)(timeline.fromMs).between(fromMs, toMs);
      return all.map((occurrence): IncidentWindow => {
        const first = Math.min(rows, timeline.before(occurrence.startMs));
        const end = Math.min(rows, timeline.before(occurrence.endMs + disorderMs));
        return {
          incident,
          occurrence,
          first,
          end: Math.min(end, Math.max(first, Math.min(rows, timeline.before(toMs)))),
          affected: () => differences(whole, without(), { timeline, first, end }),
        };
      });
    })
    .toSorted((a, b) => a.occurrence.startMs - b.occurrence.startMs);
}

/** The schema in which an incident never happens. */
const silenced = (schema: Schema, silent: StreamIncident): Schema => ({
  ...schema,
  incidents: (schema.incidents ?? []).map((each) =>
    each === silent ? { ...each, times: { ...each.times, starts: { at: [] } }, started: [] } : each,
  ),
});

/** The rows that two writers write differently, or that incidents of one of them drop. */
function* differences(
  whole: RowWriter,
  without: RowWriter,
  {
    timeline: time,
    first,
    end,
  }: { readonly timeline: Timeline; readonly first: number; readonly end: number },
): Generator<{ readonly row: number; readonly line: Uint8Array }> {
  const [made, plain] = [newBatch(), newBatch()];
  for (let from = first; from < end; from += AT_ONCE) {
    const extent = { first: from, count: Math.min(AT_ONCE, end - from), time };
    const others = records(without.fill(plain, extent));
    let place = 0;
    for (const line of records(whole.fill(made, extent))) {
      const { value } = others.next();
      const isSent = isSentIn(made, place);
      if (
        isSent !== isSentIn(plain, place) ||
        (isSent && value instanceof Uint8Array && !isSame(line, value))
      )
        yield { row: from + place, line };
      place++;
    }
  }
}

const isSentIn = ({ sides }: Batch, place: number): boolean => sides?.[place]?.dropped === undefined;

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);

/** A value that is made when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
