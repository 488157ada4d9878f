import { randomSeed } from '../seed.ts';
import type { StreamSpec } from './spec.ts';
import { loadState } from './state.ts';

/** Gives the streams of a run one seed, so that their keys match: the given one, that of an earlier run, or a new one. */
export function withOneSeed(streams: readonly StreamSpec[]): readonly StreamSpec[] {
  // A single stream has its own. Shards need --seed: a random one would differ in each.
  if (streams.length < 2 || streams.some(({ options }) => options.shard !== undefined)) return streams;
  const states = streams.flatMap(({ options: { state } }) => (state === undefined ? [] : [loadState(state)]));
  const earlier = states.flatMap((state) => (state === undefined || 'problem' in state ? [] : [state.seed]));
  const shared = earlier[0] ?? randomSeed();
  return streams.map((spec) => ({
    ...spec,
    options: { ...spec.options, seed: spec.options.seed ?? shared },
  }));
}
