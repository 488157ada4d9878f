import { isoMs } from '@catbird/engine';
import { fixed, mode, onText, type Hypothesis } from './cause.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

/** An instant, as ISO 8601 in UTC. Not an instant: the value. */
const onInstant = (change: (ms: number) => number) =>
  onText((text) => {
    const ms = isoMs(text);
    return Number.isNaN(ms) ? text : isoText(change(ms));
  });

const isoText = (ms: number): unknown => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null);

/** `2 h later`, `30 min earlier`. */
function shiftText(ms: number): string {
  const zone = ms % QUARTER_MS === 0 ? ', as with another time zone' : '';
  return `${amountText(Math.abs(ms))} ${ms > 0 ? 'later' : 'earlier'}${zone}`;
}

function amountText(ms: number): string {
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}

/** The shifts that several pairs have, in whole quarters of an hour: zones differ by those. The most frequent first. */
function shiftsOf(pairs: Parameters<Hypothesis['fit']>[0]): readonly number[] {
  const shifts = pairs.flatMap(({ expected, arrived }) => {
    const difference = isoMs(arrived) - isoMs(expected);
    const shift = Math.round(difference / QUARTER_MS) * QUARTER_MS;
    return Number.isFinite(shift) && shift !== 0 && Math.abs(difference - shift) <= 60_000 ? [shift] : [];
  });
  const counts = new Map<number, number>();
  for (const shift of shifts) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= Math.max(3, pairs.length / 20))
    .sort(([, a], [, b]) => b - a)
    .map(([shift]) => shift);
}

const shifted = (nth: number): Hypothesis => ({
  name: 'time shifted',
  bits: 4 + nth,
  fit(pairs) {
    const shift = shiftsOf(pairs)[nth];
    return shift === undefined
      ? undefined
      : { text: shiftText(shift), predict: onInstant((ms) => ms + shift) };
  },
});

/** Any other shift, if most times have the same. */
const shiftedBy: Hypothesis = {
  name: 'time shifted',
  bits: 6,
  fit(pairs) {
    const shifts = pairs.map(({ expected, arrived }) => isoMs(arrived) - isoMs(expected));
    const best = mode(shifts.filter((shift) => Number.isFinite(shift) && shift !== 0));
    return best === undefined || best.share < 0.5
      ? undefined
      : { text: shiftText(best.value), predict: onInstant((ms) => ms + best.value) };
  },
};

const cut = (unit: string, ms: number): Hypothesis =>
  fixed(
    'time truncated',
    `truncated to the ${unit}`,
    2,
    onInstant((at) => Math.floor(at / ms) * ms),
  );
const rounded = (unit: string, ms: number): Hypothesis =>
  fixed(
    'time rounded',
    `rounded to the ${unit}`,
    2,
    onInstant((at) => Math.round(at / ms) * ms),
  );

/** Day and month changed places, where both are at most 12. */
const swapped = onText((text) =>
  Number.isNaN(isoMs(text)) ? text : text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1-$3-$2'),
);

/** The clock of the zone, kept as if it were UTC. */
const wallClock = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (ms: number): number => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = part;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + (((ms % 1000) + 1000) % 1000);
  };
};

/** Zones whose clocks change in the year, the ones with most people first. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Europe/London',
  'America/Los_Angeles',
  'America/Chicago',
  'America/Denver',
  'Europe/Athens',
  'Australia/Sydney',
  'America/Sao_Paulo',
] as const;

/** Two shifts an hour apart are a zone whose clock changes. */
const zoned: Hypothesis = {
  name: 'local time',
  bits: 6,
  fit(pairs) {
    const [one, other] = shiftsOf(pairs);
    if (one === undefined || other === undefined || Math.abs(one - other) !== HOUR_MS) return undefined;
    const times = pairs
      .map(({ expected, arrived }) => [isoMs(expected), isoMs(arrived)] as const)
      .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to))
      .slice(0, 200);
    for (const zone of ZONES) {
      const clock = wallClock(zone);
      const fits = (sign: number): boolean =>
        times.filter(([from, to]) => Math.abs(sign * (clock(from) - from) - (to - from)) < 60_000).length >=
        times.length * 0.9;
      if (fits(1)) return { text: `the local time of ${zone}, kept as UTC`, predict: onInstant(clock) };
      if (fits(-1))
        return {
          text: `UTC, read as the local time of ${zone}`,
          predict: onInstant((ms) => ms - (clock(ms) - ms)),
        };
    }
    return undefined;
  },
};

const epoch = (name: string, ms: number): Hypothesis =>
  fixed(
    'time as number',
    `a number of ${name} since 1970`,
    2,
    onText((text) => {
      const at = isoMs(text);
      return Number.isNaN(at) ? text : Math.floor(at / ms);
    }),
  );

/** Ways in which times change. */
export const timeChanges: readonly Hypothesis[] = [
  zoned,
  shifted(0),
  shifted(1),
  shiftedBy,
  cut('second', 1000),
  cut('minute', 60_000),
  cut('hour', HOUR_MS),
  cut('day', 86_400_000),
  rounded('second', 1000),
  rounded('minute', 60_000),
  epoch('seconds', 1000),
  epoch('milliseconds', 1),
  fixed('day and month swapped', 'day and month changed places', 3, swapped),
  fixed(
    'epoch',
    'the beginning of 1970',
    2,
    onInstant(() => 0),
  ),
  { name: 'day unit', bits: 3, fit: (pairs) => wholeDays(pairs) },
];

/** All times of a day became one text without a time. */
function wholeDays(pairs: Parameters<Hypothesis['fit']>[0]): ReturnType<Hypothesis['fit']> {
  const lengths = mode(pairs.map(({ arrived }) => (typeof arrived === 'string' ? arrived.length : 0)));
  return lengths?.value === 10
    ? { text: 'the day without its time', predict: onText((text) => text.slice(0, 10)) }
    : undefined;
}
