import { deliveryOf } from '../config/delivery.ts';
import { systemClock, systemRandom } from '../delivery/clock.ts';
import { newRunControl, type RunControl } from '../delivery/control.ts';
import type { RunOptions } from '../delivery/options.ts';
import { withRoutes } from '../delivery/parts.ts';
import type { Summary } from '../delivery/progress.ts';
import { run } from '../delivery/run.ts';
import {
  destinations,
  fetchHttp,
  findDestination,
  httpWithRoutes,
  parseConfig,
  type Destination,
} from '../destinations/index.ts';
import type { Faults } from '../rows/fault-settings.ts';
import type { RateChange } from '../time/timing.ts';
import { mistakes, readGiven, type GivenSchema, type GivenStream, type RowOptions } from './given.ts';
import { planStream, type StreamPlan } from './plan.ts';
import { rowFieldProblems, unfitFaults } from './row-fields.ts';
import { sidesFor } from './sides.ts';

/** Options of `stream`: the keys of a stream in a config file, and what to call while it runs. */
export interface SendStreamOptions
  extends RowOptions, Pick<RunOptions, 'onError' | 'onProgress' | 'onAnswer'> {
  readonly schema: GivenSchema;
  /** The name of a destination that works in browsers (`http`, `tinybird`, `ably`, `aws-sns`, `log`), or a destination. */
  readonly destination: string | Destination;
  /** The settings of the destination. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Exact number of rows. Default: no limit. */
  readonly limit?: number;
  /** When to stop: `30s`, `5m`. Default: never. */
  readonly duration?: string;
  readonly faults?: Faults;
  /** Retries, requests in flight and the like, as in a config file. */
  readonly delivery?: Readonly<Record<string, unknown>>;
  /** Takes the lines of the destination `log`. Default: they are discarded. */
  readonly write?: (lines: Uint8Array) => void | Promise<void>;
}

/** A stream that runs. */
export interface RunningStream extends Pick<RunControl, 'pause' | 'resume'> {
  /** The counts at its end. Rejects with a line for each mistake in the options, or if the destination cannot be opened. */
  readonly done: Promise<Summary>;
  /** Ends it: no more rows are made, and responses are awaited. Called again, it gives up requests in flight. */
  stop(): void;
  /** Sets the rate from now on, in events per second. @throws RangeError if the stream has none to change */
  setRate(to: RateChange['to']): void;
}

/** Streams rows to a destination until the limit, the end of their times, or `stop`. Starts at once. */
export function stream(options: SendStreamOptions): RunningStream {
  const [stop, abort] = [new AbortController(), new AbortController()];
  const control = newRunControl();
  const signals = { control, stop: stop.signal, abort: abort.signal };
  return {
    done: prepared(options).then((made) => send(made, options, signals)),
    stop() {
      if (stop.signal.aborted) abort.abort();
      stop.abort();
    },
    pause: () => control.pause(),
    resume: () => control.resume(),
    setRate: (to) => control.setRate(to),
  };
}

/** A stream whose options are valid. */
interface PreparedStream {
  readonly destination: Destination;
  readonly config: unknown;
  readonly given: GivenStream;
  readonly plan: StreamPlan;
}

/** @throws Error with a line for each mistake */
async function prepared({
  schema,
  destination: name,
  settings = {},
  onError: _onError,
  onProgress: _onProgress,
  onAnswer: _onAnswer,
  write: _write,
  ...options
}: SendStreamOptions): Promise<PreparedStream> {
  const destination = destinationOf(name);
  if (destination === undefined)
    throw mistakes([
      `Unknown destination ${JSON.stringify(name)}. Names: ${destinations.map(({ command }) => command).join(', ')}. Pass others as objects`,
    ]);
  const given = await readGiven(schema, options);
  const nameOf = (setting: string): string => `settings.${setting}`;
  const parsed = parseConfig(destination, settings, { clearText: true, nameOf });
  if (!parsed.ok)
    throw mistakes(
      Object.entries(parsed.errors).flatMap(([setting, errors]) =>
        errors.map((error) => `${nameOf(setting)}: ${error}`),
      ),
    );
  const { config } = parsed;
  const named = { destination, nameOf };
  const faults = [given.faults, ...given.faultChanges.map((each) => each.faults)];
  const read = sidesFor(named, given.schema, config);
  const lines = [
    ...rowFieldProblems(named, given.schema, config),
    ...unfitFaults(named, faults, config),
    ...(read.ok ? [] : read.lines),
  ];
  const planned = planStream({ ...given, sides: read.ok ? read.sides : undefined, isSteered: true });
  if (!planned.ok || lines.length > 0) throw mistakes(planned.ok ? lines : [...lines, ...planned.lines]);
  return { destination, config, given, plan: planned.plan };
}

/** By its name, or as it is. In programs, the addresses of HTTP may follow from the events. */
function destinationOf(given: string | Destination): Destination | undefined {
  const found = typeof given === 'string' ? findDestination(given) : given;
  return typeof given === 'string' && found?.name === httpWithRoutes.name ? httpWithRoutes : found;
}

async function send(
  { destination, config, given, plan }: PreparedStream,
  { onError, onProgress, onAnswer, write = () => undefined }: SendStreamOptions,
  signals: Required<Pick<RunOptions, 'stop' | 'abort' | 'control'>>,
): Promise<Summary> {
  const connection = await destination.open(config, {
    http: fetchHttp(fetch),
    now: () => systemClock.date(),
    random: systemRandom,
    async write(lines) {
      await write(lines);
      // Without a rate, a write that takes no time would leave none to timers, and to whoever calls stop.
      await systemClock.sleep(0, signals.abort);
    },
  });
  const timeUp = new AbortController();
  if (plan.stopAfterMs !== undefined)
    void systemClock.sleep(plan.stopAfterMs, signals.stop).then(() => timeUp.abort());
  const limits = destination.limits(config);
  const inFlight = plan.isOrdered ? 1 : given.options.inFlight;
  const summary = await run({
    rows: plan.rows,
    pace: plan.paceBy(systemClock).pace,
    ...(plan.time !== undefined && { times: plan.time.timeline }),
    limit: plan.limit,
    connection: withRoutes(connection),
    limits: inFlight === undefined ? limits : { ...limits, inFlight },
    ...deliveryOf(given.options),
    optionNames: { retryFor: 'delivery.retryFor', continueOnFailure: "delivery: {onFailure: 'continue'}" },
    ...signals,
    stop: AbortSignal.any([signals.stop, timeUp.signal]),
    ...(onError && { onError }),
    ...(onProgress && { onProgress }),
    ...(onAnswer && { onAnswer }),
    clock: systemClock,
    random: systemRandom,
  });
  // A stream whose time is up has sent all that it should.
  const isDone = summary.reason === 'stopped' && !signals.stop.aborted;
  return isDone ? { ...summary, reason: 'limit' } : summary;
}
