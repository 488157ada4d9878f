/** A share: `31.5 %`. Only the whole is `100 %`, and only nothing is `0 %`. */
export function shareText(share: number): string {
  if (share <= 0) return '0 %';
  if (share >= 1) return '100 %';
  if (share < 0.0005) return '< 0.1 %';
  return share >= 0.9995 ? '> 99.9 %' : `${(share * 100).toFixed(1)} %`;
}

const NUMBER = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, notation: 'compact' });

/** A number with four digits, and above a million with its unit: `90.65`, `2.2M`. */
export const figureText = (value: number): string =>
  Math.abs(value) >= 1e6 ? SHORT.format(value) : NUMBER.format(value);

/** Which rows were counted: all, or a sample of them. */
export const rowsText = (rows: number, made: number): string =>
  rows >= made
    ? `of ${made.toLocaleString('en')} ${made === 1 ? 'row' : 'rows'}`
    : `of ${rows.toLocaleString('en')} of ${made.toLocaleString('en')} rows`;

/** A shared beginning of fewer characters stays. */
const LONG = 10;

/**
 * Values without the beginning that all share, so that addresses differ where they can be read: `…/`, `…/pricing`. The rest begins
 * at a separator. Values with no long shared beginning stay as they are.
 */
export function shortened(values: readonly string[]): readonly string[] {
  const [first = '', ...others] = values;
  let shared = others.length === 0 ? 0 : first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, shared))) shared--;
  while (shared > 0 && /[\p{L}\p{N}]/u.test(first[shared - 1] ?? '')) shared--;
  return shared <= LONG ? values : values.map((value) => `…${value.slice(shared - 1)}`);
}
