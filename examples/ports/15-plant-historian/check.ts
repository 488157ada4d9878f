import { disorderIn, groupedBy, msOf, newFaults, pairsOf, rowAt, rowsOf, type Rows } from '../rows.ts';

interface Measurement {
  readonly at: string;
  readonly tag: number;
  readonly kind: string;
  readonly value: number;
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** At night, an event comes every 800 s. */
const LONGEST_GAP_MS = 800_000;

/** Events from 6:00 to 18:00, and in the rest of a day. */
const [BY_DAY, BY_NIGHT] = [324, 54];

/** Mean and amplitude of the daily wave of each kind. */
const WAVES = { temperature: [62, 12], pressure: [5.2, 0.9], flow: [180, 60] } as const;

/** The config has no end. */
export const sets: readonly string[] = ['to=now'];

/** On every day, six events come by day for one by night. Values follow a wave with its top at 14:00. There are no gaps. */
export function check(rows: Rows): readonly string[] {
  const all = rowsOf(rows, 'plant') as readonly Measurement[];
  const { faults, expect } = newFaults();
  for (const [before, { at }] of pairsOf(all))
    expect(msOf(at) - msOf(before.at) <= LONGEST_GAP_MS + 1, `Nothing from ${before.at} to ${at}`);
  const perTag = [...groupedBy(all, ({ tag }) => tag).values()].map(({ length }) => length);
  expect(perTag.length === 24 && Math.max(...perTag) - Math.min(...perTag) <= 1, 'Some tags come more often');
  return [
    ...disorderIn(
      'plant',
      all.map(({ at }) => at),
    ),
    ...faults,
    ...dayFaults(all),
    ...Object.entries(WAVES).flatMap(([kind, [mean, amplitude]]) =>
      waveFaults(
        all.filter((each) => each.kind === kind),
        { kind, mean, amplitude },
      ),
    ),
  ];
}

function dayFaults(all: readonly Measurement[]): readonly string[] {
  const { faults, expect } = newFaults();
  // The first day and the last are not whole. Of the first minutes of a day, there is nothing yet.
  const days = [...groupedBy(all, ({ at }) => at.slice(0, 10))].slice(1, -1);
  expect(days.length >= 88, `${days.length} whole days, not 88 or 89`);
  let [byDay, byNight] = [0, 0];
  for (const [date, measured] of days) {
    const day = measured.filter(({ at }) => at.slice(11) >= '06' && at.slice(11) < '18').length;
    const night = measured.length - day;
    expect(Math.abs(day - BY_DAY) <= 1, `${day} events on ${date} by day, not ${BY_DAY}`);
    expect(Math.abs(night - BY_NIGHT) <= 1, `${night} events on ${date} by night, not ${BY_NIGHT}`);
    byDay += day;
    byNight += night;
  }
  expect(
    Math.abs(byDay / byNight - 6) < 0.001,
    `${byDay} events by day and ${byNight} by night are not 6 : 1`,
  );
  return faults;
}

/** The mean of each hour is on the wave, within 6 % of its amplitude. */
function waveFaults(
  all: readonly Measurement[],
  { kind, mean, amplitude }: { readonly kind: string; readonly mean: number; readonly amplitude: number },
): readonly string[] {
  const { faults, expect } = newFaults();
  const hours = groupedBy(all, ({ at }) => at.slice(11, 13));
  expect(hours.size === 24, `${kind} has values in ${hours.size} hours of the day`);
  for (const [hour, measured] of hours) {
    const errors = measured.map(({ at, value }) => {
      const afterTopMs = (msOf(at) % DAY_MS) - 14 * HOUR_MS;
      return value - mean - amplitude * Math.cos((2 * Math.PI * afterTopMs) / DAY_MS);
    });
    const error = errors.reduce((sum, each) => sum + each, 0) / errors.length;
    expect(
      Math.abs(error) <= 0.06 * amplitude,
      `${kind} after ${hour}:00 is off its wave by ${error.toFixed(2)}`,
    );
  }
  return faults;
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'hours are silent': (rows) => {
    rows['plant']?.splice(5000, 40);
  },
  'days are as quiet as nights': (rows) => {
    const [all] = [rows['plant'] ?? []];
    all.splice(0, all.length, ...all.filter((_, i) => i % 6 === 0));
  },
  'the values of one kind do not change': (rows) => {
    for (const row of rows['plant'] ?? []) if (row['kind'] === 'flow') row['value'] = 180;
  },
  'a time is in the future': (rows) => {
    rowAt(rows, 'plant', 100)['at'] = '2999-01-01T00:00:00.000Z';
  },
};
