import type { Entity } from '../model/schema.ts';
import { plainValue, type JsonNode, type JsonObject, type Range } from './json.ts';
import { ANNOTATIONS, unknownKeyHint } from './known-keys.ts';
import { memberOf } from './modifiers.ts';

/** Adds an error about an entity. */
export type Complain = (message: string, hint: string, at: Range, key?: string) => void;

const KEYS = ['from', 'perSecond'] as const;

const EXAMPLE = 'Write "grow": {"from": 100, "perSecond": 0.5}';

/** How an entity grows; undefined if it does not, or if that is invalid, which is reported. */
export function growthOf(
  node: JsonNode | undefined,
  size: number | undefined,
  complain: Complain,
): Entity['grow'] {
  if (node === undefined) return undefined;
  if (node.kind !== 'object') {
    complain('grow must be an object with from and perSecond', EXAMPLE, node, 'grow');
    return undefined;
  }
  for (const { key, keyRange } of node.members)
    if (!(KEYS as readonly string[]).includes(key) && !ANNOTATIONS.includes(key))
      complain(`unknown key ${key} in grow`, unknownKeyHint(key, KEYS, 'keys'), keyRange, 'grow');
  const perSecond = rateOf(node, complain);
  const from = countOf(node, size, complain);
  return from === undefined || perSecond === undefined ? undefined : { from, perSecond };
}

function rateOf(grow: JsonObject, complain: Complain): number | undefined {
  const node = memberOf(grow, 'perSecond');
  const rate = node && plainValue(node);
  if (typeof rate === 'number' && rate > 0 && rate < Infinity) return rate;
  const hint = `How many are created per second. ${EXAMPLE}`;
  complain('grow.perSecond must be a number above 0', hint, node ?? grow, 'grow');
  return undefined;
}

function countOf(grow: JsonObject, size = Infinity, complain: Complain): number | undefined {
  const node = memberOf(grow, 'from');
  const count = node && plainValue(node);
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= size) return count;
  if (typeof count === 'number' && count > size)
    complain(
      'grow.from must be at most size',
      'size is how many there will be in the end',
      node ?? grow,
      'grow',
    );
  else {
    const hint = `How many exist at the beginning. ${EXAMPLE}`;
    complain('grow.from must be a whole number of at least 0', hint, node ?? grow, 'grow');
  }
  return undefined;
}
