import { eventTimes } from '../generators/kernels/engine/rows.ts';
import { beginning } from '../generators/kernels/engine/event-times.ts';
import type { IncidentSource, IncidentSources, StartedIncident, StreamIncident } from '../model/incident.ts';
import type { Schema } from '../model/schema.ts';
import { incidentPlan, type IncidentPlan } from '../time/incidents.ts';
import type { Batch } from './batch.ts';
import type { Extent, RowWriter } from './writer.ts';

/** The plan of an incident in a stream, from the beginning of the stream on. */
export type PlanFrom = (fromMs: number) => IncidentPlan;

/** The plan of an incident in a stream. It is made again if the stream begins at another time. */
export function planOf({ times, effects, started }: StreamIncident, seed: number | string): PlanFrom {
  let made: { readonly fromMs: number; readonly plan: IncidentPlan } | undefined;
  return (fromMs) => {
    // Streams without a beginning have no times after it.
    if (made === undefined || !Object.is(made.fromMs, fromMs))
      made = { fromMs, plan: incidentPlan(times, { seed, fromMs, afterMs: effects?.afterMs, started }) };
    return made.plan;
  };
}

/** The schema, some of whose incidents somebody starts. @param started may grow while rows are written */
export const withStarted = (schema: Schema, started: readonly StartedIncident[]): Schema =>
  schema.incidents === undefined
    ? schema
    : { ...schema, incidents: schema.incidents.map((each) => ({ ...each, started })) };

/** The strength of each incident of a schema, by name, at an instant. @param fromMs the beginning of the stream */
export function incidentStrengths(
  { incidents = [] }: Pick<Schema, 'incidents'>,
  seed: number | string,
  fromMs: number,
): (ms: number) => Readonly<Record<string, number>> {
  const sources = incidentSources(incidents, seed);
  return (ms) =>
    Object.fromEntries([...sources].map(([name, source]) => [name, source.strengthAt(ms, fromMs)]));
}

/** What expressions read of the incidents of a schema. */
export const incidentSources = (
  incidents: readonly StreamIncident[],
  seed: number | string,
): IncidentSources =>
  new Map(incidents.map((incident) => [incident.times.name, sourceOf(incident, planOf(incident, seed))]));

function sourceOf({ times: { draw } }: StreamIncident, plan: PlanFrom): IncidentSource {
  return {
    draw,
    strengthAt(ms, fromMs) {
      const found = plan(fromMs).at(ms);
      return found === undefined ? 0 : plan(fromMs).strengthAt(found, ms);
    },
    drawnAt(name, ms, fromMs) {
      const found = plan(fromMs).at(ms);
      return found === undefined ? -1 : (draw[name]?.indexOf(found.drawn[name] ?? null) ?? -1);
    },
  };
}

/** The schema without what its incidents change: they only remain where its own expressions read them. */
function withoutEffects(schema: Schema): Schema {
  const byName = new Map(schema.fields.map((field) => [field.name, field]));
  const added = new Set((schema.incidents ?? []).flatMap(({ hidden = [] }) => hidden));
  const own = schema.fields.filter(({ name }) => !added.has(name));
  return {
    ...schema,
    fields: own.map((field) => {
      let original = field;
      while (original.lacksWith !== undefined) original = byName.get(original.lacksWith) ?? original;
      if (original === field) return field;
      const { hidden: _, drawsAs: _same, ...rest } = original;
      return { ...rest, name: field.name, ...(field.hidden && { hidden: true as const }) };
    }),
  };
}

/**
 * Rows with incidents. Batches in which no incident happens are written by the schema without their effects, at its speed: the bytes
 * are the same.
 */
export function incidentRows(
  schema: Schema,
  seed: number | string,
  compile: (schema: Schema) => RowWriter,
): RowWriter {
  const changing = (schema.incidents ?? []).filter(({ hit }) => hit !== undefined);
  const quiet = compile(withoutEffects(schema));
  if (changing.length === 0) return quiet;
  let busy: RowWriter | undefined;
  const isCalm = calmIn(changing, seed);
  return {
    fill(batch: Batch, extent: Extent) {
      if (isCalm(extent)) return quiet.fill(batch, extent);
      return (busy ??= compile(schema)).fill(batch, extent);
    },
  };
}

/** Whether none of some incidents happens at the event times of rows. */
export function calmIn(
  incidents: readonly StreamIncident[],
  seed: number | string,
): (extent: Extent) => boolean {
  const plans = incidents.map((each) => planOf(each, seed));
  const started = incidents[0]?.started ?? [];
  let calm = { fromMs: 0, toMs: 0, hands: 0 };
  return (extent) => {
    const [first, last] = bounds(extent);
    if (first >= calm.fromMs && last < calm.toMs && calm.hands === started.length) return true;
    const from = beginning(extent.time);
    if (plans.some((plan) => plan(from).between(first, last + 1).length > 0)) return false;
    calm = { fromMs: first, toMs: last + 1, hands: started.length };
    return true;
  };
}

/** The earliest and the latest that the event times of rows can be. */
function bounds(extent: Extent): readonly [number, number] {
  const { time, first: row, step = 1, count, delayMs = 0, rows } = extent;
  if ('put' in time && time.between !== undefined && rows === undefined) {
    const [from, to] = time.between(row, row + (count - 1) * step);
    return [from - delayMs, to];
  }
  let [first, last] = [Infinity, -Infinity];
  for (const ms of eventTimes(extent)) {
    if (ms < first) first = ms;
    if (ms > last) last = ms;
  }
  return [first, last];
}
