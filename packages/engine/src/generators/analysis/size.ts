import { bounds } from '../../model/bounds.ts';
import type { GeneratorType } from '../generator.ts';

/** A length or count over the limit, and where: the path starts at the argument list. */
export interface Oversized {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Params that set a length or count. */
const SIZE_NAMES = /length|count/i;

/** Finds lengths and counts over the limit before a value is generated, since generating it could exhaust memory. */
export function oversized(type: GeneratorType, args: readonly unknown[]): readonly Oversized[] {
  const most = type.maxSize ?? bounds.length;
  const found: Oversized[] = [];
  const walk = (value: unknown, path: readonly PropertyKey[], isSize: boolean): void => {
    if (typeof value === 'number' && isSize && value > most) {
      found.push({
        path,
        text: `${String(path.at(-1) ?? 'The argument')} must be at most ${most.toLocaleString('en')}`.replace(
          /^\d+ /,
          'The argument ',
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

/** Checks the length of a pattern and its repetitions, which set the length of a value. */
function patternFault(type: GeneratorType, pattern: unknown): readonly string[] {
  if (type.pattern !== true || typeof pattern !== 'string') return [];
  if (pattern.length > bounds.pattern)
    return [`The pattern must have at most ${bounds.pattern.toLocaleString('en')} characters`];
  const longest = Math.max(0, ...Array.from(pattern.matchAll(/[{,](\d+)/g), ([, digits]) => Number(digits)));
  return longest > bounds.pattern
    ? [`Repetitions must be at most ${bounds.pattern.toLocaleString('en')}`]
    : [];
}
