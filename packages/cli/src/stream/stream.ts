import { setMaxListeners } from 'node:events';
import { invalid, type Result, instantText } from '@catbird/engine';
import { systemClock } from '@catbird/send';
import { openControls, steerable } from '../control/controls.ts';
import { worstOf, type ExitCode } from '../exit-codes.ts';
import { refuse } from '../refusal.ts';
import { whenAborted } from '../interrupt.ts';
import { reportsFor } from '../report/choose.ts';
import type { Reports } from '../report/report.ts';
import { time } from '../report/words.ts';
import type { Terminal } from '../terminal.ts';
import { serveMetrics, type Metrics } from './metrics.ts';
import { recordsOf } from '../record/keep.ts';
import { ready } from './open.ts';
import { prepareAll, type Checked } from './prepare-all.ts';
import { sendAll } from './send-all.ts';
import type { Plan, StreamSpec } from './spec.ts';
import { waitUntil } from './shard.ts';
import { withWorkers } from '../workers/pool.ts';
import { openSlots } from './slots.ts';
import { StaleError } from './store/slot.ts';

/** Runs one stream, with reports on stderr. */
export const stream = (spec: StreamSpec, terminal: Terminal): Promise<ExitCode> => {
  const { json, quiet, dryRun, metricsPort, metricsHost, controlPort } = spec.options;
  const shared = { json, quiet, dryRun, metricsPort, metricsHost, controlPort };
  const plan: Plan = { streams: [spec], onStreamFailure: 'stop', ...shared };
  return streamAll(plan, terminal);
};

/** Runs streams side by side until all have ended. Returns the worst of their exit codes. */
export async function streamAll(plan: Plan, terminal: Terminal): Promise<ExitCode> {
  if (plan.dryRun === true) return (await import('./dry-run.ts')).dryRun(plan, terminal);
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
    refuse((await plan.placed?.(checked.issues)) ?? checked.issues, { json, err: terminal.err });
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
        onMetrics: (name) =>
          metrics === undefined ? undefined : (...latest) => metrics.note(name, ...latest),
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
