import { setMaxListeners } from 'node:events';
import { invalid, type Result } from '@catbird/core/internal/issue';
import { growingIn, poolsIn, viewOf } from '@catbird/core/internal/engine';
import { entityIssues, journeyIssues, sharedJourneys } from '@catbird/core/internal/config';
import { systemClock } from '@catbird/core/internal/delivery';
import { DeliveryError } from '@catbird/core/destinations';
import { instantText } from '@catbird/core/time';
import { openControls, steerable } from '../control/controls.ts';
import { EXIT, worstOf, type ExitCode } from '../exit-codes.ts';
import { writingFailure } from '../files/error-code.ts';
import { ofKind, refuse, type CommandIssue, type Refused } from '../refusal.ts';
import { whenAborted } from '../interrupt.ts';
import { reportsFor } from '../report/choose.ts';
import type { Reports } from '../report/report.ts';
import { time } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';
import { serveMetrics, type Metrics } from './metrics.ts';
import { recordsOf } from '../record/keep.ts';
import { ready } from './open.ts';
import { stateOf } from './keeper.ts';
import { withOneBeginning } from './beginning.ts';
import { outputIssues } from './outputs.ts';
import { poolNotes } from './pools.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepared.ts';
import { sendAll } from './send-all.ts';
import { startAfterIssues } from './start-after.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { waitUntil } from './start-at.ts';
import { withCores } from '../workers/choose.ts';
import { joined, partsOf } from '../workers/parts.ts';
import { withWorkers } from '../workers/pool.ts';
import { openSlots } from './slots.ts';
import { StaleError, TakenError } from './store/slot.ts';

/** The streams of one process, with the options that they share. */
export interface Plan extends Pick<
  StreamOptions,
  'json' | 'quiet' | 'metricsPort' | 'metricsHost' | 'controlPort'
> {
  /** Several named streams, or one without a name. */
  readonly streams: readonly StreamSpec[];
  /** Whether a failed stream ends the others. */
  readonly onStreamFailure: 'stop' | 'continue';
}

/** Runs one stream, with reports on stderr. */
export const stream = (spec: StreamSpec, terminal: Terminal): Promise<ExitCode> => {
  const { json, quiet, metricsPort, metricsHost, controlPort } = spec.options;
  const shared = { json, quiet, metricsPort, metricsHost, controlPort };
  const plan: Plan = { streams: [spec], onStreamFailure: 'stop', ...shared };
  return streamAll(plan, terminal);
};

/** Runs streams side by side until all have ended. Returns the worst of their exit codes. */
export async function streamAll(plan: Plan, terminal: Terminal): Promise<ExitCode> {
  for (;;) {
    try {
      return await streamOnce(plan, terminal);
    } catch (error) {
      // Nothing is open yet, and no other process changes the state now.
      if (!(error instanceof StaleError)) throw error;
    }
  }
}

/** @throws StaleError if an earlier state has changed before it was claimed */
async function streamOnce(plan: Plan, terminal: Terminal): Promise<ExitCode> {
  const { json } = plan;
  const slots = await openSlots(plan.streams, terminal);
  if (!slots.ok) {
    refuse(slots.issues, { json, err: terminal.err });
    return slots.exitCode;
  }
  try {
    return await streamFrom({ ...plan, streams: slots.streams }, terminal);
  } finally {
    // A store that hangs is not waited for if a signal has given up its last save.
    await Promise.race([slots.close(), whenAborted(terminal.interrupt.abort)]);
  }
}

/** Runs streams whose earlier states are known. */
async function streamFrom(plan: Plan, terminal: Terminal): Promise<ExitCode> {
  const { json, quiet } = plan;
  const checked = await prepareAll(steerable(plan, terminal), terminal);
  if (!checked.ok) {
    refuse(checked.issues, { json, err: terminal.err });
    return checked.exitCode;
  }
  const recorded = recordsOf(plan.streams);
  if (!recorded.ok) return refuse(recorded.issues, { json, err: terminal.err });
  const served = await metricsOn(plan);
  if (!served.ok) return refuse(served.issues, { json, err: terminal.err });
  const { metrics } = served;
  const controls = await openControls(plan, terminal);
  if (!controls.ok) {
    await metrics?.close();
    return refuse(controls.issues, { json, err: terminal.err });
  }
  // Every request in flight listens for the end of the stream. Node would report so many listeners as a leak.
  setMaxListeners(0);
  let hasRows = false;
  const onRows = (): void => void (hasRows = true);
  const names = plan.streams.map(({ name }) => name);
  const reports = reportsFor({ json, quiet }, terminal, names, () => hasRows);
  const { interrupt } = terminal;
  interrupt.takeSecond();
  interrupt.stop.addEventListener('abort', () =>
    reports.note('Stopping: waiting for responses. Interrupt again to give them up'),
  );
  const all = checked.all.map(({ spec, prepared }) => {
    const record = recorded.records.get(spec.options.record ?? '');
    if (prepared.workers.mode === 'send')
      return withWorkers(ready(spec, prepared, { terminal, reports, onRows }), record);
    const place = record?.placeOf(spec, prepared);
    return ready(spec, prepared, { terminal, reports, onRows, record: place });
  });
  let ended: ExitCode | undefined;
  try {
    controls.start(all.flatMap(({ steering }) => steering ?? []));
    controls.notes.forEach((note) => reports.note(note));
    await waitForStart(checked.all, reports, interrupt.stop);
    const exitCode = worstOf(
      await sendAll(all, {
        interrupt,
        onStreamFailure: plan.onStreamFailure,
        onMetrics: (name) => (metrics === undefined ? undefined : (progress) => metrics.note(name, progress)),
      }),
    );
    reports.end(exitCode);
    ended = exitCode;
    return exitCode;
  } finally {
    // All that is left is to close: a signal need not wait for that, but does not change how the streams ended.
    interrupt.release(ended);
    await Promise.all([controls.close(), metrics?.close(), ...all.map((each) => each.close())]);
  }
}

/** Waits for `--start-at`, which is the same for all streams. Nothing is open yet. */
async function waitForStart(
  [first]: readonly Checked[],
  { note }: Pick<Reports, 'note'>,
  signal: AbortSignal,
): Promise<void> {
  const startAt = first?.spec.options.startAt ?? -Infinity;
  const leftMs = startAt - systemClock.date();
  if (leftMs <= 0) return;
  note(`Waiting ${time(leftMs)} for the start at ${instantText(startAt)}`);
  await waitUntil(startAt, systemClock, signal);
}

/** The metrics for Prometheus, if requested. */
async function metricsOn({
  metricsPort: port,
  metricsHost: host,
}: Plan): Promise<Result<{ readonly metrics: Metrics | undefined }>> {
  if (port === undefined && host !== undefined) return invalid('--metrics-host needs --metrics-port');
  try {
    return { ok: true, metrics: port === undefined ? undefined : await serveMetrics(port, host) };
  } catch (error) {
    return invalid(`--metrics-port ${port}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A stream that passed its checks. */
interface Checked {
  readonly spec: StreamSpec;
  readonly prepared: Prepared;
}

/** Issues with the exit code that they lead to. */
interface Ended extends Refused {
  readonly exitCode: ExitCode;
}

/** Checks every stream before any starts. */
async function prepareAll(
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
