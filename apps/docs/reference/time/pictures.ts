import { PRESETS } from '@catbird/engine';
import { plot, type Chart, type Axis, type Column, type Panel } from '../chart/plot.ts';
import { SEED } from '../page.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { steady } from '@catbird/core';
import { newTimeline, parseTime, type TimeSettings, type Timing } from '@catbird/core/time';
import { ROOT } from '../../site/structure.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 10, 16);

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** A week in days, with the name of each day at its noon. */
const WEEK: Axis = {
  label: 'day, from 0:00 to 0:00 UTC',
  ticks: [0, ...DAYS.map((_, day) => day + 0.5), 7],
  text: (tick) => (Number.isInteger(tick) ? '' : (DAYS[Math.floor(tick)] ?? '')),
};

/** The command of the guide whose rows the picture of a week counts. */
export const WEEK_OPTIONS = [
  '--from',
  '2026-11-16',
  '--to',
  '2026-11-23',
  '--eps',
  '0.1',
  '--arrivals',
  'poisson',
  '--rate',
  '{"preset": "business day", "bursts": [{"every": "12h", "for": "20m", "times": 6, "jitter": 1}]}',
];

async function week(): Promise<Chart> {
  const counts = new Array<number>(7 * 24).fill(0);
  for (const ms of await sampledTimes(WEEK_OPTIONS)) {
    const hour = Math.floor((ms - MONDAY_MS) / HOUR_MS);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return plot({
    title: 'A week of business days with bursts',
    description:
      'Events per hour from Monday to Sunday. Each working day has a peak in the morning, a dip at noon and a peak in the afternoon; nights and the weekend are quiet. Two bursts a day, at random times, rise above the pattern.',
    x: WEEK,
    y: { label: 'events per hour', ticks: [0, 500, 1000, 1500] },
    panels: [{ columns: counts.map((value, hour) => ({ from: hour / 24, to: (hour + 1) / 24, value })) }],
  });
}

/** Width of the line that stands for an event, in seconds. */
const LINE = 0.01;

const lines = (seconds: readonly number[]): readonly Column[] =>
  [...new Set(seconds)].map((second) => ({ from: second, to: second + LINE, value: 1 }));

async function arrivals(): Promise<Chart> {
  const startMs = Date.UTC(2026, 0, 1);
  const panelOf = async (name: string): Promise<Panel> => {
    const end = new Date(startMs + 2000).toISOString();
    const times = await sampledTimes([
      '--from',
      '2026-01-01',
      '--to',
      end,
      '--eps',
      '10',
      '--arrivals',
      name,
    ]);
    return { name, columns: lines(times.map((ms) => (ms - startMs) / 1000)) };
  };
  const ticks: Panel = {
    name: 'ticks',
    columns: lines(tickTimes(10, 2)),
    notes: [0, 1].map((second) => ({ x: second + 0.03, y: 0.4, text: '10 events' })),
  };
  return plot({
    title: 'The same rate, four ways to arrive',
    description:
      'Two seconds at ten events a second. Ticks: ten events at once at the start of each second. Even: one event every tenth of a second. Jitter: one event within each tenth, at a random time. Poisson: random gaps, some events close together and some far apart.',
    x: { label: 'seconds', ticks: [0, 0.5, 1, 1.5, 2] },
    y: { label: 'each line is an event, at 10 events per second', ticks: [0, 1], text: () => '' },
    panels: [ticks, ...(await Promise.all(['even', 'jitter', 'poisson'].map(panelOf)))],
  });
}

const DAY: Axis = { label: 'hours since the start, 0:00 UTC', ticks: [0, 4, 8, 12, 16, 20, 24] };

/** The axes of a preset's picture, the unit of its x axis, and what it shows. */
const SHAPES = {
  'business day': {
    x: WEEK,
    unitMs: DAY_MS,
    y: [0, 0.5, 1, 1.5, 2],
    text: 'Two peaks on each working day, at 10:00 and 15:00, and less than a third as much at the weekend.',
  },
  'black friday': {
    x: DAY,
    unitMs: HOUR_MS,
    y: [0, 2, 4, 6, 8, 10],
    text: 'Six times the rate at the start, less until 8:00, nine times at 10:00 and ten times at 20:00.',
  },
  'flash crowd': {
    x: { label: 'minutes since the start', ticks: [0, 5, 10, 15, 20, 25, 30, 35] },
    unitMs: MINUTE_MS,
    y: [0, 5, 10, 15, 20],
    text: 'After five minutes, the rate rises to twenty times within 30 seconds and falls back in 25 minutes.',
  },
  'nightly batch': {
    x: DAY,
    unitMs: HOUR_MS,
    y: [0, 5, 10, 15, 20],
    text: 'Twenty times the rate from 2:00 to 2:30, and a twentieth of it otherwise.',
  },
} as const satisfies Readonly<
  Record<string, { x: Axis; unitMs: number; y: readonly number[]; text: string }>
>;

/** Points of a curve. */
const STEPS = 480;

function preset(name: keyof typeof SHAPES): Chart {
  const { x, unitMs, y, text } = SHAPES[name];
  const timing = timingOf({ from: '2026-11-16', rate: name }, 1, MONDAY_MS);
  const timeline = newTimeline(timing, SEED);
  const end = x.ticks.at(-1) ?? 1;
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = (end * step) / STEPS;
    return [at, timeline.rateAt(MONDAY_MS + at * unitMs)] as const;
  });
  return plot({
    title: `Preset: ${name}`,
    description: text,
    x,
    y: { label: 'times the events per second', ticks: y },
    panels: [{ line: points }],
  });
}

const isShape = (name: string): name is keyof typeof SHAPES => name in SHAPES;

/** The pictures of the guide "Time and rate", by file name in `docs/images`. */
export const timePictures: Readonly<Record<string, () => Chart | Promise<Chart>>> = {
  'time-week.svg': week,
  'time-arrivals.svg': arrivals,
  ...Object.fromEntries(
    PRESETS.map(({ name }) => name)
      .filter(isShape)
      .map((name) => [`time-${name.replaceAll(' ', '-')}.svg`, () => preset(name)]),
  ),
};

const CATBIRD = join(ROOT, 'packages/cli/bin/catbird.js');
const SCHEMA = '{"at": {"type": "catbird.timestampNow"}}';
const MAX_BYTES = 64 * 1024 * 1024;

const timeOf = (row: string): number => Date.parse((JSON.parse(row) as { at: string }).at);

/** Event times that `catbird sample` prints, in milliseconds since 1970. */
async function sampledTimes(options: readonly string[]): Promise<readonly number[]> {
  const args = [CATBIRD, 'sample', '--schema', '-', '--seed', String(SEED), '--quiet', ...options];
  const sampling = promisify(execFile)(process.execPath, args, { maxBuffer: MAX_BYTES });
  sampling.child.stdin?.end(SCHEMA);
  const { stdout } = await sampling;
  return stdout.trimEnd().split('\n').map(timeOf);
}

/** Seconds after the start at which rows fall due in ticks, one for each row. */
function tickTimes(eps: number, seconds: number): readonly number[] {
  const pace = steady(eps);
  const times: number[] = [];
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = pace.next(elapsedMs))
    while (times.length < pace.due(elapsedMs)) times.push(elapsedMs / 1000);
  return times;
}

/**
 * What settings of time mean for a stream that starts at an instant.
 *
 * @throws Error if they are not valid
 */
function timingOf(settings: TimeSettings, eps: number, nowMs: number): Timing {
  const parsed = parseTime(settings, { eps, nowMs });
  if (!parsed.ok || parsed.timing === undefined) throw new Error(JSON.stringify({ settings, parsed }));
  return parsed.timing;
}
