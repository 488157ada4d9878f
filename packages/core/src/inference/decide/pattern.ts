/** Characters of a pattern, and of a repetition in it: `bounds.pattern` of a schema. */
const MOST = 1000;

/** Characters of the longest run that a pattern makes; longer ones are cut. */
const LONGEST = 32 * MOST;

/**
 * A pattern of characters of one class: `[0-9]{4}`, `[0-9]{2,4}`. No repetition may be above `MOST`, so a longer run is several.
 *
 * @param kind the class, such as `[0-9]`
 */
export function run(kind: string, least: number, most = least): string {
  let pattern = '';
  let [from, to] = [Math.min(least, LONGEST), Math.min(most, LONGEST)];
  for (; to > MOST; to -= MOST) {
    const part = Math.min(from, MOST);
    pattern += repetition(kind, part, MOST);
    from -= part;
  }
  return pattern + repetition(kind, from, to);
}

function repetition(kind: string, least: number, most: number): string {
  if (most === 0) return '';
  if (least !== most) return `${kind}{${least},${most}}`;
  return most === 1 ? kind : `${kind}{${most}}`;
}

/** Whether a schema can have a pattern. */
export const fits = (pattern: string): boolean => pattern.length <= MOST;
