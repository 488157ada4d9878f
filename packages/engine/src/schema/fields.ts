import { cycleIn, cycleText, entityOf, fieldsByName, ownerOf } from '../generators/analysis/order.ts';
import { bounds } from '../model/bounds.ts';
import type { Context, ParsedField, FieldReference } from './context.ts';
import { bytesAt } from './entity-settings.ts';
import { referenceHint } from './named.ts';
import type { JsonMember, JsonObject } from './read-json.ts';
import { OUTER } from '../generators/analysis/references.ts';
import { ENTITIES, LOCALE, RESERVED, TEXT_NOTES } from './known-keys.ts';
import type { Field } from '../model/schema.ts';
import { noteTemplates } from './notes.ts';
import { readSpec } from './spec.ts';

/** The parsed fields of an object. */
export interface ParsedFields {
  readonly fields: readonly Field[];
  readonly bytes: number;
  readonly elements: number;
  /** References to fields that are not in this object: an enclosing object may have them. */
  readonly references: readonly FieldReference[];
  readonly each: readonly ParsedField[];
}

/** Parses the fields of an object. Reports errors and returns undefined. */
export function readFields(
  object: JsonObject,
  path: readonly string[],
  context: Context,
): ParsedFields | undefined {
  const { findings } = context;
  const members = object.members.filter((member) => !isNote(member));
  if (members.length > bounds.fields) {
    const message = `Too many fields: ${members.length.toLocaleString('en')} (limit ${bounds.fields.toLocaleString('en')})`;
    findings.add({ code: 'too-large', message, hint: 'Use fewer fields', at: object, path });
    return undefined;
  }
  const misplaced = path.length === 0 ? undefined : members.find(({ key }) => RESERVED.includes(key));
  if (misplaced !== undefined) {
    const { key, keyRange } = misplaced;
    const { code, hint } = key === LOCALE ? MISPLACED.locale : MISPLACED.entities;
    findings.add({ code, message: `${key} is reserved`, hint, at: keyRange, path: [...path, key] });
    return undefined;
  }
  const read = lastOfEachName(members, path, context).map(({ key, keyRange, value }) =>
    readSpec(value, { name: key, path: [...path, key], at: keyRange, isField: true }, context),
  );
  const each = read.filter((one) => one !== undefined);
  context.log?.scopes.push({ path, read });
  if (each.length < read.length) {
    if (path.length === 0) reportOthers(each, members, context);
    return undefined;
  }
  return checkReferences(each, path, context);
}

/** Reports references to fields that do not exist, beside fields that do and are invalid. */
function reportOthers(each: readonly ParsedField[], members: readonly JsonMember[], context: Context): void {
  const fields = each.map(({ field }) => field);
  const references = each.flatMap((one) => one.references);
  const missing = unresolved(references, fields, context).filter(
    ({ name }) => !members.some(({ key }) => name === key || name.startsWith(`${key}.`)),
  );
  reportUnknown(missing, fields, context);
}

/** Codes and hints for reserved keys inside objects. */
const MISPLACED = {
  entities: { code: 'entity', hint: 'Declare entities at the top of the schema' },
  locale: { code: 'locale', hint: 'Set it at the top of the schema or of an entity, or "locale" on a field' },
} as const;

/** A string under one of these keys is a note for people or editors, not a field. */
const isNote = ({ key, value }: JsonMember): boolean =>
  TEXT_NOTES.includes(key) && value.kind === 'scalar' && typeof value.value === 'string';

/** Checks the references between fields. */
function checkReferences(
  each: readonly ParsedField[],
  path: readonly string[],
  context: Context,
): ParsedFields | undefined {
  const fields = each.map(({ field }) => field);
  const cycle = cycleIn(fields);
  if (cycle !== undefined) {
    reportCycle(cycle, each, context, path);
    return undefined;
  }
  noteTemplates(each, path, context);
  const references = unresolved(
    each.flatMap((one) => one.references),
    fields,
    context,
  );
  const elements = each.reduce((sum, one) => sum + one.elements, 0);
  return {
    fields,
    bytes: rowBytes(each, context),
    elements,
    references,
    each,
  };
}

/** The references that lead to none of these fields. Notes the paths among the others. */
export function unresolved(
  references: readonly FieldReference[],
  fields: readonly Field[],
  { entities }: Context,
): readonly FieldReference[] {
  const byName = fieldsByName(fields);
  return references.filter((reference) => {
    const owner = ownerOf(reference.name, byName);
    if (owner?.rest !== undefined) entities.paths.push({ reference, from: owner.field, rest: owner.rest });
    return owner === undefined;
  });
}

/** Reports a circular reference at its first field. @param path of the object that contains the fields */
export function reportCycle(
  cycle: readonly Field[],
  each: readonly ParsedField[],
  { findings }: Context,
  path: readonly string[] = [],
): void {
  const [first, second] = cycle;
  const isInner = path.length > 0 && first !== undefined && first === second;
  const at = each.find(({ field }) => field === first)?.at ?? { offset: 0, length: 0 };
  findings.add({
    code: 'cycle',
    message: `Circular field reference: ${cycleText(cycle)}`,
    hint: isInner
      ? `To read the field of the outer object, write ${OUTER}${first.name}`
      : 'Remove one of these references',
    at,
    path: [...path, first?.name ?? ''],
  });
}

/**
 * Estimates the bytes of these fields, including values copied from other fields: templates of templates grow fast. Their
 * references must not be circular.
 */
function rowBytes(each: readonly ParsedField[], { entities }: Context): number {
  const byField = new Map(each.map((one) => [one.field, one]));
  const byName = fieldsByName(each.map(({ field }) => field));
  const known = new Map<ParsedField, number>();
  const bytesOf = (one: ParsedField): number => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const copied = one.references.reduce((sum, { name, isCopied }) => {
      const { field, rest } = (isCopied ? ownerOf(name, byName) : undefined) ?? {};
      const other = field && byField.get(field);
      if (other === undefined) return sum;
      const entity = entityOf(other.field);
      return (
        sum + (rest === undefined || entity === undefined ? bytesOf(other) : bytesAt(entity, rest, entities))
      );
    }, 0);
    const bytes = one.bytes + one.times * copied;
    known.set(one, bytes);
    return bytes;
  };
  return each.reduce((sum, one) => sum + bytesOf(one), 0);
}

const NOT_AN_ENTITY =
  'Paths start with the name of an object, of a catbird.entity, or of a type with members such as catbird.person, that is a single value';

/** Limits the work: each suggestion compares with the names of all fields. */
const MAX_SUGGESTIONS = 20;

/** Reports references to unknown fields. */
export function reportUnknown(
  references: readonly FieldReference[],
  fields: readonly Field[],
  { findings, entities }: Context,
): void {
  const names = fields.map((field) => field.name);
  for (const [i, { name, at, path, notEntity }] of references.entries()) {
    const isMember = names.some((each) => name.startsWith(`${each}.`));
    const out = name.startsWith(OUTER) ? outOf(name, path) : undefined;
    const hint = out
      ? out.hint
      : isMember
        ? NOT_AN_ENTITY
        : (entityHint(name, fields, entities.names) ??
          referenceHint(name, names, { compare: i < MAX_SUGGESTIONS, isCondition: path.at(-1) === 'if' }));
    const message = (isMember ? notEntity : undefined) ?? `Unknown field ${out?.written ?? name}`;
    findings.add({ code: 'unknown-field', message, hint, at, path });
  }
}

/** A name with too many ^ for the objects around it: as written in one of them, and what to write. @param path of the reference */
function outOf(name: string, path: readonly string[]): { readonly written: string; readonly hint: string } {
  const own = path[0] === ENTITIES ? path.slice(ENTITY_DEPTH) : path;
  let depth = 0;
  while (own[depth * 2 + 1] === 'fields') depth++;
  const around = OUTER.repeat(depth);
  const what =
    depth === 0
      ? 'No object encloses this one'
      : `Only ${depth === 1 ? 'one object encloses' : `${depth} objects enclose`} this one`;
  return { written: `${around}${name}`, hint: `${what}: write ${around}${name.replace(/^\^+/, '')}` };
}

/** The place of fields of an entity in a path: `$entities`, its name, `fields`. */
const ENTITY_DEPTH = 3;

/** A hint for a path that starts with the name of an entity instead of a field that draws it; undefined for others. */
function entityHint(
  name: string,
  fields: readonly Field[],
  entities: ReadonlySet<string>,
): string | undefined {
  const [entity = '', ...rest] = name.split('.');
  if (!entities.has(entity)) return undefined;
  const drawing = fields.find((field) => entityOf(field) === entity);
  if (drawing !== undefined)
    return `Did you mean ${[drawing.name, ...rest].join('.')}? The field ${drawing.name} draws ${entity}`;
  const draw = JSON.stringify({ type: 'catbird.entity', params: { of: entity } });
  return `${entity} is an entity. Add a field that draws it: ${JSON.stringify(entity)}: ${draw}`;
}

/** Of members with the same name, the last wins and takes the place of the first, as in `JSON.parse`. */
function lastOfEachName(
  members: readonly JsonMember[],
  path: readonly string[],
  { findings }: Context,
): readonly JsonMember[] {
  const byName = new Map<string, JsonMember>();
  for (const member of members) {
    if (byName.has(member.key)) {
      const message = `Duplicate field ${member.key}: the last one wins`;
      const hint = 'Rename or remove one of them';
      findings.add({
        code: 'duplicate',
        severity: 'note',
        message,
        hint,
        at: member.keyRange,
        path: [...path, member.key],
      });
    }
    byName.set(member.key, member);
  }
  return [...byName.values()];
}
