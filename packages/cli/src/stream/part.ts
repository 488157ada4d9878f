import { invalid, type Result, type FaultChange, type StartedIncident, type Timing } from '@catbird/engine';
import { type Span, newLosses, type Loss, type Range } from '@catbird/send';
import type { Shard } from '@catbird/stream';
import { randomSeed } from '../seed.ts';
import type { FilePlace } from '../destinations/file.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import type { FaultPlace } from './fault-file.ts';
import { timingDifferences } from './event-times.ts';
import { lostIn, remainingIn, resending, resendNote, type Resend } from './resend.ts';
import { resolveShard } from './shard.ts';
import type { StreamOptions } from './spec.ts';
import { otherVersions, type TypeVersion } from '../types/package.ts';
import { startOver, type State } from './state.ts';
import type { Loaded } from './store/slot.ts';

/** The part of a stream that this process sends. */
export interface Part {
  readonly seed: string;
  readonly shard: Shard | undefined;
  /** The rows to send, by index within the shard, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Acknowledged rows among them. */
  readonly acknowledged: readonly Range[];
  /** Rows that earlier processes could not deliver, and that are not sent again. */
  readonly lost: readonly Loss[];
  /** The times that an earlier process gave to remaining rows. */
  readonly spans: readonly Span[];
  /** Where an earlier process stopped writing to a file. */
  readonly file: FilePlace | null;
  /** How far the fault log is complete, if there is to be one. */
  readonly faultLog: FaultPlace | null;
  /** Changes of the rate that an earlier process made, as in the setting `changes`. */
  readonly changes: readonly unknown[] | undefined;
  /** Changes of the faults: those given, or those that an earlier process made. */
  readonly faultChanges: readonly FaultChange[];
  /** Incidents that were started by hand: those given, or those of an earlier process. */
  readonly started: readonly StartedIncident[];
  /** The digest of the rows that earlier processes sent. Undefined if they kept none. */
  readonly digest: KeptDigest | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs: number | undefined;
  /** Whether there was an earlier process. */
  readonly isResumed: boolean;
  /** What it saved of the rows of each of its threads, if they sent the rows. */
  readonly workers: readonly State[] | undefined;
  readonly notes: readonly string[];
}

/**
 * Determines the part from the options, the environment and the state of an earlier process.
 *
 * @param state undefined if there is none
 */
export function partOf(
  { seed, shard: choice, state: file = '', digest = false, splitBy, resend, faultsLog }: StreamOptions,
  {
    state,
    fingerprint,
    timing,
    faultChanges,
    started,
    isOrdered,
    types,
  }: Pick<Given, 'fingerprint' | 'timing' | 'faultChanges' | 'started' | 'isOrdered' | 'types'> & {
    readonly state: Loaded;
  },
  env: Readonly<Record<string, string | undefined>>,
): Result<{ readonly part: Part }> {
  const resolved = choice === undefined ? undefined : resolveShard(choice, env);
  if (resolved?.ok === false) return resolved;
  const shard = resolved?.shard;
  if (state !== undefined)
    return !state.ok
      ? state
      : resumed(state.state, {
          seed,
          shard,
          file,
          fingerprint,
          timing,
          faultChanges,
          started,
          isOrdered,
          types,
          digest,
          splitBy,
          resend,
          faultsLog,
        });
  if (shard !== undefined && seed === undefined)
    return invalid('--shard needs --seed, the same for all shards of a stream');
  return { ok: true, part: { ...BEGINNING, seed: seed ?? randomSeed(), shard, faultChanges, started } };
}

interface Given {
  readonly seed: string | undefined;
  readonly shard: Shard | undefined;
  /** The state file. */
  readonly file: string;
  readonly fingerprint: string;
  readonly faultChanges: readonly FaultChange[];
  readonly started: readonly StartedIncident[];
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** The packages of the types that the schema may use. */
  readonly types: readonly TypeVersion[] | undefined;
  /** Whether a digest of all rows is asked for. */
  readonly digest: boolean;
  /** The field by whose values the rows are split among shards and threads. */
  readonly splitBy: string | undefined;
  /** Rows must arrive in order, so all rows are sent again from the first one that was not acknowledged. */
  readonly isOrdered: boolean;
  /** Which rows to send again. */
  readonly resend: Resend | undefined;
  /** The fault log. */
  readonly faultsLog: string | undefined;
}

/** Why a state is that of another stream. */
const differences = (
  state: State,
  { seed, shard, fingerprint, timing, faultChanges, started, digest, splitBy }: Given,
): readonly string[] => [
  ...(seed !== undefined && seed !== state.seed ? ['another seed'] : []),
  ...(fingerprint === state.fingerprint
    ? []
    : ['another schema or recording, other faults, another format or another time zone']),
  ...(JSON.stringify(shard ?? null) === JSON.stringify(state.shard) ? [] : ['another shard']),
  ...splitDifferences(state, splitBy),
  ...(startsWith(state.faultChanges, faultChanges) ? [] : ['other changes of the faults']),
  ...(startsWith(state.started ?? [], started) ? [] : ['other incidents started by hand']),
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

function resumed(before: State, given: Given): Result<{ readonly part: Part }> {
  const { shard, file, isOrdered, resend } = given;
  const different = differences(before, given);
  if (different.length > 0)
    return invalid(`--state ${file} is of a stream with ${different.join(' and ')}. ${startOver(file)}`);
  const state = resend === undefined ? before : resending(before, resend);
  const { next, spans, time } = state;
  const acknowledged = isOrdered ? [] : state.acknowledged;
  const part = {
    seed: state.seed,
    shard,
    remaining: remainingIn({ next, acknowledged }),
    acknowledged,
    lost: isOrdered ? lostBefore(state) : lostIn(state),
    spans,
    file: state.file,
    faultLog: given.faultsLog === undefined ? null : state.faultLog,
    changes: time?.changes,
    faultChanges: state.faultChanges,
    started: state.started ?? [],
    digest: state.digest && { ...state.digest, after: isOrdered ? [] : state.digest.after },
    spentMs: state.spentMs,
    isResumed: true,
    workers: state.workers,
    notes: [
      ...(resend === undefined ? [] : [resendNote(before, state, resend)]),
      ...otherVersions(state.types, given.types).map(
        (each) => `The state is of ${each}: values of the rows that are left may differ`,
      ),
    ],
  };
  return { ok: true, part };
}

/** The losses of rows that are not sent again in order. Each thread sends its own. */
function lostBefore(state: State): readonly Loss[] {
  if (state.workers !== undefined) return state.workers.flatMap(lostBefore);
  const losses = newLosses(state.lost, Infinity);
  losses.remove([[state.next, Infinity]]);
  return losses.snapshot();
}

const hasRows = ({ next, acknowledged }: State): boolean => next > 0 || acknowledged.length > 0;

/** Whether what is stored begins with what is given: the rest came while the stream ran. */
const startsWith = (kept: readonly unknown[], given: readonly unknown[]): boolean =>
  JSON.stringify(kept.slice(0, given.length)) === JSON.stringify(given);

const BEGINNING = {
  remaining: [[0, Infinity]],
  acknowledged: [],
  lost: [],
  spans: [],
  file: null,
  faultLog: null,
  changes: undefined,
  digest: undefined,
  spentMs: undefined,
  isResumed: false,
  workers: undefined,
  notes: [],
} as const;
