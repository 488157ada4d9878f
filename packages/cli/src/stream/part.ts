import type { FaultChange } from '@catbird/core';
import { between, type Range } from '@catbird/core/resume';
import type { Timing } from '@catbird/core/time';
import { randomSeed } from '../seed.ts';
import type { FilePlace } from '../destinations/local.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import { timingDifferences } from './row-timing.ts';
import { resolveShard, type Shard } from './shard.ts';
import type { StreamOptions } from './spec.ts';
import { startOver, type State } from './state.ts';
import type { Loaded } from './store/slot.ts';
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
  /** Changes of the rate that an earlier process made, as in the setting `changes`. */
  readonly changes: readonly unknown[] | undefined;
  /** Changes of the faults: those given, or those that an earlier process made. */
  readonly faultChanges: readonly FaultChange[];
  /** The digest of the rows that earlier processes sent. Undefined if they kept none. */
  readonly digest: KeptDigest | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs: number | undefined;
  /** Whether there was an earlier process. */
  readonly isResumed: boolean;
  /** What it saved of the rows of each of its threads, if they sent the rows. */
  readonly workers: readonly State[] | undefined;
}

/** A sentence about why the options do not fit the environment or the state. */
interface Problem {
  readonly problem: string;
}

/**
 * Determines the part from the options, the environment and the state of an earlier process.
 *
 * @param state undefined if there is none
 */
export function partOf(
  { seed, shard: choice, state: file = '', digest = false, splitBy }: StreamOptions,
  {
    state,
    fingerprint,
    timing,
    faultChanges,
    isOrdered,
  }: Pick<Given, 'fingerprint' | 'timing' | 'faultChanges' | 'isOrdered'> & { readonly state: Loaded },
  env: Readonly<Record<string, string | undefined>>,
): Part | Problem {
  const shard = choice === undefined ? undefined : resolveShard(choice, env);
  if (shard !== undefined && 'problem' in shard) return shard;
  if (state !== undefined)
    return 'problem' in state
      ? state
      : resumed(state, { seed, shard, file, fingerprint, timing, faultChanges, isOrdered, digest, splitBy });
  if (shard !== undefined && seed === undefined)
    return { problem: '--shard needs --seed, the same for all shards of a stream' };
  return { ...BEGINNING, seed: seed ?? randomSeed(), shard, faultChanges };
}

interface Given {
  readonly seed: string | undefined;
  readonly shard: Shard | undefined;
  /** The state file. */
  readonly file: string;
  readonly fingerprint: string;
  readonly faultChanges: readonly FaultChange[];
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** Whether a digest of all rows is asked for. */
  readonly digest: boolean;
  /** The field by whose values the rows are split among shards and threads. */
  readonly splitBy: string | undefined;
  /** Rows must arrive in order, so all rows are sent again from the first one that was not acknowledged. */
  readonly isOrdered: boolean;
}

/** Why a state is that of another stream. */
const differences = (
  state: State,
  { seed, shard, fingerprint, timing, faultChanges, digest, splitBy }: Given,
): readonly string[] => [
  ...(seed !== undefined && seed !== state.seed ? ['another seed'] : []),
  ...(fingerprint === state.fingerprint ? [] : ['another schema or other faults']),
  ...(JSON.stringify(shard ?? null) === JSON.stringify(state.shard) ? [] : ['another shard']),
  ...splitDifferences(state, splitBy),
  ...(startsWith(state.faultChanges, faultChanges) ? [] : ['other changes of the faults']),
  ...timingDifferences(state.time, timing),
  ...(digest && state.digest === undefined && hasRows(state)
    ? ['no digest of the rows that were sent before']
    : []),
];

/** Rows of the whole stream that one thread sent have no split. */
const splitDifferences = (
  { workers, shard, splitBy }: State,
  given: string | undefined,
): readonly string[] =>
  (workers === undefined && shard === null) || splitBy === given
    ? []
    : [splitBy === undefined ? 'no --split-by' : `--split-by ${splitBy}`];

function resumed(state: State, given: Given): Part | Problem {
  const { shard, file, isOrdered } = given;
  const different = differences(state, given);
  if (different.length > 0)
    return {
      problem: `--state ${file} is of a stream with ${different.join(' and ')}. ${startOver(file)}`,
    };
  const { next, spans, time } = state;
  const acknowledged = isOrdered ? [] : state.acknowledged;
  const remaining = between([[0, next], ...acknowledged, [Infinity, Infinity]]);
  return {
    seed: state.seed,
    shard,
    remaining,
    acknowledged,
    spans,
    file: state.file,
    changes: time?.changes,
    faultChanges: state.faultChanges,
    digest: state.digest && { ...state.digest, after: isOrdered ? [] : state.digest.after },
    spentMs: state.spentMs,
    isResumed: true,
    workers: state.workers,
  };
}

const hasRows = ({ next, acknowledged }: State): boolean => next > 0 || acknowledged.length > 0;

/** Whether the stored changes begin with those given: later ones were made while the stream ran. */
const startsWith = (kept: readonly FaultChange[], given: readonly FaultChange[]): boolean =>
  JSON.stringify(kept.slice(0, given.length)) === JSON.stringify(given);

const BEGINNING = {
  remaining: [[0, Infinity]],
  acknowledged: [],
  spans: [],
  file: null,
  changes: undefined,
  digest: undefined,
  spentMs: undefined,
  isResumed: false,
  workers: undefined,
} as const;
