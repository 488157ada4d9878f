import { english } from './definitions.ts';
import { definitionAt, listOf } from './list-types.ts';
import { digits, either, join, list, numbers, type Wordings } from './wording.ts';

/** Resolves a slot to the wordings of a generator type; undefined if the slot is a list. */
export type ResolveSlot = (slot: string) => Wordings | undefined;

/** The wordings of faker's patterns such as `"{{word.adjective}} shoes"`: one pattern, with slots filled independently. */
export const fromPatterns = (
  patterns: readonly string[],
  resolve: ResolveSlot,
  lexicon = english,
): Wordings =>
  either(
    ...patterns.map((pattern) =>
      join(
        ...pattern
          .split(/(\{\{.+?\}\})/)
          .map((token) => (token.startsWith('{{') ? fill(token.slice(2, -2), resolve, lexicon) : token)),
      ),
    ),
  );

function fill(slot: string, resolve: ResolveSlot, lexicon = english): Wordings {
  const known = resolve(slot);
  if (known !== undefined) return known;
  const call = /^([\w.]+)\((.+)\)$/.exec(slot);
  if (call === null) return list((listOf(slot, lexicon) ?? definitionAt(slot, lexicon)) as readonly string[]);
  const [, method, json = ''] = call;
  const given: unknown = JSON.parse(json);
  if (method === 'number.int') {
    const { min = 0, max } = given as { min?: number; max: number };
    return numbers(min, max);
  }
  if (method === 'string.numeric') return digits(given as number);
  if (method === 'helpers.arrayElement') return list(given as readonly string[]);
  throw new Error(`No wordings for the slot {{${slot}}}`);
}
