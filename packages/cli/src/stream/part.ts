import { randomSeed } from '../seed.ts';
import type { StreamOptions } from './prepare.ts';
import { resolveShard, type Shard } from './shard.ts';
import { loadState } from './state.ts';
import type { Span } from './times.ts';

/** Which part of which stream this process sends. */
export interface Part {
  readonly seed: string;
  readonly shard: Shard | undefined;
  /** The row to begin with, counted within the shard. */
  readonly first: number;
  /** The times that an earlier process gave to rows from there on. */
  readonly spans: readonly Span[];
}

/** Decides by options, environment and the state of an earlier process; a sentence when they do not go together. */
export async function partOf(
  { seed, shard: choice, state: file }: StreamOptions,
  fingerprint: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Part | { readonly problem: string }> {
  const shard = choice === undefined ? undefined : resolveShard(choice, env);
  if (shard !== undefined && 'problem' in shard) return shard;
  const state = file === undefined ? undefined : await loadState(file);
  if (state !== undefined && 'problem' in state) return state;
  if (state === undefined) {
    if (shard !== undefined && seed === undefined)
      return { problem: '--shard needs --seed: the same for all parts of a stream' };
    return { seed: seed ?? randomSeed(), shard, first: 0, spans: [] };
  }
  const other = [
    ...(seed !== undefined && seed !== state.seed ? ['another seed'] : []),
    ...(fingerprint === state.fingerprint ? [] : ['another schema or other faults']),
    ...(JSON.stringify(shard ?? null) === JSON.stringify(state.shard) ? [] : ['another shard']),
  ];
  if (other.length > 0)
    return { problem: `--state ${file} is of a stream with ${other.join(' and ')}. Remove it to begin anew` };
  return { seed: state.seed, shard, first: state.next, spans: state.spans };
}
