import type { Consent, Finding, SchemaObject } from '../draft.ts';
import { readSample } from '../infer.ts';
import { isRecord } from '../json.ts';
import { fitting } from './fitting.ts';
import type { Shape, ShapeKind, Table } from './shape.ts';

/** Fields as rows of their table show them. */
export interface Sampled {
  /** By field. */
  readonly specs: ReadonlyMap<string, SchemaObject>;
  /** Hidden fields and declarations that the specs read. */
  readonly helpers: SchemaObject;
  /** What was decided, and what of the rows is in the specs. Paths begin with the table. */
  readonly findings: readonly Finding[];
}

/** Kinds whose values rows can show; of others, the type says more. */
const SHOWN: ReadonlySet<ShapeKind> = new Set([
  'whole number',
  'number',
  'text',
  'boolean',
  'timestamp',
  'date',
  'JSON',
]);

/** The fields of a table that rows say more about than its definition: no keys, references, or values with a rule. */
export function shownFields({ fields, keys = [], references = [] }: Table): readonly Shape[] {
  const tied = new Set([...keys.flat(), ...references.flatMap((each) => each.fields)].map(lower));
  return fields.filter((field) => {
    const {
      name,
      kind,
      isKey,
      isUnique,
      isCounter,
      references: reference,
      pattern,
      follows,
      from,
      to,
    } = field;
    const isTied = tied.has(lower(name)) || isKey === true || isUnique === true;
    const hasRule = [reference, pattern, follows, from, to].some((each) => each !== undefined);
    return SHOWN.has(kind) && !isTied && !hasRule && isCounter !== true;
  });
}

const lower = (name: string): string => name.toLowerCase();

/**
 * Reads rows of a table, as lines of JSON with some of its fields.
 *
 * @param consent whether a value may be in the specs
 */
export async function sampled(
  table: Table,
  fields: readonly Shape[],
  lines: AsyncIterable<Uint8Array>,
  consent: Consent,
): Promise<Sampled> {
  const sample = await readSample(lines);
  const { schema, findings } = sample.draft(consent);
  const specs = new Map<string, SchemaObject>();
  const helpers: Record<string, unknown> = {};
  const byName = new Map(fields.map((field) => [field.name, field]));
  // A hidden field must not take the place of a column that was not read.
  const isTaken = (name: string): boolean =>
    !byName.has(name) && table.fields.some((each) => each.name === name);
  if (Object.keys(schema).some(isTaken)) return joined([]);
  for (const [name, spec] of Object.entries(schema)) {
    const field = byName.get(name);
    if (field === undefined) helpers[name] = spec;
    else for (const [key, each] of fitting(field, spec, sample, helpers)) specs.set(key, each);
  }
  const shown = withoutReaders(
    { specs, helpers },
    (name) => specs.has(name) || Object.hasOwn(helpers, name),
    Object.keys(schema),
  );
  const isUsed = ({ path }: Finding): boolean => shown.specs.has(path.split(/[.[]/, 1)[0] ?? '');
  return {
    ...shown,
    findings: findings.filter(isUsed).map((each) => {
      // The values of an enumeration are no values of rows.
      const isKnown = (byName.get(each.path)?.values ?? []).length > 0;
      return {
        ...each,
        path: `${table.name}.${each.path}`,
        ...(isKnown ? { copied: [], copyable: [] } : {}),
      };
    }),
  };
}

/** Types that need the rows of a stream: the time of an event, or draws of their own. */
const OF_EVENTS =
  /"catbird\.(timestampNow|datetimeNow|session|journey|entity|key|sequence)"|"per"|\b(now|index)\(\)/;

/** What an entity can have of it. */
export function timeless({ specs, helpers, findings }: Sampled): Sampled {
  const isKept = (name: string): boolean => isTimeless(name, specs.get(name) ?? helpers[name]);
  return { ...withoutReaders({ specs, helpers }, isKept, []), findings };
}

/** Specs without those that are not kept, those that read them, and hidden fields that none reads. @param others names of other fields */
function withoutReaders(
  { specs, helpers }: Pick<Sampled, 'specs' | 'helpers'>,
  isKept: (name: string) => boolean,
  others: readonly string[],
): Pick<Sampled, 'specs' | 'helpers'> {
  const all = new Map<string, unknown>([...Object.entries(helpers), ...specs]);
  const kept = new Map([...all].filter(([name]) => isKept(name)));
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    const gone = [...all.keys(), ...others].filter((name) => !kept.has(name));
    for (const [name, spec] of kept) if (gone.some((other) => reads(spec, other))) kept.delete(name);
  }
  const isRead = (name: string): boolean => [...kept.values()].some((spec) => reads(spec, name));
  const isNeeded = (name: string): boolean => kept.has(name) && (name.startsWith('$') || isRead(name));
  return {
    helpers: Object.fromEntries(Object.entries(helpers).filter(([name]) => isNeeded(name))),
    specs: new Map([...specs].filter(([name]) => kept.has(name))),
  };
}

/** Whether a spec may read a field. */
function reads(spec: unknown, name: string): boolean {
  const { type: _, ...params } = isRecord(spec) ? spec : {};
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}(?!\\w)`).test(JSON.stringify(params));
}

const isTimeless = (name: string, spec: unknown): boolean =>
  !name.startsWith('$') && !OF_EVENTS.test(JSON.stringify(spec));

/** What several samples show of one table. The last one wins. */
export const joined = (all: readonly Sampled[]): Sampled => ({
  specs: new Map(all.flatMap(({ specs }) => [...specs])),
  helpers: Object.fromEntries(all.flatMap(({ helpers }) => Object.entries(helpers))),
  findings: [...new Map(all.flatMap(({ findings }) => findings.map((each) => [each.path, each]))).values()],
});
