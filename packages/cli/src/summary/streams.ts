import type { Found } from './read.ts';
import type { StoredShards } from './store.ts';

/** What is known of the shards of one stream. */
export interface StreamShards {
  readonly found: Found[];
  /** How many rows the shards without a summary have sent. */
  readonly done: Map<number, number>;
}

/**
 * The shards of each stream, by its name; undefined if it has none. A process with several streams names them in its output, but keeps
 * a state for each: several names in stores are several streams.
 */
export function byStream(all: readonly StoredShards[]): ReadonlyMap<string | undefined, StreamShards> {
  const streams = new Map<string | undefined, StreamShards>();
  const shardsOf = (stream: string | undefined): StreamShards => {
    const known = streams.get(stream) ?? { found: [], done: new Map<number, number>() };
    streams.set(stream, known);
    return known;
  };
  const names = new Set(all.flatMap(({ name }) => name ?? []));
  for (const { name, found, done } of all) {
    const own = names.size > 1 ? name : undefined;
    for (const each of found) shardsOf(own ?? each.stream).found.push(each);
    for (const [shard, rows] of done) shardsOf(own).done.set(shard, rows);
    if (own !== undefined) shardsOf(own);
  }
  return streams;
}
