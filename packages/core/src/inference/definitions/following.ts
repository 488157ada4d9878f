import type { Shape } from './shape.ts';

/** A value that follows another field, as an expression. */
export function followingOf(
  { kind, follows, min = 0, decimals = 2 }: Shape,
  isEntity: boolean,
): string | undefined {
  if (follows === undefined || (follows.ofEntity === true && !isEntity)) return undefined;
  const own = `field(${JSON.stringify(follows.field)})`;
  const isTime = kind === 'timestamp' || kind === 'date';
  const other = follows.isNullable ? `coalesce(${own}, ${isTime ? 'now()' : min + 1_000})` : own;
  const least = follows.isStrict ? 1 : 0;
  switch (kind) {
    case 'timestamp':
      return `dateAdd(${other}, ${least} + floor(rand() * 259200), "second")`;
    case 'date':
      return `formatDate(dateAdd(${other}, ${least} + floor(rand() * 60), "day"), "yyyy-MM-dd")`;
    case 'epoch milliseconds':
      return `${follows.isNullable ? `coalesce(${own}, toMs(now()))` : own} + ${least} + floor(rand() * 259200000)`;
    case 'whole number':
      return `${min} + floor(rand() * (${other} - ${min}${follows.isStrict ? '' : ' + 1'}))`;
    default: {
      // Rounded down, so that it does not become the other number.
      const scale = 10 ** decimals;
      return `${min} + floor(rand() * (${other} - ${min}) * ${scale}) / ${scale}`;
    }
  }
}
