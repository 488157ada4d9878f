import { countText } from '../../../run/units.ts';
import type { JourneyPlan } from '@catbird/engine';
import { countsOf, type Runs } from '../../../state/stream-runs.ts';
import type { CheckedConfig, StreamOfConfig } from '../../../state/streams.ts';

/** A config's entities, journeys and streams, and how many rows went between them. */
export interface MapModel {
  readonly entities: readonly MapEntity[];
  readonly journeys: readonly MapJourney[];
  readonly streams: readonly MapStream[];
  readonly edges: readonly MapEdge[];
}

export interface MapEntity {
  readonly name: string;
  readonly size: number;
}

export interface MapJourney {
  /** Name of the field. */
  readonly name: string;
  readonly states: readonly string[];
}

export interface MapStream {
  readonly name: string;
  readonly accepted: number;
  /** Index of a journey; undefined: rows are no steps of one. */
  readonly journey: number | undefined;
}

/** Rows that an entity gave to a stream or to the streams of a journey, or that a stream sent of them. */
export interface MapEdge {
  /** `drawn`: made with values of the entity. `sent`: accepted by the service. */
  readonly kind: 'drawn' | 'sent';
  readonly from: MapNode;
  readonly to: MapNode;
  readonly count: number;
  /** Streams whose rows they are, by name. */
  readonly streams: readonly string[];
}

/** A place in its list. */
export interface MapNode {
  readonly list: 'entities' | 'journeys' | 'streams';
  readonly index: number;
}

/** What a map shows; undefined: the streams have neither entities nor journeys. */
export function mapOf(
  streams: readonly StreamOfConfig[],
  check: CheckedConfig | undefined,
  runs: Runs,
): MapModel | undefined {
  const all = streams.flatMap(({ name, source }) => {
    const found = check?.streams.get(name);
    return found?.kind === 'ready'
      ? [{ name, table: 'entity' in source ? source.entity : undefined, ...found.stream }]
      : [];
  });
  const keys = [...new Set(all.flatMap(({ journey }) => (journey === undefined ? [] : keyOf(journey))))];
  const parts = all.map(({ name, table, draws, journey, ...rest }) => {
    const run = runs.get(name);
    const { accepted, generated } = run === undefined ? { accepted: 0, generated: 0 } : countsOf(run);
    const lives = journey?.of === undefined ? [] : [journey.of.entity];
    const at = journey === undefined ? undefined : keys.indexOf(keyOf(journey));
    return {
      ...rest,
      name,
      table,
      accepted,
      generated,
      journey: at,
      plan: journey,
      draws: [...draws, ...lives],
    };
  });
  const used = new Set(parts.flatMap(({ table, draws }) => (table === undefined ? draws : [table])));
  const sizes = new Map(parts.flatMap(({ entities }) => entities.map(({ name, size }) => [name, size])));
  const entities = [...sizes].flatMap(([name, size]) => (used.has(name) ? [{ name, size }] : []));
  if (entities.length === 0 && keys.length === 0) return undefined;
  const journeys = keys.flatMap((key) => {
    const plan = parts.find((part) => part.plan && keyOf(part.plan) === key)?.plan;
    return plan === undefined ? [] : [{ name: plan.name, states: plan.states }];
  });
  const edges = parts.flatMap(({ name, table, accepted, generated, journey, draws }, index): MapEdge[] => {
    const own = { list: 'streams' as const, index };
    const at = (entity: string): MapNode => ({
      list: 'entities',
      index: entities.findIndex((each) => each.name === entity),
    });
    if (table !== undefined)
      return [{ kind: 'sent', from: at(table), to: own, count: accepted, streams: [name] }];
    const through = journey === undefined ? own : { list: 'journeys' as const, index: journey };
    const drawn = [...new Set(draws)].map((entity): MapEdge => ({
      kind: 'drawn',
      from: at(entity),
      to: through,
      count: generated,
      streams: [name],
    }));
    return journey === undefined
      ? drawn
      : [...drawn, { kind: 'sent', from: through, to: own, count: accepted, streams: [name] }];
  });
  return { entities, journeys, streams: parts, edges: together(edges) };
}

/** The journeys of two streams are the same if they differ only in which of the steps are rows. */
function keyOf({ only: _only, each: _each, ...plan }: JourneyPlan): string {
  return JSON.stringify(plan);
}

/** Edges between the same places are one. */
function together(edges: readonly MapEdge[]): readonly MapEdge[] {
  const found = new Map<string, MapEdge>();
  for (const edge of edges) {
    const key = keyOfEdge(edge);
    const other = found.get(key);
    found.set(
      key,
      other === undefined
        ? edge
        : { ...edge, count: edge.count + other.count, streams: [...other.streams, ...edge.streams] },
    );
  }
  return [...found.values()];
}

/** Of one edge of a map. */
export const keyOfEdge = ({ from, to }: Pick<MapEdge, 'from' | 'to'>): string =>
  `${from.list} ${from.index} ${to.list} ${to.index}`;

/** What an edge says: `1,200 rows of orders and payments drawn from customer`. */
export function edgeText(model: MapModel, { kind, from, streams, count }: MapEdge): string {
  const source = model[from.list][from.index]?.name ?? '';
  const rows = `${countText(count)} ${count === 1 ? 'row' : 'rows'} of ${streams.map((name) => name || 'the stream').join(' and ')}`;
  if (kind === 'drawn') return `${rows} drawn from ${source}`;
  return from.list === 'journeys' ? `${rows} sent from journey ${source}` : `${rows} sent from ${source}`;
}

/** All of it, for those who do not see it. */
export const sentenceOf = (model: MapModel): string =>
  model.edges.map((edge) => edgeText(model, edge)).join('; ');
