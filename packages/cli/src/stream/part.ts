import { randomSeed } from '../seed.ts';
import type { FilePlace } from '../destinations/local.ts';
import { between, type Range } from './ranges.ts';
import { resolveShard, type Shard } from './shard.ts';
import type { StreamOptions } from './spec.ts';
import { loadState, startOver, type State } from './state.ts';
import type { Span } from './times.ts';

/** The part of a stream that this process sends. */
export interface Part {
  readonly seed: string;
  readonly shard: Shard | undefined;
  /** The rows to send, by index within the shard, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Acknowledged rows among them. */
  readonly acknowledged: readonly Range[];
  /** The times that an earlier process gave to remaining rows. */
  readonly spans: readonly Span[];
  /** Where an earlier process stopped writing to a file. */
  readonly file: FilePlace | null;
  /** Whether there was an earlier process. */
  readonly isResumed: boolean;
}

/** A sentence about why the options do not fit the environment or the state. */
interface Problem {
  readonly problem: string;
}

/** Determines the part from the options, the environment and the state of an earlier process. */
export function partOf(
  { seed, shard: choice, state: file }: StreamOptions,
  fingerprint: string,
  env: Readonly<Record<string, string | undefined>>,
): Part | Problem {
  const shard = choice === undefined ? undefined : resolveShard(choice, env);
  if (shard !== undefined && 'problem' in shard) return shard;
  const state = file === undefined ? undefined : loadState(file);
  if (file !== undefined && state !== undefined)
    return 'problem' in state ? state : resumed(state, { seed, shard, file, fingerprint });
  if (shard !== undefined && seed === undefined)
    return { problem: '--shard needs --seed, the same for all shards of a stream' };
  return { ...BEGINNING, seed: seed ?? randomSeed(), shard };
}

interface Given {
  readonly seed: string | undefined;
  readonly shard: Shard | undefined;
  /** The state file. */
  readonly file: string;
  readonly fingerprint: string;
}

function resumed(state: State, { seed, shard, file, fingerprint }: Given): Part | Problem {
  const differences = [
    ...(seed !== undefined && seed !== state.seed ? ['another seed'] : []),
    ...(fingerprint === state.fingerprint ? [] : ['another schema or other faults']),
    ...(JSON.stringify(shard ?? null) === JSON.stringify(state.shard) ? [] : ['another shard']),
  ];
  if (differences.length > 0)
    return {
      problem: `--state ${file} is of a stream with ${differences.join(' and ')}. ${startOver(file)}`,
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
