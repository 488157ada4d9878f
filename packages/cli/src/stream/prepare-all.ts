import { growingIn, poolsIn, type PoolUse } from '@catbird/engine';
import { viewOf, DeliveryError } from '@catbird/send';
import { entityIssues, journeyIssues, sharedJourneys } from '@catbird/stream';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { writingFailure } from '../files/error-code.ts';
import { ofKind, type CommandIssue, type Refused } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { withCores } from '../workers/choose.ts';
import { joined, partsOf } from '../workers/shards.ts';
import { stateOf } from './keeper.ts';
import { outputIssues } from './outputs.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepared.ts';
import type { StreamSpec } from './spec.ts';
import { startAfterIssues } from './start-after.ts';
import { StaleError, TakenError } from './store/slot.ts';
import { randomSeed } from '../seed.ts';

/** A stream that passed its checks. */
export interface Checked {
  readonly spec: StreamSpec;
  readonly prepared: Prepared;
}

/** Issues with the exit code that they lead to. */
interface Ended extends Refused {
  readonly exitCode: ExitCode;
}

/** Checks every stream before any starts. */
export async function prepareAll(
  streams: readonly StreamSpec[],
  terminal: Terminal,
): Promise<{ readonly ok: true; readonly all: readonly Checked[] } | Ended> {
  const all: Checked[] = [];
  const issues: CommandIssue[] = [];
  // One after another: they may read standard input.
  for (const spec of withOneBeginning(withCores(streams), Date.now())) {
    const result = await prepare(spec, terminal);
    if (result.ok) all.push({ spec, prepared: withPoolNotes(spec, result.prepared, all) });
    else issues.push(...named(result.issues, spec.name));
  }
  issues.push(...outputIssues(all.map(({ spec, prepared: { local } }) => ({ spec, local }))));
  issues.push(...agreementIssues(all), ...startAfterIssues(all));
  // Only now: the state is not written if the streams are refused.
  if (issues.length > 0) return { ok: false, issues, exitCode: EXIT.usage };
  for (const each of all) {
    const refused = await claimState(each);
    if (refused !== undefined) return refused;
  }
  return { ok: true, all: withSharedJourneys(all) };
}

/** Why the rows of streams would not agree. */
function agreementIssues(all: readonly Checked[]): readonly CommandIssue[] {
  const streams = all.map(({ spec: { name, options }, prepared: { schema, time } }) => ({
    name,
    startsOfAll: options.startsOfAll,
    entities: schema.entities ?? [],
    growing: growingIn(schema),
    journey: schema.journey,
    time,
  }));
  return ofKind('config', [
    ...entityIssues(streams.map((each) => ({ ...each, timing: each.time?.timing }))),
    ...journeyIssues(streams.map((each) => ({ ...each, timing: each.time?.given }))),
  ]);
}

/**
 * Tells streams which others share their journeys. A change of the rate would come at another event time in each of them, and end the
 * agreement of their rows, so their rate is fixed.
 */
function withSharedJourneys(all: readonly Checked[]): readonly Checked[] {
  const groups = sharedJourneys(
    all.map((checked) => ({ checked, journey: checked.prepared.schema.journey })),
  );
  return all.map((checked) => {
    const group = groups.find((each) => each.some((member) => member.checked === checked)) ?? [];
    const others = group.flatMap(({ checked: { spec } }) => (spec === checked.spec ? [] : (spec.name ?? [])));
    if (others.length === 0) return checked;
    const { prepared } = checked;
    const pace = viewOf(prepared.pace, { isFixed: true });
    return { ...checked, prepared: { ...prepared, pace, sharesJourneysWith: others } };
  });
}

/** Adds a note for every pool whose size differs from that in an earlier stream. */
function withPoolNotes({ name }: StreamSpec, prepared: Prepared, before: readonly Checked[]): Prepared {
  const others = before.map((each) => ({ name: each.spec.name, pools: poolsIn(each.prepared.schema) }));
  const notes = poolNotes({ name, pools: poolsIn(prepared.schema) }, others);
  return { ...prepared, notes: [...prepared.notes, ...notes] };
}

/** Saves the state once, so that a failure is known before anything is sent. @throws StaleError */
async function claimState({ spec: { name, slot }, prepared }: Checked): Promise<Ended | undefined> {
  if (slot === undefined || prepared.isFinished) return undefined;
  try {
    const { workers } = prepared;
    await slot.claim(workers.mode === 'send' ? joined(partsOf(prepared), prepared) : stateOf(prepared));
    return undefined;
  } catch (error) {
    if (error instanceof StaleError) throw error;
    const message = `--state ${slot.name} cannot be written: ${writingFailure(error)}`;
    return { ok: false, issues: named([{ message }], name), exitCode: exitCodeOf(error) };
  }
}

/** A store that does not respond is no mistake of the person who starts the stream. */
const exitCodeOf = (error: unknown): ExitCode =>
  error instanceof TakenError ? EXIT.elsewhere : error instanceof DeliveryError ? EXIT.failed : EXIT.usage;

const named = (issues: readonly CommandIssue[], stream: string | undefined): readonly CommandIssue[] =>
  stream === undefined ? issues : issues.map((issue) => ({ stream, ...issue }));

/**
 * Gives the streams of a run what they share: one seed, so that their keys match, and one present, from which relative times count.
 * Both are those given, those of an earlier run, or new ones.
 */
function withOneBeginning(streams: readonly StreamSpec[], presentMs: number): readonly StreamSpec[] {
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

/** A stream and the pools that its schema draws from. */
interface PoolsOfStream {
  readonly name: string | undefined;
  readonly pools: readonly PoolUse[];
}

/** A warning for each pool whose size differs from that in an earlier stream: their keys do not match. */
function poolNotes(stream: PoolsOfStream, before: readonly PoolsOfStream[]): readonly string[] {
  const notes = stream.pools.flatMap(({ name, size }) =>
    before.flatMap((other) =>
      other.pools
        .filter((pool) => pool.name === name && pool.size !== size)
        .map(
          (pool) =>
            `Warning: pool ${name} has size ${whole(pool.size)} in ${other.name ?? ''} and ${whole(size)} in ${stream.name ?? ''}. Give it one size, or another name`,
        ),
    ),
  );
  return [...new Set(notes)];
}

const whole = (size: number): string => size.toLocaleString('en');
