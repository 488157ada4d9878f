import type { Shape, ShapeKind } from './shape.ts';
import { PAST } from './times.ts';

/** A field that follows another one. */
interface Following {
  /** The other field, or what stands for it where it is null. */
  readonly other: string;
  readonly isStrict: boolean;
  readonly min: number;
  readonly decimals: number;
}

/** 1 where a value must differ from the other one. */
const least = ({ isStrict }: Following): number => (isStrict ? 1 : 0);

/** A time is up to three days after the other one, a date up to 60 days. */
const TIMES: Partial<Readonly<Record<ShapeKind, (following: Following) => string>>> = {
  timestamp: (of) => `dateAdd(${of.other}, ${least(of)} + floor(rand() * 259200), "second")`,
  date: (of) => `formatDate(dateAdd(${of.other}, ${least(of)} + floor(rand() * 60), "day"), "yyyy-MM-dd")`,
  'epoch milliseconds': (of) => `${of.other} + ${least(of)} + floor(rand() * 259200000)`,
};

/** A number is not above the other one. */
function numberBelow(kind: ShapeKind, { other, isStrict, min, decimals }: Following): string {
  if (kind === 'whole number') return `${min} + floor(rand() * (${other} - ${min}${isStrict ? '' : ' + 1'}))`;
  // Rounded down, so that it does not become the other number.
  const scale = 10 ** decimals;
  return `${min} + floor(rand() * (${other} - ${min}) * ${scale}) / ${scale}`;
}

/** What stands for the other field where that is null. Entities have no time of an event. */
function missing(kind: ShapeKind, min: number, isEntity: boolean): string {
  if (!(kind in TIMES)) return String(min + 1_000);
  const time = isEntity ? JSON.stringify(PAST.to) : 'now()';
  return kind === 'epoch milliseconds' ? `toMs(${time})` : time;
}

/** A value that follows another field, as an expression. */
export function followingOf(
  { kind, follows, min = 0, decimals = 2 }: Shape,
  isEntity: boolean,
): string | undefined {
  if (follows === undefined || (follows.ofEntity === true && !isEntity)) return undefined;
  const own = `field(${JSON.stringify(follows.field)})`;
  const other = follows.isNullable ? `coalesce(${own}, ${missing(kind, min, isEntity)})` : own;
  const following = { other, isStrict: follows.isStrict, min, decimals };
  return TIMES[kind]?.(following) ?? numberBelow(kind, following);
}
