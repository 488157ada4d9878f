import { areUneven, FEW_ROWS, isRound, significant, type Range } from './statistics.ts';
import { numbersOf, tally, type Column } from './column.ts';
import type { Copied, Decision, IsConfirmed, Kind, Spec } from './decision.ts';
import { lawOf, type Law } from './laws.ts';

/** Share of the rows from which a value is taken out of the law: zeros and defaults. */
export const FREQUENT = 0.03;

/** A law says nothing about fewer values. */
const FEW = 20;

/** Numbers: their law, with frequent values taken out. Always decides. */
export function numbers(column: Column): Decision {
  const { kind, reason } = kindOf(column);
  return { kind, ...numericLaw(numbersOf(column), column.profile.decimals, reason) };
}

const LATITUDE = /(^|[_. -])(lat|LAT|Lat)$|latitude$|Latitude$|LATITUDE$|[a-z]Lat$/;
const LONGITUDE =
  /(^|[_. -])(lon|lng|long|LON|LNG|LONG|Lon|Lng|Long)$|longitude$|Longitude$|LONGITUDE$|[a-z](Lon|Lng|Long)$/;

function kindOf({ name, profile }: Column): { readonly kind: Kind; readonly reason: string } {
  const { min, max } = profile;
  if (LATITUDE.test(name) && min >= -90 && max <= 90)
    return { kind: 'latitude', reason: 'Named like a latitude, from −90 to 90' };
  if (LONGITUDE.test(name) && min >= -180 && max <= 180)
    return { kind: 'longitude', reason: 'Named like a longitude, from −180 to 180' };
  return profile.wholes === profile.numbers
    ? { kind: 'whole number', reason: 'Whole numbers' }
    : {
        kind: 'number',
        reason: `Numbers with up to ${profile.decimals} ${profile.decimals === 1 ? 'decimal' : 'decimals'}`,
      };
}

/** How numbers are distributed. Only round values are taken out of the law unless they are confirmed. */
export function numericLaw(
  values: readonly number[],
  decimals: number,
  what: string,
): Pick<Decision, 'reason' | 'confidence' | 'spec' | 'confirmable'> {
  const law = lawOf(
    [...values].sort((a, b) => a - b),
    decimals,
  );
  if (law.isTextbook) return { reason: `${what}: ${law.name}`, confidence: 1 - law.distance, spec: law.spec };
  const frequent = frequentIn(values).filter(([, count]) => isApart(count, values.length));
  const exact = frequent.map(([value]) => Number(value));
  const plain = splitOff(values, exact.filter(isRound), decimals);
  const unrounded = frequent
    .filter(([value]) => !isRound(Number(value)))
    .map(([value, count]): Copied => ({ value, share: count / values.length }));
  return {
    reason: `${what}: ${plain.words}`,
    confidence: 1 - plain.distance,
    spec: plain.spec,
    ...(unrounded.length === 0
      ? {}
      : {
          confirmable: {
            values: unrounded,
            spec: (isConfirmed) => lawWithout(values, exact, decimals, isConfirmed),
          },
        }),
  };
}

/** Share of few rows from which one value is apart from the others, such as 0. */
const MUCH = 0.3;
const LEAST_APART = 5;

/** Whether a frequent value is apart from the law. Of few rows, the same numbers come by chance. */
const isApart = (count: number, rows: number): boolean =>
  rows >= FEW_ROWS || count >= Math.max(LEAST_APART, MUCH * rows);

/** Values that occur often, the most frequent first. */
const frequentIn = (values: readonly number[]): [unknown, number][] =>
  [...tally(values)].filter(([, count]) => count >= FREQUENT * values.length && count > 1);

/** The values that the law of a column does not contain, the most frequent first. */
export const apartOf = (
  values: readonly number[],
  { spec, confirmable }: Pick<Decision, 'spec' | 'confirmable'>,
): number[] =>
  spec.type === 'oneOf' || confirmable !== undefined
    ? frequentIn(values).map(([value]) => Number(value))
    : [];

/**
 * The law of numbers without some of them that are confirmed or round, which keep their shares.
 *
 * @param bars of a histogram, at most. Default: 40
 */
export function lawWithout(
  values: readonly number[],
  apart: readonly number[],
  decimals: number,
  isConfirmed: IsConfirmed,
  bars?: number,
): Spec {
  const shown = apart.filter((value) => isRound(value) || isConfirmed(value));
  return splitOff(values, shown, decimals, bars).spec;
}

interface Split {
  readonly words: string;
  readonly distance: number;
  readonly spec: Spec;
}

/** The law of the values without some of them, and those by their shares. */
function splitOff(
  values: readonly number[],
  apart: readonly number[],
  decimals: number,
  bars?: number,
): Split {
  const out = new Set(apart);
  const rest = values.filter((value) => !out.has(value)).sort((a, b) => a - b);
  const share = rest.length / values.length;
  const most = bars === undefined ? { rows: values.length } : { most: bars };
  const law = rest.length === 0 ? undefined : lawOf(rest, decimals, { share, ...most });
  if (out.size === 0 && law !== undefined)
    return { words: wordsOf(law, rest), distance: law.distance, spec: law.spec };
  const counts = tally(values.filter((value) => out.has(value)));
  const options = [...counts].map(([value, weight]) => ({ weight, value }));
  if (law === undefined || rest.length < Math.min(FEW, values.length * FREQUENT))
    return { words: `${counts.size} values`, distance: 0, spec: weighted([...counts]) };
  const words = `${wordsOf(law, rest)}, and ${counts.size} frequent ${counts.size === 1 ? 'value' : 'values'}`;
  return {
    words,
    distance: law.distance,
    spec: { type: 'oneOf', params: [...options, { weight: rest.length, field: law.spec }] },
  };
}

const wordsOf = ({ name }: Law, rest: readonly number[]): string =>
  rest.length < FEW ? `${name} of few values` : name;

/** The bounds of whole numbers that have no other law. */
export function boundsIn({ type, params }: Spec): Range | undefined {
  if (type !== 'number.int' || typeof params !== 'object' || params === null) return undefined;
  const { min, max } = { min: undefined, max: undefined, ...params } as Readonly<Record<string, unknown>>;
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : undefined;
}

/** Values by how often they came, with weights unless chance explains their differences. */
export function weighted(pairs: readonly (readonly [unknown, number])[]): Spec {
  const values = pairs.map(([value]) => value);
  const counts = pairs.map(([, count]) => count);
  if (!areUneven(counts)) return { type: 'catbird.pick', params: { values } };
  return { type: 'catbird.pickWeighted', params: { values, weights: weightsOf(counts) } };
}

/** Counts as weights: of many rows, percents of three digits. */
function weightsOf(counts: readonly number[]): readonly number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all < 1_000 ? counts : counts.map((count) => significant((100 * count) / all, 3));
}
