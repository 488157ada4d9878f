import {
  invalid,
  type Issue,
  type Result,
  type Recording,
  type Schema,
  instantText,
  parseTime,
  newTimeline,
  type Rate,
  type Timing,
  type Zone,
  type Reading as ValueReading,
  type StreamIncident,
} from '@catbird/engine';
import type { ConfigStream } from './spec.ts';
import { timeFlags } from './stream-flags.ts';

/** When the events of a stream happen. */
export interface StreamTime {
  /** Undefined if events have the clock's time. */
  readonly timing: Timing | undefined;
  /** The rate of events with the clock's time, if it is not constant. */
  readonly shape: Rate | undefined;
  /** The time zone of days and hours. Undefined: UTC. */
  readonly zone: Zone | undefined;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly notes: readonly string[];
}

/** What the times of a stream depend on besides its schema. */
interface Timed extends Pick<ConfigStream, 'options' | 'optionOf'> {
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The times of a stream. */
export type TimeReading = Result<StreamTime>;

/**
 * Reads the time settings of a stream. If there is a zone, `loadZones` comes before.
 *
 * @param schema of its rows, undefined if that is not known
 */
export function readTime(
  timed: Timed,
  schema: Pick<Schema, 'journey' | 'recording' | 'incidents'> | undefined,
): TimeReading {
  const recording = schema?.recording;
  return recording === undefined || timed.options.eps !== undefined
    ? readRate(timed, schema)
    : readRhythm(timed, recording);
}

/** The times of rows at a rate. */
function readRate(
  { options, optionOf, nowMs }: Timed,
  schema: Pick<Schema, 'journey' | 'incidents'> | undefined,
): TimeReading {
  const isJourney = schema && schema.journey !== undefined;
  const { eps = 1, duration } = options;
  if (options.eps !== undefined && options.starts !== undefined)
    return invalid(
      `${optionOf('starts')} cannot be combined with ${optionOf('eps')}: they are the rate in journeys and in events`,
    );
  const starts = options.starts ?? (isJourney === false ? undefined : options.startsOfAll);
  const given = Object.entries({ ...options, starts }).filter(
    ([name, value]) => name in timeFlags && value !== undefined,
  );
  const result = parseTime(Object.fromEntries(given), {
    eps,
    nowMs,
    ...(isJourney === undefined ? {} : { isJourney }),
    ...(duration === undefined ? {} : { durationMs: duration }),
  });
  if (!result.ok) return { ok: false, issues: result.issues.map((issue) => placed(issue, optionOf)) };
  const { shape, zone, notes } = result;
  const timed = withRates(result.timing, schema?.incidents, optionOf);
  return timed.ok ? { ok: true, timing: timed.value, shape, zone, nowMs, notes } : timed;
}

/** A timing whose rate incidents change, if there would be any event. */
function withRates(
  timing: Timing | undefined,
  incidents: readonly StreamIncident[] = [],
  optionOf: Timed['optionOf'],
): ValueReading<Timing | undefined> {
  if (incidents.length === 0 && timing === undefined) return { ok: true, value: timing };
  if (timing === undefined)
    return invalid(
      `incidents need computed event times. Set ${optionOf('from')}: now, or an instant in the past`,
    );
  const factors = incidents.flatMap(
    ({ times, effects: { rate, afterMs } = { rate: undefined, afterMs: 0 } }) =>
      rate === undefined ? [] : [{ times, afterMs, factor: rate }],
  );
  const whole = factors.length === 0 ? timing : { ...timing, rate: { ...timing.rate, incidents: factors } };
  const problem = emptiness(whole);
  return problem === undefined
    ? { ok: true, value: whole }
    : invalid(`${optionOf(factors.length === 0 ? 'rate' : 'incidents')}: ${problem}`);
}

/** Settings of a rate, which a rhythm has not. */
const OF_RATE = ['starts', 'arrivals', 'disorder', 'rate', 'changes'] as const;
/** Most events per second of a rate: see `parseTime`. */
const MOST_PER_SECOND = 1e9;

/** The times of a recording, in its own rhythm: as fast as then, and whatever the wall clock says, unless the settings say otherwise. */
function readRhythm(
  { options, optionOf, nowMs }: Timed,
  { name, time, rows, firstMs, periodMs }: Recording,
): TimeReading {
  if (time === undefined)
    return invalid(
      `${name} has no field with the time of a row, so it has no rhythm. Name the field with ${optionOf('replayTime')}, or give a rate with ${optionOf('eps')}`,
    );
  const isSet = (value: unknown): boolean =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  const unfit = OF_RATE.filter((option) => isSet(options[option]));
  if (unfit.length > 0)
    return invalid(
      ...unfit.map(
        (option) =>
          `${optionOf(option)} does not fit the rhythm of a recording. Remove it, or give a rate with ${optionOf('eps')}`,
      ),
    );
  const { from = instantText(firstMs), to, speed = 1, future = true, zone: zoneName, duration } = options;
  const result = parseTime(
    {
      from,
      speed,
      future,
      ...(to !== undefined && { to }),
      ...(zoneName !== undefined && { zone: zoneName }),
    },
    {
      eps: Math.min(MOST_PER_SECOND, (rows * 1000) / periodMs),
      nowMs,
      ...(duration !== undefined && { durationMs: duration }),
    },
  );
  if (!result.ok) return { ok: false, issues: result.issues.map((issue) => placed(issue, optionOf)) };
  const { timing, shape, zone, notes } = result;
  return { ok: true, timing: timing && { ...timing, recorded: true }, shape, zone, nowMs, notes };
}

/** Why there would be no event; undefined if there are some. Factors may each be above 0 at times, but never together. */
function emptiness(timing: Timing): string | undefined {
  const { toMs } = timing;
  const firstMs = newTimeline({ ...timing, arrivals: 'even' }, 0).time(0);
  if (firstMs === Infinity) return 'no event would ever be sent, because the rate is always 0';
  return toMs !== null && firstMs >= toMs
    ? `no event would be sent, because the rate is 0 until ${instantText(toMs)}`
    : undefined;
}

/** An issue with the option where a person gave it: `--rate stages must …`, `streams.orders.rate.stages.2.1: Rate of stage 3 must …`. */
function placed(issue: Issue, optionOf: (option: string) => string): Issue {
  const { path = [], message } = issue;
  const [option = '', ...inner] = path.map(String);
  const name = optionOf(option);
  const place = inner.length === 0 ? name : `${name}${name.startsWith('--') ? ' ' : '.'}${inner.join('.')}`;
  if (place === '') return issue;
  // A message that begins with the last name of its place would repeat it.
  const last = inner.at(-1) ?? option;
  const rest = message.startsWith(`${last} `) ? message.slice(last.length) : `: ${message}`;
  return { ...issue, message: place + rest };
}
