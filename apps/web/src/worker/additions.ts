import { isObject } from '@catbird/engine';
import type { Mapping } from '@catbird/stream';
import type { Addition } from '../state/addition.ts';
import type { ExaminedStream } from './config-rows.ts';

/** A stream that can run, and the entity whose table it is. */
export interface ImplyingStream extends Pick<ExaminedStream, 'entities' | 'journey'> {
  /** Undefined: it is no table. */
  readonly table: string | undefined;
}

/**
 * The streams that a config implies and does not have: a state of a journey that none sends, and an entity without a table.
 *
 * @param value the config, parsed
 * @param shared names of the entities of all streams
 */
export function additionsTo(
  value: unknown,
  streams: readonly ImplyingStream[],
  shared: readonly string[],
): readonly Addition[] {
  return [...unsentStates(value, streams), ...missingTables(streams, shared)];
}

/** The streams of a config as they are written, by name; its only one has none. */
export function writtenStreams(value: unknown): readonly (readonly [name: string, stream: Mapping])[] {
  if (!isObject(value)) return [];
  const { streams = { '': value } } = value;
  return isObject(streams)
    ? Object.entries(streams).flatMap(([name, stream]) => (isObject(stream) ? [[name, stream] as const] : []))
    : [];
}

/** The field of a journey in a stream's own schema; undefined: it comes from a file, or is none. */
export function journeyField({ schema }: Mapping, field: string): Mapping | undefined {
  const found = isObject(schema) ? schema[field] : undefined;
  return isObject(found) && found['type'] === 'catbird.journey' && isObject(found['params'])
    ? found
    : undefined;
}

function unsentStates(value: unknown, streams: readonly ImplyingStream[]): readonly Addition[] {
  const journeys = new Map<string, { readonly states: readonly string[]; readonly sent: Set<number> }>();
  for (const { journey } of streams) {
    // Rows of visits have no state of their own.
    if (journey === undefined || journey.each !== undefined) continue;
    const { name, states, only = [...states.keys()] } = journey;
    const known = journeys.get(name) ?? { states, sent: new Set() };
    for (const index of only) known.sent.add(index);
    journeys.set(name, known);
  }
  return [...journeys].flatMap(([field, { states, sent }]) => {
    const [like] = writtenStreams(value).find(([, stream]) => journeyField(stream, field)) ?? [];
    return like === undefined
      ? []
      : states.flatMap((state, i) => (sent.has(i) ? [] : [{ kind: 'state' as const, like, field, state }]));
  });
}

function missingTables(streams: readonly ImplyingStream[], shared: readonly string[]): readonly Addition[] {
  const tables = new Set(streams.map(({ table }) => table));
  const sizes = new Map(streams.flatMap(({ entities }) => entities.map(({ name, size }) => [name, size])));
  return shared.flatMap((entity) => {
    const size = sizes.get(entity);
    return size === undefined || tables.has(entity) ? [] : [{ kind: 'table' as const, entity, size }];
  });
}
