import { deliveryFlags } from './config/stream-flags.ts';
import {
  type Destination,
  type DestinationSettings,
  hinted,
  DeliveryError,
  environmentName,
  flagName,
  systemClock,
  systemRandom,
  newRunControl,
  type RunControl,
  type RunOptions,
  withRoutes,
  type Summary,
  repeatedHttp,
  run,
  parseConfig,
  settingIssues,
  fetchHttp,
  destinations,
  findDestination,
  routedDestinations,
} from '@catbird/send';
import { issuesIn, issuesOf, describe, type Faults, type RateChange } from '@catbird/engine';
import { withFormat, type FormatPlan } from '@catbird/formats';
import { renamedSettings } from './config/renamed.ts';
import { unknownKeys } from './config/section.ts';
import { deliveryOf, limitsOf } from './config/delivery.ts';
import { formatFor, keyedSides, limitsWithin, rowFormat } from './stream-format.ts';
import type { RegistryUse } from './format-reading.ts';
import { mistakes, type GivenSchema, type RowOptions } from './given.ts';
import { readGiven, type GivenStream } from './given-stream.ts';
import { planStream, type StreamPlan } from './plan.ts';
import { rowFieldIssues, unfitFaults, sidesFor } from './sides.ts';

/** Rewrites the hints of a destination, which name flags and variables of the command line, for a program: as keys of its options. */
function programHints(
  destination: Pick<Destination, 'command' | 'config'>,
): <Given extends DeliveryError | undefined>(error: Given) => Given | DeliveryError {
  const settings = Object.keys(destination.config.shape);
  const names = new Map([
    ...Object.keys(deliveryFlags).map((name) => [`--${flagName(name)}`, `delivery.${name}`] as const),
    ...settings.flatMap((name) => [
      [`--${flagName(name)}`, `settings.${name}`] as const,
      [environmentName(destination, name), `settings.${name}`] as const,
    ]),
  ]);
  const rewritten = (hint: string): string =>
    hint.replaceAll(/--[a-z][a-z-]*|CATBIRD_[A-Z_]+/g, (name) => names.get(name) ?? name);
  return (error) => (error?.hint === undefined ? error : hinted(error, rewritten(error.hint)));
}

/** A destination that works in browsers by its name, such as `http`, or any destination; with its settings. */
export type DestinationOptions =
  | { readonly destination: Destination; readonly settings?: Readonly<Record<string, unknown>> }
  | {
      [Name in keyof DestinationSettings]: {
        readonly destination: Name;
      } & (Record<string, never> extends DestinationSettings[Name]
        ? { readonly settings?: DestinationSettings[Name] }
        : { readonly settings: DestinationSettings[Name] });
    }[keyof DestinationSettings];

/** Options of `stream`: the keys of a stream in a config file, and what to call while it runs. */
export type SendStreamOptions = StreamingOptions & DestinationOptions;

interface StreamingOptions extends RowOptions, Pick<RunOptions, 'onError' | 'onProgress' | 'onAnswer'> {
  readonly schema: GivenSchema;
  /** Exact number of rows. Default: no limit. */
  readonly limit?: number;
  /** When to stop: `30s`, `5m`. Default: never. */
  readonly duration?: string;
  readonly faults?: Faults;
  /**
   * How rows are written: the name of a format, such as `csv`, or its name and settings. A setting that names a file in a config has
   * the text of that file. Default: lines of JSON, unless the settings imply another, such as the path `events.csv`.
   */
  readonly format?: string | { readonly name: string; readonly [setting: string]: unknown };
  /** Retries, requests in flight and the like, as in a config file. */
  readonly delivery?: Readonly<Record<string, unknown>>;
  /** Takes the lines of the destination `log`. Default: they are discarded. */
  readonly write?: (lines: Uint8Array) => void | Promise<void>;
}

/** The counts at the end of a stream. Only one that failed has an error. */
export type StreamResult = Omit<Summary, 'reason' | 'error'> &
  (
    | { readonly reason: 'failed'; /** What ended it. */ readonly error: DeliveryError }
    | { readonly reason: Exclude<Summary['reason'], 'failed'>; readonly error: undefined }
  );

/** A stream that runs. */
export interface RunningStream extends Pick<RunControl, 'pause' | 'resume'> {
  /**
   * The counts at its end, also if it failed: then `reason` is `failed`, and `error` has the reason. Rejects with an `OptionsError` if options
   * are wrong, and with a `DeliveryError` if the destination or a schema registry fails at the start.
   */
  readonly done: Promise<StreamResult>;
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
    done: prepared(options, stop.signal).then((made) => send(made, options, signals)),
    stop() {
      if (stop.signal.aborted) abort.abort();
      stop.abort();
    },
    pause: () => control.pause(),
    resume: () => control.resume(),
    setRate: (to) => control.setRate(to),
  };
}

/** Options besides those of rows and times. */
const STREAM_OPTIONS = [
  'schema',
  'destination',
  'settings',
  'seed',
  'types',
  'faults',
  'format',
  'delivery',
  'onError',
  'onProgress',
  'onAnswer',
  'write',
];

/** A stream whose options are valid. */
interface PreparedStream {
  readonly destination: Destination;
  readonly config: unknown;
  readonly given: GivenStream;
  readonly plan: StreamPlan;
  /** How rows are written. Undefined: as lines of JSON. */
  readonly format: FormatPlan | undefined;
}

/** @param stop ends it while it waits for a schema registry @throws OptionsError with all mistakes */
async function prepared(
  { schema, destination: name, settings = {}, ...options }: SendStreamOptions,
  stop: AbortSignal,
): Promise<PreparedStream> {
  const destination = destinationOf(name);
  const given = await readGiven(schema, options, STREAM_OPTIONS);
  const config = configOf(destination, settings);
  const named = { ...given, destination, settings, nameOf };
  const faults = [given.faults, ...given.faultChanges.map((each) => each.faults)];
  const read = sidesFor(named, given.schema, config);
  const misfits = [
    ...rowFieldIssues(named, given.schema, config),
    ...unfitFaults(named, given.schema, faults, config),
    ...issuesIn(read),
  ];
  if (misfits.length > 0) throw mistakes(misfits);
  const sides = read.ok ? read.sides : undefined;
  // Last, because it may change a schema registry.
  const found = await formatFor(named, { ...given, sides, zone: given.time.zone }, config, registryUse(stop));
  if (!found.ok) throw mistakes(found.issues);
  const { format } = found;
  const planned = planStream({
    ...given,
    sides: keyedSides(sides, format),
    isSteered: true,
    format: format && ((rows) => withFormat(rows, format.plan)),
  });
  if (!planned.ok) throw mistakes(planned.issues);
  return { destination, config, given, plan: planned.plan, format: format?.plan };
}

const registryUse = (signal: AbortSignal): RegistryUse => ({
  ask: (act) =>
    act({
      http: repeatedHttp(fetchHttp(fetch), systemClock, systemRandom),
      signal,
      now: () => systemClock.date(),
    }),
});

/** @throws OptionsError if there is none of this name */
function destinationOf(given: SendStreamOptions['destination']): Destination {
  const destination = typeof given === 'string' ? findDestination(given) : given;
  // The page's have no routes.
  const routed = routedDestinations.find(({ name }) => name === destination?.name);
  if (typeof given === 'string' && routed !== undefined) return routed;
  if (destination !== undefined) return destination;
  const names = destinations.map(({ command }) => command).join(', ');
  throw mistakes(
    issuesOf(`Unknown destination ${JSON.stringify(given)}. Names: ${names}. Pass others as objects`),
  );
}

const nameOf = (setting: string): string => `settings.${setting}`;

/** @throws OptionsError with all mistakes */
function configOf(destination: Destination, settings: Readonly<Record<string, unknown>>): unknown {
  const known = Object.keys(destination.config.shape);
  const unknown = unknownKeys(
    destination.normalise?.(settings) ?? settings,
    known,
    'settings.',
    renamedSettings(destination),
  );
  if (unknown.length > 0) throw mistakes(unknown);
  const parsed = parseConfig(destination, settings, { clearText: true, nameOf });
  if (parsed.ok) return parsed.config;
  throw mistakes(settingIssues(parsed.issues, nameOf));
}

/** By its name, or as it is. In programs, the addresses of HTTP may follow from the events. */
async function send(
  { destination, config, given, plan, format }: PreparedStream,
  { onError, onProgress, onAnswer, write = () => undefined }: StreamingOptions,
  signals: Required<Pick<RunOptions, 'stop' | 'abort' | 'control'>>,
): Promise<StreamResult> {
  const told = programHints(destination);
  const opening = destination.open(config, {
    http: fetchHttp(fetch),
    now: () => systemClock.date(),
    random: systemRandom,
    async write(lines) {
      await write(lines);
      // Without a rate, a write that takes no time would leave none to timers, and to whoever calls stop.
      await systemClock.sleep(0, signals.abort);
    },
    format: rowFormat(format),
    toLocal: plan.toLocal,
    describeRows: () => describe(given.schema),
  });
  const connection = await opening.catch((error: unknown) => {
    throw error instanceof DeliveryError ? told(error) : error;
  });
  const timeUp = new AbortController();
  if (plan.stopAfterMs !== undefined)
    void systemClock.sleep(plan.stopAfterMs, signals.stop).then(() => timeUp.abort());
  const published = limitsWithin(destination.limits(config, rowFormat(format)), format);
  const summary = await run({
    rows: plan.rows,
    pace: plan.paceBy(systemClock).pace,
    ...(plan.time !== undefined && { times: plan.time.timeline }),
    limit: plan.limit,
    connection: withRoutes(connection),
    limits: limitsOf(published, given.options, plan),
    ...deliveryOf(given.options),
    optionNames: { retryFor: 'delivery.retryFor', continueOnFailure: "delivery: {onFailure: 'continue'}" },
    ...signals,
    stop: AbortSignal.any([signals.stop, timeUp.signal]),
    ...(onError && { onError: (error, isRetried) => onError(told(error), isRetried) }),
    ...(onProgress && {
      onProgress: (progress) => onProgress({ ...progress, lastError: told(progress.lastError) }),
    }),
    ...(onAnswer && { onAnswer }),
    clock: systemClock,
    random: systemRandom,
  });
  const { reason, error, ...counts } = summary;
  const ended = { ...counts, lastError: told(counts.lastError) };
  if (error !== undefined) return { ...ended, reason: 'failed', error: told(error) };
  // A stream whose time is up has sent all that it should.
  const isStopped = reason === 'stopped' && signals.stop.aborted;
  return { ...ended, reason: isStopped ? 'stopped' : 'limit', error };
}
