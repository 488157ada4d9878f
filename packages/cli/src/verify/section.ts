import { invalid, type Result } from '@catbird/core/internal/issue';
import { TEXT_TOLERANCES, type JudgeOptions, type Tolerance } from '@catbird/core/verify';
import { readDuration } from '@catbird/core/internal/time';
import * as z from 'zod/mini';

/** A table under `verify`. */
export interface SectionTable {
  /** The stream whose rows it has. Undefined: that of its name. */
  readonly of: string | undefined;
  readonly source: { readonly file: string };
  readonly options: JudgeOptions;
}

/** The section `verify` of a config. */
export interface Section {
  readonly tables: Readonly<Record<string, SectionTable>>;
}

const texts = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((text) => [text]),
  ),
]);

/** `0.01`, `1e-9 relative`, `2%`, `1s`, or ways in which texts may differ. */
const tolerance = z.pipe(
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
  const duration = readDuration(given);
  return duration.ok ? { ms: duration.value } : undefined;
}

const share = z.pipe(
  z.union([
    z.number().check(z.gte(0), z.lte(1)),
    z.string().check(z.regex(/^[\d.]+ ?%$/, 'Must be a share, such as 0.001 or 0.1%')),
  ]),
  z.transform((given) => (typeof given === 'number' ? given : Number.parseFloat(given) / 100)),
);
const allow = z.strictObject({
  changed: z.optional(share),
  missing: z.optional(share),
  doubled: z.optional(share),
  extra: z.optional(share),
});
/** The name of the expected field, or `ignore`. */
const column = z.union([z.string(), z.strictObject({ of: z.string() })]);

const table = z.strictObject({
  of: z.optional(z.string()),
  source: z.union([
    z.pipe(
      z.string(),
      z.transform((file) => ({ file })),
    ),
    z.strictObject({ file: z.string() }),
  ]),
  identity: z.optional(texts),
  stage: z.optional(z.enum(['raw', 'deduped'])),
  columns: z.optional(z.record(z.string(), column)),
  tolerance: z.optional(z.record(z.string(), tolerance)),
  allow: z.optional(allow),
});
const section = z.strictObject({ tables: z.record(z.string(), table), allow: z.optional(allow) });

/** Reads the section `verify`. */
export function readSection(given: unknown): Result<{ readonly section: Section }> {
  const read = z.safeParse(section, given, { jitless: true });
  if (!read.success)
    return {
      ok: false,
      issues: read.error.issues.map(({ path, message }) => ({
        path: ['verify', ...path.map(String)],
        message: `verify${path.map((step) => `.${String(step)}`).join('')}: ${message}`,
      })),
    };
  const { tables, allow } = read.data;
  if (Object.keys(tables).length === 0) return invalid('verify.tables must name at least one table');
  return {
    ok: true,
    section: {
      tables: Object.fromEntries(
        Object.entries(tables).map(([name, each]) => [
          name,
          { of: each.of, source: each.source, options: optionsOf(each, allow) },
        ]),
      ),
    },
  };
}

function optionsOf(
  { identity, stage, columns = {}, tolerance, allow: own }: z.output<typeof table>,
  all: z.output<typeof allow> | undefined,
): JudgeOptions {
  const names: Record<string, string> = {};
  const ignore: string[] = [];
  for (const [there, of] of Object.entries(columns))
    if (of === 'ignore') ignore.push(there);
    else names[typeof of === 'string' ? of : of.of] = there;
  const allowed = { ...all, ...own };
  return {
    ...(identity && { identity }),
    ...(stage && { stage }),
    names,
    ignore,
    ...(tolerance && { tolerance }),
    allow: Object.fromEntries(Object.entries(allowed).filter(([, each]) => each !== undefined)),
  };
}
