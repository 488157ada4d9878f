import type { CurvePoint } from '../../../ui/curve-points.ts';
import { factorsOf, isDrawable, pointsOf } from './day-curve.ts';

/** Holidays as the form edits them, `12-24 50 %, 2026-12-25`; undefined if some have more than a date and a factor. */
function readHolidays(calendar: unknown = []): string | undefined {
  if (!Array.isArray(calendar)) return undefined;
  const texts = calendar.map((holiday: unknown) => {
    if (typeof holiday === 'string') return holiday;
    const { on, times, ...others }: Readonly<Record<string, unknown>> = Object(holiday);
    return typeof on === 'string' && typeof times === 'number' && Object.keys(others).length === 0
      ? `${on} ${Number((times * 100).toPrecision(12))} %`
      : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join(', ');
}

/** The holidays of a text. A date alone is a day without events, and so is what is no date: the check names it. */
const writeHolidays = (text: string): readonly unknown[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, on, percent] = /^(\S+)\s+(\d+(?:\.\d+)?)\s*%?$/.exec(each) ?? [];
      return on === undefined ? each : { on, times: Number(percent) / 100 };
    });

/** A step: from this long after the beginning on, so many events per second. As typed. */
export interface Step {
  readonly after: string;
  readonly eps: string;
}

/** A burst, as typed: every so often, or at the times of a cron expression. */
export interface BurstRow {
  readonly repeat: 'every' | 'at';
  readonly when: string;
  readonly for: string;
  readonly times: string;
  /** The factor otherwise; empty: 1. */
  readonly rest: string;
  /** 0 to 1, only with `every`; empty: 0. */
  readonly jitter: string;
}

/** A rate as the form edits it. */
export type RateModel =
  | { readonly kind: 'constant' }
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | {
      readonly kind: 'pattern';
      readonly points: readonly CurvePoint[];
      /** Factors from Monday on, as typed in percent. */
      readonly week: readonly string[];
      /** As typed: `12-24 50 %, 2026-12-25`. */
      readonly holidays: string;
      readonly offset: string;
    }
  | { readonly kind: 'bursts'; readonly bursts: readonly BurstRow[]; readonly offset: string }
  /** Valid or damaged, but with more than the form can show. */
  | { readonly kind: 'custom'; readonly text: string };

type Json = Readonly<Record<string, unknown>>;

/** The rate of a JSON text, or of a preset's text. What the form cannot show is `custom`. */
export function readRate(text: string): RateModel {
  if (text.trim() === '') return { kind: 'constant' };
  const rate = objectOf(text);
  return (rate && (stepsOf(rate) ?? patternOf(rate) ?? burstsOf(rate))) ?? { kind: 'custom', text };
}

/** The rate as JSON. Numbers that are none stay the texts they are, so that the check names them. */
export function writeRate(model: RateModel): string {
  switch (model.kind) {
    case 'constant':
      return '';
    case 'custom':
      return model.text;
    case 'steps':
      return JSON.stringify({ stages: model.steps.map(({ after, eps }) => [after.trim(), numberOr(eps)]) });
    case 'bursts':
      return JSON.stringify({ bursts: model.bursts.map(burstOf), ...offsetOf(model.offset) });
    default: {
      const week = model.week.map((text) => percentOr(text));
      const isFlat = week.every((factor) => factor === 1);
      const day = factorsOf(model.points);
      const calendar = writeHolidays(model.holidays);
      return JSON.stringify({
        ...(((isFlat && calendar.length === 0) || day.some((factor) => factor !== 1)) && { day }),
        ...(!isFlat && { week }),
        ...(calendar.length > 0 && { calendar }),
        ...offsetOf(model.offset),
      });
    }
  }
}

const FLAT_DAY = Array.from({ length: 24 }, () => 1);

/** Every day like any other, in percent. */
export const FLAT_WEEK: readonly string[] = Array.from({ length: 7 }, () => '100');

function objectOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // The check reports it; the text is kept as it is.
    return undefined;
  }
}

const hasOnly = (rate: Json, names: readonly string[]): boolean =>
  Object.keys(rate).every((name) => names.includes(name));

function stepsOf(rate: Json): RateModel | undefined {
  const { stages } = rate;
  if (!Array.isArray(stages) || !hasOnly(rate, ['stages'])) return undefined;
  const steps = stages.map((stage: unknown) => {
    const [after, eps] = Array.isArray(stage) && stage.length === 2 ? stage.map(textOf) : [];
    return after === undefined || eps === undefined ? undefined : { after, eps };
  });
  return allOf(steps, (steps) => ({ kind: 'steps', steps }));
}

function patternOf(rate: Json): RateModel | undefined {
  const { day = FLAT_DAY, week = FLAT_WEEK.map(() => 1), calendar, offset = '' } = rate;
  if (
    !hasOnly(rate, ['day', 'week', 'calendar', 'offset']) ||
    Object.keys(rate).every((name) => name === 'offset')
  )
    return undefined;
  const [factors, holidays] = [numbersOf(day), readHolidays(calendar)];
  if (factors === undefined || !isDrawable(factors) || holidays === undefined) return undefined;
  if (typeof offset !== 'string' || !Array.isArray(week) || week.length !== FLAT_WEEK.length)
    return undefined;
  return allOf(week.map(percentText), (week) => ({
    kind: 'pattern',
    points: pointsOf(factors),
    week,
    holidays,
    offset,
  }));
}

function burstsOf(rate: Json): RateModel | undefined {
  const { bursts, offset = '' } = rate;
  if (!Array.isArray(bursts) || !hasOnly(rate, ['bursts', 'offset']) || typeof offset !== 'string')
    return undefined;
  return allOf(bursts.map(burstRowOf), (bursts) => ({ kind: 'bursts', bursts, offset }));
}

function burstRowOf(burst: unknown): BurstRow | undefined {
  if (typeof burst !== 'object' || burst === null) return undefined;
  const given: Json = { ...burst };
  const repeat = 'at' in given ? 'at' : 'every';
  if (!hasOnly(given, [repeat, 'for', 'times', 'rest', 'jitter'])) return undefined;
  const [when, during, times, rest, jitter] = [
    given[repeat],
    given['for'],
    given['times'],
    given['rest'] ?? '',
    given['jitter'] ?? '',
  ].map(textOf);
  if (when === undefined || during === undefined || times === undefined) return undefined;
  return rest === undefined || jitter === undefined
    ? undefined
    : { repeat, when, for: during, times, rest, jitter };
}

function burstOf({ repeat, when, for: during, times, rest, jitter }: BurstRow): Json {
  return {
    [repeat]: when.trim(),
    for: during.trim(),
    times: numberOr(times),
    ...(rest.trim() !== '' && { rest: numberOr(rest) }),
    ...(repeat === 'every' && jitter.trim() !== '' && { jitter: numberOr(jitter) }),
  };
}

const allOf = <Part, Whole>(
  parts: readonly (Part | undefined)[],
  build: (parts: readonly Part[]) => Whole,
): Whole | undefined => {
  const present = parts.filter((part) => part !== undefined);
  return present.length === parts.length ? build(present) : undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A factor in percent, without the rounding error of 1.1 · 100. */
const percentText = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(Number((value * 100).toPrecision(12))) : textOf(value);

const numbersOf = (value: unknown): readonly number[] | undefined =>
  Array.isArray(value) && value.every((each): each is number => typeof each === 'number') ? value : undefined;

/** The number of a text, else the text. */
const numberOr = (text: string): number | string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? text.trim() : Number(text);

/** The factor of a text in percent, with or without its sign, else the text. */
const percentOr = (text: string): number | string => {
  const percent = numberOr(text.replace(/%\s*$/, ''));
  return typeof percent === 'number' ? Number((percent / 100).toPrecision(12)) : percent;
};

const offsetOf = (offset: string): Json => (offset.trim() === '' ? {} : { offset: offset.trim() });
