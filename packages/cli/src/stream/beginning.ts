import { randomSeed } from '../seed.ts';
import type { StreamSpec } from './spec.ts';

/**
 * Gives the streams of a run what they share: one seed, so that their keys match, and one present, from which relative times count.
 * Both are those given, those of an earlier run, or new ones.
 */
export function withOneBeginning(streams: readonly StreamSpec[], presentMs: number): readonly StreamSpec[] {
  const earlier = streams.flatMap(({ slot }) => {
    const loaded = slot?.load();
    return loaded?.ok === true ? [loaded.state] : [];
  });
  const [kept] = earlier.flatMap(({ time }) => (time === null ? [] : [time]));
  const nowMs = kept?.nowMs ?? streams[0]?.options.startAt ?? presentMs;
  const begun = streams.map((spec) => ({ ...spec, nowMs }));
  // A single stream has its own seed. Shards need --seed: a random one would differ in each.
  if (streams.length < 2 || streams.some(({ options }) => options.shard !== undefined)) return begun;
  const shared = earlier[0]?.seed ?? randomSeed();
  return begun.map((spec) => ({ ...spec, options: { ...spec.options, seed: spec.options.seed ?? shared } }));
}
