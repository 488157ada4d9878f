import type { Entity } from '@catbird/core';
import { refusalOf, type Refusal } from '../refusal.ts';

/** A stream and the entities that its schema may draw. */
export interface EntitiesOfStream {
  readonly name: string | undefined;
  readonly entities: readonly Entity[];
}

/** A refusal for each entity that two streams define differently: its values would not agree. */
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
  return lines.length === 0 ? [] : [refusalOf('config', lines)];
}
