import type { Spec } from '../decide/decision.ts';
import type { Shape, ShapeKind } from './shape.ts';

export const DAY_MS = 86_400_000;

/** Entities exist before the first event. */
export const PAST = { from: '2023-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' };

/** Patterns of times that have nothing to do with the event: days 10 to 28 exist in every month. */
export const DATES = {
  birth: '19[5-9][0-9]-0[1-9]-[12][0-8]',
  date: '202[3-5]-0[1-9]-[12][0-8]',
  time: '[01][0-9]:[0-5][0-9]:[0-5][0-9]',
};

/** The spec of a time or a date. */
export function timeOf(shape: Shape, isEntity: boolean): Spec {
  const { kind, name } = shape;
  const span = kind === 'time of day' ? undefined : spanOf(shape);
  if (span !== undefined) return between(kind, ...span);
  const pattern = (text: string): Spec => ({ type: 'helpers.fromRegExp', params: [text] });
  if (kind !== 'time of day' && /birth|born|dob/i.test(name)) return pattern(DATES.birth);
  if (kind === 'timestamp')
    return isEntity ? { type: 'date.between', params: PAST } : { type: 'catbird.timestampNow' };
  if (isEntity) return pattern(kind === 'date' ? DATES.date : DATES.time);
  const format = kind === 'date' ? 'yyyy-MM-dd' : 'HH:mm:ss';
  return { type: 'catbird.expression', params: `formatDate(now(), "${format}")` };
}

const YEAR_MS = 366 * DAY_MS;

/** The bounds of times, a year where there is only one that present times do not keep. */
function spanOf({ from, to }: Shape): readonly [from: string, to: string] | undefined {
  if (from !== undefined && to !== undefined) return [from, to];
  if (to !== undefined) return [new Date(Date.parse(to) - YEAR_MS).toISOString(), to];
  if (from === undefined || from <= PAST.from) return undefined;
  return [from, new Date(Date.parse(from) + YEAR_MS).toISOString()];
}

/** Any time of a span; of dates, any day. */
function between(kind: ShapeKind, from: string, to: string): Spec {
  if (kind === 'timestamp') return { type: 'date.between', params: { from, to } };
  const days = Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const params = `formatDate(dateAdd("${from}", floor(rand() * ${Math.max(1, days)}), "day"), "yyyy-MM-dd")`;
  return { type: 'catbird.expression', params };
}
