import type { Spec } from './decision.ts';
import { fits, run } from './pattern.ts';
import { oneOfPatterns } from './shapes.ts';

/** Groups of texts of about the same length. */
const GROUPS = 16;

/** Most characters by which last segments of a group differ. */
const SPREAD = 400;

/**
 * Paths with as many segments and characters as those given, none of which is copied.
 *
 * @param origin a pattern of what comes before the path
 */
export function paths(texts: readonly string[], origin: string): Spec {
  const originLength = origin === '' ? 0 : 'https://abcdef.example'.length;
  const sorted = [...texts].sort((a, b) => a.length - b.length);
  const weights = new Map<string, number>();
  for (let group = 0; group < GROUPS; group++) {
    const from = Math.floor((group * sorted.length) / GROUPS);
    const part = sorted.slice(from, Math.floor(((group + 1) * sorted.length) / GROUPS));
    if (part.length === 0) continue;
    const pattern = pathPattern(part, origin, originLength);
    weights.set(pattern, (weights.get(pattern) ?? 0) + part.length);
  }
  return oneOfPatterns([...weights]);
}

/** @param part paths in the order of their lengths */
function pathPattern(part: readonly string[], origin: string, originLength: number): string {
  const depths = part.map(depthOf).sort((a, b) => a - b);
  const depth = Math.max(originLength === 0 ? 1 : 0, depths[depths.length >> 1] ?? 0);
  if (depth === 0) return origin;
  const least = Math.max(0, (part[0]?.length ?? 0) - originLength - depth);
  const most = Math.max(least, (part.at(-1)?.length ?? 0) - originLength - depth);
  const each = Math.floor(least / depth);
  const last = least - each * (depth - 1);
  const folders = `/${run('[a-z]', each)}`.repeat(depth - 1);
  const spread = Math.min(most - least, SPREAD);
  const pattern = `${origin}${folders}/${run('[a-z0-9]', last, last + spread)}`;
  return fits(pattern) ? pattern : `${origin}/${run('[a-z0-9]', least, least + spread)}`;
}

const depthOf = (text: string): number =>
  (text.replace(/^https?:\/\//, '').split('?', 1)[0] ?? '').split('/').length - 1;
