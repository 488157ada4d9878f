import { readDuration } from '@catbird/engine';
import { TEXT_TOLERANCES, type Tolerance } from '@catbird/verify';
import * as z from 'zod/mini';

/** `0.01`, `1e-9 relative`, `2%`, `1s`, or ways in which texts may differ. */
export const tolerance = z.pipe(
  z.union([z.number(), z.string(), z.array(z.union([z.string(), z.number()]))]),
  z.transform((given, { issues }): Tolerance => {
    const all = Array.isArray(given) ? given : [given];
    const parts = all.map(toleranceOf);
    const wrong = all.filter((_, i) => parts[i] === undefined);
    if (wrong.length > 0)
      issues.push({
        code: 'custom',
        input: given,
        message: `Unknown tolerance ${JSON.stringify(wrong[0])}. Use a number, 1e-9 relative, 2%, 1s, or ${TEXT_TOLERANCES.join(', ')}`,
      });
    const words = parts.flatMap((part) => part?.texts ?? []);
    return { ...Object.assign({}, ...parts), ...(words.length > 0 && { texts: words }) };
  }),
);

function toleranceOf(given: string | number): Tolerance | undefined {
  if (typeof given === 'number') return { absolute: given };
  const word = TEXT_TOLERANCES.find((each) => each === given);
  if (word !== undefined) return { texts: [word] };
  const [, relative] = /^(\S+) relative$/.exec(given) ?? [];
  const [, percent] = /^([\d.]+) ?%$/.exec(given) ?? [];
  const share = relative === undefined ? Number(percent) / 100 : Number(relative);
  if (Number.isFinite(share)) return { relative: share };
  if (/^[\d.]+$/.test(given)) return { absolute: Number(given) };
  const read = readDuration(given);
  return read.ok ? { ms: read.value } : undefined;
}
