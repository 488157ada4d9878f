import { instantText } from '@catbird/core/time';
import { refusalOf, type Refusal } from '../refusal.ts';
import type { Prepared } from './prepared.ts';

/** A stream, the entities that its schema may draw, and when it begins. */
export interface EntitiesOfStream extends Pick<Prepared, 'entities' | 'growing' | 'time'> {
  readonly name: string | undefined;
}

/** A refusal for each entity that two streams define differently, or that grows from two beginnings: its values would not agree. */
export function entityRefusals(streams: readonly EntitiesOfStream[]): readonly Refusal[] {
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
  const all = [...lines, ...beginningLines(streams)];
  return all.length === 0 ? [] : [refusalOf('config', all)];
}

/** A line for each entity whose growth would count from two instants. */
function beginningLines(streams: readonly EntitiesOfStream[]): readonly string[] {
  const first = new Map<string, { readonly stream: string; readonly fromMs: number }>();
  return streams.flatMap(({ name: stream = 'the stream', growing, time }) => {
    const { fromMs } = time?.timing ?? {};
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
