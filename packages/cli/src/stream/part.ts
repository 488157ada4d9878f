import { randomSeed } from '../seed.ts';
import type { StreamOptions } from './prepare.ts';
import { resolveShard, type Shard } from './shard.ts';
import type { FilePlace } from '../destinations/local.ts';
import { between, type Range } from './ranges.ts';
import { loadState, startAfresh } from './state.ts';
import type { Span } from './times.ts';

/** Which part of which stream this process sends. */
export interface Part {
  readonly seed: string;
  readonly shard: Shard | undefined;
  /** The rows to send, counted within the shard, in order and apart: the last range has no end. */
  readonly remaining: readonly Range[];
  /** Rows among them that were acknowledged. */
  readonly acknowledged: readonly Range[];
  /** The times that an earlier process gave to remaining rows. */
  readonly spans: readonly Span[];
  /** Where the rows of an earlier process end in a file. */
  readonly file: FilePlace | null;
  /** There was an earlier process. */
  readonly isResumed: boolean;
}

/** Decides by options, environment and the state of an earlier process; a sentence when they do not go together. */
export function partOf(
  { seed, shard: choice, state: file }: StreamOptions,
  fingerprint: string,
  env: Readonly<Record<string, string | undefined>>,
): Part | { readonly problem: string } {
  const shard = choice === undefined ? undefined : resolveShard(choice, env);
  if (shard !== undefined && 'problem' in shard) return shard;
  const state = file === undefined ? undefined : loadState(file);
  if (state !== undefined && 'problem' in state) return state;
  if (state === undefined) {
    if (shard !== undefined && seed === undefined)
      return { problem: '--shard needs --seed: the same for all parts of a stream' };
    return { ...BEGINNING, seed: seed ?? randomSeed(), shard };
  }
  const other = [
    ...(seed !== undefined && seed !== state.seed ? ['another seed'] : []),
    ...(fingerprint === state.fingerprint ? [] : ['another schema or other faults']),
    ...(JSON.stringify(shard ?? null) === JSON.stringify(state.shard) ? [] : ['another shard']),
  ];
  if (other.length > 0)
    return {
      problem: `--state ${file} is of a stream with ${other.join(' and ')}. ${startAfresh(file ?? '')}`,
    };
  const { next, acknowledged, spans } = state;
  const remaining = between([[0, next], ...acknowledged, [Infinity, Infinity]]);
  return { seed: state.seed, shard, remaining, acknowledged, spans, file: state.file, isResumed: true };
}

const BEGINNING = {
  remaining: [[0, Infinity]],
  acknowledged: [],
  spans: [],
  file: null,
  isResumed: false,
} as const;
