import type { Entity } from '../model/schema.ts';
import { instantText } from '../time/instant.ts';
import type { Timing } from '../time/timing.ts';
import type { ConfigStream } from './spec.ts';

/** A stream, the entities that its schema may draw, and when it begins. */
export interface EntitiesOfStream {
  readonly name: string | undefined;
  readonly entities: readonly Entity[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
}

/** A line for each entity that two streams define differently, or that grows from two beginnings: its values would not agree. */
export function entityProblems(streams: readonly EntitiesOfStream[]): readonly string[] {
  const first = new Map<string, { readonly stream: string; readonly text: string }>();
  const lines = streams.flatMap(({ name: stream = 'the stream', entities }) =>
    entities.flatMap((entity) => {
      const text = JSON.stringify(entity);
      const other = first.get(entity.name);
      if (other === undefined) first.set(entity.name, { stream, text });
      if (other === undefined || other.text === text) return [];
      return [
        `Entity ${entity.name} is defined differently in ${other.stream} and ${stream}. Define it once, under entities at the top of the config`,
      ];
    }),
  );
  return [...lines, ...beginningProblems(streams)];
}

/** A line for each entity whose growth would count from two instants. */
function beginningProblems(streams: readonly EntitiesOfStream[]): readonly string[] {
  const first = new Map<string, { readonly stream: string; readonly fromMs: number }>();
  return streams.flatMap(({ name: stream = 'the stream', growing, timing }) => {
    const { fromMs } = timing ?? {};
    if (fromMs === undefined) return [];
    return growing.flatMap(({ name }) => {
      const other = first.get(name);
      if (other === undefined) first.set(name, { stream, fromMs });
      if (other === undefined || other.fromMs === fromMs) return [];
      const [one, two] = [other.fromMs, fromMs].map(instantText);
      return [
        `Entity ${name} grows from the beginning of its streams, but ${other.stream} begins at ${one}, and ${stream} at ${two}. Give both the same from`,
      ];
    });
  });
}

/** Why a stream whose events have the clock's time cannot draw an entity that grows. @param entity its name */
export const growthProblem = ({ optionOf }: Pick<ConfigStream, 'optionOf'>, entity: string): string =>
  `Entity ${entity} grows in event time, so events need computed times. Set ${optionOf('from')}: now, or an instant in the past`;
