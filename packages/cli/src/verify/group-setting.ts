import { readDuration } from '@catbird/engine';
import {
  AGGREGATES,
  type Aggregate,
  type Expectation,
  TEXT_TOLERANCES,
  type Tolerance,
} from '@catbird/verify';
import * as z from 'zod/mini';

/** Groups, with the arguments of their figures as expressions. */
export interface GroupSetting extends Omit<Expectation, 'columns'> {
  readonly of: string | undefined;
  readonly columns: Readonly<Record<string, Aggregate>>;
  /** Rows that count: all that were sent, without copies, or those that are on time. */
  readonly over: 'sent' | 'deduped';
}

/** A text, or several. */
export const texts = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((text) => [text]),
  ),
]);
/** `1m`, in milliseconds. */
export const duration = z.pipe(
  z.string(),
  z.transform((text, { issues }): number => {
    const read = readDuration(text);
    if (read.ok) return read.value;
    issues.push({
      code: 'custom',
      input: text,
      message: read.issues.map(({ message }) => message).join('. '),
    });
    return z.NEVER;
  }),
);

/** `count`, `sum(total)`, `distinct(user_id)`. */
const aggregate = z.pipe(
  z.string(),
  z.transform((text, { issues }): Aggregate => {
    const [, name, argument] = /^(\w+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
    const of = AGGREGATES.find((each) => each === name);
    const column = argument?.trim() === '' ? undefined : argument?.trim();
    if (of !== undefined && (of === 'count' || column !== undefined)) return { of, column };
    issues.push({
      code: 'custom',
      input: text,
      message: `Unknown figure ${text}. Use ${AGGREGATES.map((each) => (each === 'count' ? each : `${each}(…)`)).join(', ')}`,
    });
    return z.NEVER;
  }),
);

/** Groups of rows and their figures: `{ window: 1m, by: country, n: count }`. */
export const groups = z.pipe(
  z.catchall(
    z.object({
      of: z.optional(z.string()),
      window: z.optional(duration),
      every: z.optional(duration),
      on: z.optional(z.string()),
      by: z.optional(texts),
      over: z.optional(z.enum(['sent', 'deduped'])),
    }),
    z.unknown(),
  ),
  z.transform(({ of, window, every, on, by = [], over = 'deduped', ...given }, { issues }): GroupSetting => {
    const columns: Record<string, Aggregate> = {};
    for (const [name, text] of Object.entries(given)) {
      const read = z.safeParse(aggregate, text, { jitless: true });
      if (read.success) columns[name] = read.data;
      else
        for (const issue of read.error.issues)
          issues.push({ code: 'custom', input: text, path: [name], message: issue.message });
    }
    if (Object.keys(columns).length === 0)
      issues.push({ code: 'custom', input: given, message: 'Name at least one figure, such as n: count' });
    return { of, windowMs: window, everyMs: every, on, by, columns, over };
  }),
);

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
