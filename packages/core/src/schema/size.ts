import type { GeneratorType } from '../generators/generator.ts';
import { bounds } from './bounds.ts';
import type { Complaint } from './complaint.ts';

/** Names under which generators take how long or how many. */
const SIZE_NAMES = /length|count/i;

/** What is asked to be longer than a value may be: found before the value is made, since making it could take all memory. */
export function oversized(type: GeneratorType, args: readonly unknown[]): readonly Complaint[] {
  const most = type.maxSize ?? bounds.length;
  const found: Complaint[] = [];
  const walk = (value: unknown, path: readonly PropertyKey[], isSize: boolean): void => {
    if (typeof value === 'number' && isSize && value > most) {
      found.push({
        path,
        text: `${String(path.at(-1) ?? 'Size')} must be at most ${most.toLocaleString('en')}`.replace(
          /^\d+ /,
          'It ',
        ),
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...path, key], isSize || SIZE_NAMES.test(key));
    }
  };
  walk(args, [], type.maxSize !== undefined);
  return [
    ...found,
    ...args.flatMap((arg, i) => patternFault(type, arg).map((text) => ({ path: [i], text }))),
  ];
}

/** A regular expression's repetitions say how long a value is. */
function patternFault(type: GeneratorType, pattern: unknown): readonly string[] {
  if (type.pattern !== true || typeof pattern !== 'string') return [];
  if (pattern.length > bounds.pattern)
    return [`The expression must have at most ${bounds.pattern.toLocaleString('en')} characters`];
  const longest = Math.max(0, ...Array.from(pattern.matchAll(/[{,](\d+)/g), ([, digits]) => Number(digits)));
  return longest > bounds.pattern
    ? [`A repetition must be at most ${bounds.pattern.toLocaleString('en')}`]
    : [];
}
