import type { IncidentTimes, StartedIncident } from '../model/incident.ts';
import type { Zone } from '../model/zone.ts';

/** The first instant after the year 9999. No event is later, because its time could not be written as ISO 8601 with four digits. */
export const END_MS = 253_402_300_800_000;

/** How events are placed along the rate: see {@link Timing.arrivals}. */
export const ARRIVALS = ['even', 'jitter', 'poisson'] as const;

/**
 * `even`: the k-th event of a second stands where it belongs; `jitter`: each event is up to one place later, order kept;
 * `poisson`: random, with exponential gaps, exact in every block of 1,024 events.
 */
export type Arrivals = (typeof ARRIVALS)[number];

/**
 * The time of a stream: a pure function gives each row its time. All instants are absolute, in whole milliseconds since 1970, so
 * this is plain data that can be kept, sent to a worker and run again.
 */
export interface Timing {
  /** Time of the first event. A whole second, unless given exactly. */
  readonly fromMs: number;
  /** End, exclusive; null: none. */
  readonly toMs: number | null;
  /** Event time per wall-clock time; `max`: as fast as the destination accepts. Beyond the present it is 1, unless `future`. */
  readonly speed: number | 'max';
  /** Events may lie ahead of the wall clock. */
  readonly future: boolean;
  readonly arrivals: Arrivals;
  /** Event times are up to this much earlier than the row's turn, by a keyed share, but not before `fromMs` or the start of the row's journey. 0: none. */
  readonly disorderMs: number;
  /** Events per second of event time, above 0, before `rate` applies. */
  readonly eps: number;
  /**
   * What `eps`, the stages of rates and the numbers of changes count. `starts`: the journeys in time that begin, each with several
   * events. Absent: events.
   */
  readonly unit?: 'starts';
  /** The events have the rhythm of their recording: `eps` is its mean. Absent: they follow the rate. */
  readonly recorded?: true;
  /** The shape of the rate. Empty: constant. */
  readonly rate: Rate;
  /** Where days, weeks, cron expressions and holidays of rates without an offset of their own are. Absent: UTC. */
  readonly zone?: Zone;
  /** Changes while the stream ran, in order of time. */
  readonly changes: readonly RateChange[];
}

/** A timing from an instant on. By default, the rate is constant, arrivals are even, the speed is `max` and there is no end. */
export const newTiming = (settings: Pick<Timing, 'fromMs' | 'eps'> & Partial<Timing>): Timing => ({
  toMs: null,
  speed: 'max',
  future: false,
  arrivals: 'even',
  disorderMs: 0,
  rate: {},
  changes: [],
  ...settings,
});

/** About 3,000 years: event times stay within those that rows can have. */
const LONGEST_MS = 1e14;

/**
 * Event times of rows whose times are not computed: as if the stream started at an instant and kept its rate.
 *
 * @param rows how many will be read. Default 10,000
 */
export const clockTimes = (
  startMs: number,
  eps: number,
  rows = 10_000,
): { readonly startMs: number; readonly stepMs: number } => ({
  startMs,
  stepMs: Math.min(1000 / eps, LONGEST_MS / rows),
});

/** Factors that multiply a stream's events per second; `stages` replace them. */
export interface Rate {
  /** Points `[milliseconds after the origin, events per second]`, straight between them. The last one stays. A time twice is a jump. */
  readonly stages?: readonly (readonly [afterMs: number, eps: number])[];
  /** Factors evenly over the day, at least 24, straight between them; or a sine from `low` to `high` with its top at `topMs`. */
  readonly day?: readonly number[] | { readonly low: number; readonly high: number; readonly topMs: number };
  /** A factor for each of 7 days or 168 hours, from Monday 0:00. */
  readonly week?: readonly number[];
  /** Sines, each highest at the start of its periods, which count from 1970 UTC. */
  readonly waves?: readonly { readonly periodMs: number; readonly low: number; readonly high: number }[];
  readonly bursts?: readonly Burst[];
  /** Holidays. Where several hold, the last of them counts. */
  readonly calendar?: readonly Holiday[];
  /** Incidents, each with its factor at full strength, so much later than others. They stay when the rate changes. */
  readonly incidents?: readonly {
    readonly times: IncidentTimes;
    readonly afterMs: number;
    readonly factor: number;
  }[];
  /** Of the day, the week, cron expressions and holidays from UTC: +01:00 is 3,600,000. Default: that of the zone, else 0. */
  readonly offsetMs?: number;
}

/**
 * A factor `times` for `forMs`, and `rest` (default 1) otherwise: once in each cycle of `everyMs`, which count from 1970 UTC, or at the
 * times of a cron expression. Overlapping bursts are one.
 */
export type Burst = {
  readonly forMs: number;
  readonly times: number;
  readonly rest?: number;
} & (
  | {
      readonly everyMs: number;
      /** 0 to 1: how far into the rest of its cycle each burst may begin, at random. Default 0. */ readonly jitter?: number;
    }
  | { /** Five fields: minute, hour, day of month, month, day of week. */ readonly at: string }
);

/** A factor `times` for `forMs` from the midnight of a date on. */
export interface Holiday {
  /** `2026-12-24`, or `12-24` for every year. */
  readonly on: string;
  readonly forMs: number;
  readonly times: number;
}

/** From an instant of event time on, another rate holds. What is before it stays as it is. */
export interface RateChange {
  readonly atMs: number;
  /**
   * A number: events per second in place of `eps` and `stages`, with the other factors as planned; 0 is a pause. A rate: another
   * shape, whose stages begin at `atMs`. `planned`: the rate that the stream started with.
   */
  readonly to: number | Rate | 'planned';
  /** An incident with a rate, which begins now. `to` is the rate of before, whose stages go on. Absent: none begins. */
  readonly incident?: Pick<StartedIncident, 'name' | 'forMs'> | undefined;
}
