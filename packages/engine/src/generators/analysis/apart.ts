import { mix } from '../../numeric/random.ts';
import { listSpace, type ValueSpace } from './value-space.ts';

/** Up to this many values, all are compared. */
const LISTED = 20_000;
/** Values to choose from for each row and each space. The chance that none of them belongs to a space is below 10^-27. */
const TRIES = 64;

/**
 * Fewer values of several spaces, so that none is in two of them. Of few values, those of earlier spaces stay. Of many, the hash of a
 * value tells the only space that may have it.
 *
 * @param rows how many values are needed of each
 */
export function spacesApart(
  spaces: readonly ValueSpace[],
  rows: number,
): readonly (ValueSpace | undefined)[] {
  if (spaces.length < 2) return spaces;
  const total = spaces.reduce((sum, { size }) => sum + size, 0);
  return total <= LISTED ? listedApart(spaces) : hashedApart(spaces, rows);
}

function listedApart(spaces: readonly ValueSpace[]): readonly (ValueSpace | undefined)[] {
  const seen = new Set<string>();
  return spaces.map((space) => {
    const values = Array.from({ length: space.size }, (_, n) => space.value(n));
    const own = values.filter((value) => !seen.has(JSON.stringify(value)));
    for (const value of own) seen.add(JSON.stringify(value));
    return listSpace(own);
  });
}

function hashedApart(spaces: readonly ValueSpace[], rows: number): readonly ValueSpace[] {
  const block = TRIES * spaces.length;
  return spaces.map((space, i) => {
    const chosen = space.atLeast?.(rows * block) ?? space;
    return {
      size: Math.floor(chosen.size / block),
      value(n) {
        for (let t = 0; t < block; t++) {
          const value = chosen.value(n * block + t);
          if (hashOf(JSON.stringify(value)) % spaces.length === i) return value;
        }
        throw new RangeError('No value differs from those of other locales');
      },
    };
  });
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = mix(hash ^ text.charCodeAt(i)) + i;
  return mix(hash) >>> 0;
}
