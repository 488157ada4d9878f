import { randomSeed } from '../seed.ts';
import type { Asked } from './prepare.ts';
import { loadState } from './state.ts';

/** Streams of one run under one seed, so that their keys agree: the one that was asked for, that of an earlier run, or a new one. */
export function withOneSeed(streams: readonly Asked[]): readonly Asked[] {
  // A single stream finds its own. Shards must be told: a seed drawn here would be another one in each.
  if (streams.length < 2 || streams.some(({ options }) => options.shard !== undefined)) return streams;
  const kept = streams.flatMap(({ options: { state } }) => (state === undefined ? [] : [loadState(state)]));
  const earlier = kept.flatMap((state) => (state === undefined || 'problem' in state ? [] : [state.seed]));
  const drawn = earlier[0] ?? randomSeed();
  return streams.map((asked) => ({
    ...asked,
    options: { ...asked.options, seed: asked.options.seed ?? drawn },
  }));
}
