import { invalid, messagesOf, type Result } from '@catbird/engine';
import { messageOf } from '../files/error-code.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { Keys, Terminal } from '../terminal.ts';
import { serveControl } from './port.ts';
import type { Steering } from './steering.ts';

/** A press of + or - changes the rate by a quarter, up and back. */
const STEP = 1.25;

/** The note at the start of a stream. */
const KEYS_HINT = 'Press + or - to change the rate, space to pause, l to skip history and go live';

/** Lets the keys of the terminal change all running streams: + and - the rate, space pauses and resumes, l skips history. */
const steerByKeys = (keys: Keys, streams: () => readonly Steering[]): { close(): void } =>
  keys.listen((key) => {
    const running = streams().filter(({ hasEnded }) => !hasEnded);
    if (key === '+' || key === '=') for (const stream of running) stream.scaleRate(STEP);
    if (key === '-' || key === '_') for (const stream of running) stream.scaleRate(1 / STEP);
    if (key === 'l') skipHistory(running);
    if (key === ' ') {
      // All of them do the same, whatever each does now.
      const isRunning = running.some(({ control }) => !control.isPaused);
      for (const { control } of running) {
        if (isRunning) control.pause();
        else control.resume();
      }
    }
  });

/** Lets all streams that send history go live. If none does, each says why. */
function skipHistory(streams: readonly Steering[]): void {
  const changes = streams.map((stream) => [stream, stream.goLive()] as const);
  const isPossible = changes.some(([, change]) => change.ok);
  for (const [stream, change] of changes) {
    if (change.ok) change.apply();
    else if (!isPossible) stream.note(messagesOf(change.issues).join('. '));
  }
}

/** What changes the running streams of a process: the keys of its terminal, and the control port. */
interface Controls {
  /** What to tell people when the streams start. */
  readonly notes: readonly string[];
  /** Connects them to the streams. */
  start(streams: readonly Steering[]): void;
  close(): Promise<void>;
}

interface ControlOptions extends Pick<StreamOptions, 'json' | 'quiet' | 'controlPort'> {
  readonly streams: readonly StreamSpec[];
}

const isSharded = ({ options }: StreamSpec): boolean => options.shard !== undefined;
const hasWorkers = ({ options: { workers = 1 } }: StreamSpec): boolean => workers !== 1;

/** Whether keys may change the streams: not if nobody watches them, and not a shard or a stream whose threads send parts of it. */
const hasKeys = ({ streams, json, quiet }: ControlOptions, { err, keys }: Terminal): boolean =>
  keys !== undefined &&
  err.isTerminal &&
  json !== true &&
  quiet !== true &&
  !streams.some((each) => isSharded(each) || hasWorkers(each));

/** The streams, with whether they may be changed while they run. */
export const steerable = (options: ControlOptions, terminal: Terminal): readonly StreamSpec[] => {
  const isSteered = options.controlPort !== undefined || hasKeys(options, terminal);
  return options.streams.map((spec) => ({ ...spec, isSteered }));
};

/** Opens the control port, if there is one. */
export async function openControls(options: ControlOptions, terminal: Terminal): Promise<Result<Controls>> {
  const { controlPort, streams } = options;
  if (controlPort !== undefined && streams.some(isSharded))
    return invalid('--control-port cannot be used with --shard: all shards share the rate of the stream');
  if (controlPort !== undefined && streams.some(hasWorkers))
    return invalid(
      '--control-port cannot be used with --workers: each worker would apply a change at a different row',
    );
  let steered: readonly Steering[] = [];
  try {
    const port = controlPort === undefined ? undefined : await serveControl(controlPort, () => steered);
    const keys = hasKeys(options, terminal) ? terminal.keys : undefined;
    let listening: { close(): void } | undefined;
    return {
      ok: true,
      notes: [
        ...(controlPort === undefined ? [] : [`Control at http://127.0.0.1:${controlPort}`]),
        ...(keys === undefined ? [] : [KEYS_HINT]),
      ],
      start(all) {
        steered = all;
        listening = keys && steerByKeys(keys, () => steered);
      },
      async close() {
        listening?.close();
        await port?.close();
      },
    };
  } catch (error) {
    return invalid(`--control-port ${controlPort}: ${messageOf(error)}`);
  }
}
