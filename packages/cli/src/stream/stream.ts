import { setMaxListeners } from 'node:events';
import { worstOf, type ExitCode } from '../exit-codes.ts';
import { wordsOf } from '../files/error-code.ts';
import { allOf, refusalOf, refuse, type Refusal } from '../refusal.ts';
import { reportsFor } from '../report/choose.ts';
import type { Terminal } from '../terminal.ts';
import { serveMetrics, type Metrics } from './metrics.ts';
import { ready } from './open.ts';
import { poolNotes } from './pools.ts';
import { stateOf } from './keeper.ts';
import { outputRefusals } from './outputs.ts';
import { prepare, type Asked, type Prepared, type StreamOptions } from './prepare.ts';
import { withOneSeed } from './one-seed.ts';
import { sendAll } from './send-all.ts';
import { saveState } from './state.ts';

/** Streams that run in one process, with what concerns all of them. */
export interface Plan extends Pick<StreamOptions, 'json' | 'quiet' | 'metricsPort' | 'metricsHost'> {
  /** All of them named, or a single one without a name. */
  readonly streams: readonly Asked[];
  /** What a stream that fails means for the others. */
  readonly onStreamFailure: 'stop' | 'continue';
}

/** Streams what was asked for, tells how it goes on standard error, and says how it went. */
export const stream = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const { json, quiet, metricsPort, metricsHost } = asked.options;
  const plan: Plan = { streams: [asked], onStreamFailure: 'stop', json, quiet, metricsPort, metricsHost };
  return streamAll(plan, terminal);
};

/** Runs streams side by side until all have ended; the exit code is the worst of theirs. */
export async function streamAll(plan: Plan, terminal: Terminal): Promise<ExitCode> {
  const { json, quiet } = plan;
  const checked = await prepareAll(plan.streams, terminal);
  if (!checked.ok) return refuse(checked.refusal, { json, err: terminal.err });
  const served = await metricsOn(plan);
  if ('problem' in served) return refuse(refusalOf('usage', [served.problem]), { json, err: terminal.err });
  const { metrics } = served;
  // Each request under way listens for the end of the stream: there are as many listeners as requests, and Node would warn of a leak.
  setMaxListeners(0);
  let hasRows = false;
  const onRows = (): void => void (hasRows = true);
  const names = plan.streams.map(({ name }) => name);
  const reports = reportsFor({ json, quiet }, terminal, names, () => hasRows);
  const { interrupt } = terminal;
  interrupt.takeSecond();
  interrupt.stop.addEventListener('abort', () =>
    reports.note('Stopping: waiting for the answers that are due. Once more to give them up'),
  );
  const all = checked.all.map(({ asked, prepared }) => ready(asked, prepared, { terminal, reports, onRows }));
  try {
    const exitCode = worstOf(
      await sendAll(all, {
        interrupt,
        onStreamFailure: plan.onStreamFailure,
        onFigures: (name) => (metrics === undefined ? undefined : (progress) => metrics.note(name, progress)),
      }),
    );
    reports.end(exitCode);
    return exitCode;
  } finally {
    interrupt.release();
    await Promise.all([metrics?.close(), ...all.map((each) => each.close())]);
  }
}

/** The figures for Prometheus, if they are wanted; a sentence when the port cannot be had. */
async function metricsOn({
  metricsPort: port,
  metricsHost: host,
}: Plan): Promise<{ readonly metrics: Metrics | undefined } | { readonly problem: string }> {
  if (port === undefined && host !== undefined) return { problem: '--metrics-host needs --metrics-port' };
  try {
    return { metrics: port === undefined ? undefined : await serveMetrics(port, host) };
  } catch (error) {
    return { problem: `--metrics-port ${port}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

type Checked =
  | { readonly ok: true; readonly all: readonly { readonly asked: Asked; readonly prepared: Prepared }[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** Checks every stream before any begins. */
async function prepareAll(streams: readonly Asked[], terminal: Terminal): Promise<Checked> {
  const all: { asked: Asked; prepared: Prepared }[] = [];
  const refusals: Refusal[] = [];
  // One after another: they may read standard input.
  for (const asked of withOneSeed(streams)) {
    const result = await prepare(asked, terminal);
    if (result.ok) all.push({ asked, prepared: withPoolNotes(asked, result.prepared, all) });
    else refusals.push(named(result.refusal, asked.name));
  }
  refusals.push(...outputRefusals(all.map(({ asked, prepared: { local } }) => ({ asked, local }))));
  // Only now: a state is written where nothing else is to be refused.
  if (refusals.length === 0) refusals.push(...all.flatMap(stateRefusals));
  return refusals.length === 0 ? { ok: true, all } : { ok: false, refusal: allOf(refusals) };
}

/** A stream with a note on every pool that has another size in one before it. */
function withPoolNotes(
  { name }: Asked,
  prepared: Prepared,
  before: readonly { readonly asked: Asked; readonly prepared: Prepared }[],
): Prepared {
  const others = before.map((each) => ({ name: each.asked.name, pools: each.prepared.pools }));
  const notes = poolNotes({ name, pools: prepared.pools }, others);
  return { ...prepared, notes: [...prepared.notes, ...notes] };
}

/** Writes the state once, so that one that cannot be written is known before anything is sent. */
function stateRefusals({ asked, prepared }: { asked: Asked; prepared: Prepared }): readonly Refusal[] {
  const { state } = asked.options;
  if (state === undefined || prepared.isFinished) return [];
  try {
    saveState(state, stateOf(prepared));
    return [];
  } catch (error) {
    const message = `--state ${state} cannot be written: ${wordsOf(error)}`;
    return [named(refusalOf('usage', [message]), asked.name)];
  }
}

const named = ({ lines, objects }: Refusal, stream: string | undefined): Refusal => ({
  lines,
  objects: objects.map((each) => ({ ...(stream === undefined ? {} : { stream }), ...each })),
});
