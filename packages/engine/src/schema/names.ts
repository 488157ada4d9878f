import { knowAllTypes } from '../generators/catalogue.ts';
import { fieldsByName, objectFieldsOf, outerName, ownerOf } from '../generators/analysis/order.ts';
import { OUTER } from '../generators/analysis/references.ts';
import type { Field } from '../model/schema.ts';
import { newBudget, type FieldReference, type NameLog, type NameScope } from './context.ts';
import { newFindings } from './findings.ts';
import type { JsonNode } from './read-json.ts';
import { ENTITIES } from './known-keys.ts';
import { readText } from './read-text.ts';
import { readRoot } from './root.ts';

/** The names that rows declare and read. */
export interface Names extends NameLog {
  readonly root: JsonNode;
}

/** The names in a schema text; undefined if it is not JSON, or too large. Those within entities are left out: they read no row. */
export function namesIn(text: string): Names | undefined {
  knowAllTypes();
  const log: NameLog = { scopes: [], references: [] };
  const root = readText(text, newFindings(text), { lenient: true }, (node, context) => {
    // No values are tried: names do not depend on them.
    readRoot(node, { ...context, log, budget: newBudget(-1) });
    return node;
  });
  const isOfRows = ({ path }: { readonly path: readonly string[] }): boolean => path[0] !== ENTITIES;
  return root && { root, scopes: log.scopes.filter(isOfRows), references: log.references.filter(isOfRows) };
}

/** Whether no field has an error, so that all names are known. */
export const areAllKnown = ({ scopes }: Names): boolean =>
  scopes.every(({ read }) => !read.includes(undefined));

/** A field that gets another name. */
export interface Renaming {
  /** The object that contains the field, and all others. */
  readonly scopes: readonly RenamedScope[];
  readonly target: Field;
  /** The same field with its new name. */
  readonly renamed: Field;
  /** The objects around the field, from the outermost one on. */
  readonly holders: readonly Field[];
}

/** The fields of an object by name, before and after one of them gets another. */
interface RenamedScope {
  readonly path: readonly string[];
  readonly before: ReadonlyMap<string, Field>;
  readonly after: ReadonlyMap<string, Field>;
}

/** A field that gets another name; undefined if there is none at the path. */
export function renamingOf({ scopes }: NameLog, path: readonly string[], name: string): Renaming | undefined {
  const target = fieldAt(scopes, path);
  if (target === undefined) return undefined;
  const renamed = { ...target, name };
  const holders = path.slice(0, -1).flatMap((_, i) => fieldAt(scopes, path.slice(0, i + 1)) ?? []);
  const all = scopes.map((scope) => ({
    path: scope.path,
    before: fieldsByName(fieldsIn(scope)),
    after: fieldsByName(fieldsIn(scope).map((field) => (field === target ? renamed : field))),
  }));
  // Inner objects come before those around them.
  return { scopes: all.toSorted((a, b) => b.path.length - a.path.length), target, renamed, holders };
}

const isPrefix = (path: readonly string[], of: readonly string[]): boolean =>
  path.length <= of.length && path.every((key, i) => key === of[i]);

const fieldsIn = ({ read }: NameScope): readonly Field[] => read.flatMap((each) => each?.field ?? []);

function fieldAt(scopes: readonly NameScope[], path: readonly string[]): Field | undefined {
  const scope = scopes.find((each) => each.path.length === path.length - 1 && isPrefix(each.path, path));
  return scope && fieldsIn(scope).find(({ name }) => name === path.at(-1));
}

/** The objects around a place, the innermost one first. */
const scopesAround = (path: readonly string[], { scopes }: Renaming): readonly RenamedScope[] =>
  scopes.filter((scope) => isPrefix(scope.path, path));

/** Name of the field that a place belongs to. */
export const fieldNameAt = (path: readonly string[], renaming: Renaming): string =>
  path[scopesAround(path, renaming)[0]?.path.length ?? 0] ?? '';

/** What a name leads to. */
interface Found {
  readonly field: Field;
  /** The rest of a path. */
  readonly rest: string | undefined;
  /** The name as the object of the field knows it. */
  readonly local: string;
}

/** What a name leads to: in the first object, or in one of those around it. */
function found(name: string, scopes: readonly ReadonlyMap<string, Field>[]): Found | undefined {
  const [byName, ...around] = scopes;
  if (byName === undefined) return undefined;
  const owner = ownerOf(name, byName);
  return owner === undefined
    ? found(outerName(name), around)
    : { field: owner.field, rest: owner.rest, local: name };
}

/** The field that a reference leads to, before any gets another name; undefined if there is none. */
export const fieldReadBy = ({ name, path }: FieldReference, renaming: Renaming): Field | undefined =>
  found(
    name,
    scopesAround(path, renaming).map(({ before }) => before),
  )?.field;

/** The name with which a reference leads where it did before; undefined if no name does. */
export function newName({ name, path }: FieldReference, renaming: Renaming): string | undefined {
  const { target, renamed } = renaming;
  const scopes = scopesAround(path, renaming);
  const meant = found(
    name,
    scopes.map(({ before }) => before),
  );
  if (meant === undefined) return name;
  const { rest, local } = meant;
  const isTarget = meant.field === target;
  const field = isTarget ? renamed : meant.field;
  const restNow = rest && restAfter(meant.field, rest, renaming);
  const first = isTarget ? renamed.name : rest === undefined ? local : local.slice(0, -rest.length - 1);
  const own = restNow === undefined ? first : `${first}.${restNow}`;
  const after = scopes.map((scope) => scope.after);
  for (let out = name.slice(0, name.length - local.length); out.length <= scopes.length; out += OUTER) {
    const now = found(out + own, after);
    if (now?.field === field && now.rest === restNow) return out + own;
  }
  return undefined;
}

/** The rest of a path in an object after the renaming of a field in it. */
function restAfter(field: Field, rest: string, renaming: Renaming): string {
  const { field: member, rest: further } = ownerOf(rest, fieldsByName(objectFieldsOf(field) ?? [])) ?? {};
  if (member === undefined) return rest;
  const name = member === renaming.target ? renaming.renamed.name : member.name;
  return further === undefined ? name : `${name}.${restAfter(member, further, renaming)}`;
}
