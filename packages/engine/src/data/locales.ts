import localeTypes from './locale-types.json' with { type: 'json' };

/** Types that follow a locale, with their numbers. */
const TYPES: ReadonlyMap<string, number> = new Map(
  localeTypes.localised
    .flatMap((line) => {
      const [family = '', ...methods] = line.split(' ');
      return methods.map((method) => `${family}.${method}`);
    })
    .map((type, i) => [type, i]),
);

/** What faker's locales lack: a bit for each type, four to a digit. */
const LACKING: ReadonlyMap<string, string> = new Map(Object.entries(localeTypes.lacking));

/** Names of faker's locales: `de`, `pt_BR`. */
export const locales: readonly string[] = ['en', ...LACKING.keys()].toSorted();

/** Whether a type of faker makes other values in some locales. */
export const isLocalised = (type: string): boolean => TYPES.has(type);

/** Whether a locale has no data of its own for a type, so that values are English. */
export function lacksData(locale: string, type: string): boolean {
  const [bits, n] = [LACKING.get(locale), TYPES.get(type)];
  if (bits === undefined || n === undefined) return false;
  return (Number.parseInt(bits.charAt(n >> 2), 16) & (8 >> (n & 3))) !== 0;
}
