import { membersIn, withMembers, withNames } from '../generators/expression/rewrite.ts';
import { PLACEHOLDER } from '../generators/families/params.ts';
import type { FieldReference } from './context.ts';
import { plainValue, type JsonNode, type Range } from './read-json.ts';
import { memberOf } from './modifiers.ts';
import {
  areAllKnown,
  fieldNameAt,
  fieldReadBy,
  namesIn,
  newName,
  renamingOf,
  type Renaming,
} from './names.ts';

const namesInTemplate = (text: string): readonly string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);

/**
 * A template that reads other names, written as before in all else; undefined if a name cannot be written in a placeholder.
 *
 * @param to the new name for each that it reads
 */
function withPlaceholders(text: string, to: (name: string) => string): string | undefined {
  const written = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const at = placeholder.indexOf(name);
    return placeholder.slice(0, at) + to(name) + placeholder.slice(at + name.length);
  });
  const names = namesInTemplate(written);
  const wanted = namesInTemplate(text).map(to);
  return names.length === wanted.length && names.every((name, i) => name === wanted[i]) ? written : undefined;
}

/** A schema text in which a field has another name, and so have the places that read it. */
export interface Renamed {
  readonly text: string;
  /** Names of the other fields that name it, or name a field that it would hide, as they must now. Each once. */
  readonly followed: readonly string[];
  /** Names of fields that may read something else now: what they read cannot be written there. Each once. */
  readonly left: readonly string[];
  /** False: fields with errors may read the field, too. */
  readonly isWhole: boolean;
}

/**
 * Gives a field of a row another name, wherever it is read: in references, templates, expressions, `per`, `if`, `distinct` and
 * `sort`. All names mean what they meant before: where another field would come first, `^` leads out to the one that was read. In
 * all else, the text stays as it is written.
 *
 * @param path of the field, as in issues; of several fields of the same name, the last one
 * @param name that no other field of its object has
 * @returns undefined if the text has no such field, or one with an error
 */
export function renameField(text: string, path: readonly string[], name: string): Renamed | undefined {
  const names = namesIn(text);
  const renaming = names && renamingOf(names, path, name);
  if (names === undefined || renaming === undefined) return undefined;
  const places = byNode(names.references).map((references) => placeOf(text, references, renaming));
  const edits = [...places.flatMap(({ edit }) => edit ?? []), ...ownNames(names.root, path, renaming)];
  return {
    text: edited(text, edits),
    followed: fieldsOf(places.filter(({ edit }) => edit !== undefined)),
    left: fieldsOf(places.filter(({ isLeft }) => isLeft)),
    isWhole: areAllKnown(names),
  };
}

/** A text that reads fields, in the schema text. */
interface FieldText {
  /** Name of the field that it belongs to. */
  readonly field: string;
  readonly edit: Edit | undefined;
  /** It may read something else now. */
  readonly isLeft: boolean;
}

interface Edit {
  readonly at: Range;
  readonly by: string;
}

const fieldsOf = (places: readonly FieldText[]): readonly string[] => [
  ...new Set(places.map(({ field }) => field)),
];

/** References in the same text together. */
function byNode(references: readonly FieldReference[]): readonly (readonly FieldReference[])[] {
  const nodes = new Map<number, FieldReference[]>();
  for (const reference of references) {
    const { offset } = reference.at;
    nodes.set(offset, [...(nodes.get(offset) ?? []), reference]);
  }
  return [...nodes.values()];
}

const WRITERS = { expression: withNames, template: withPlaceholders };

/** A text that is a name. */
const withName = (text: string, to: (name: string) => string): string => to(text);

/** How a text must read to read the same fields. */
function placeOf(text: string, references: readonly FieldReference[], renaming: Renaming): FieldText {
  const [first] = references;
  if (first === undefined) throw new Error('A place reads at least one field');
  const { at, path, within } = first;
  const value = textAt(text, at);
  const named = namedIn(value, references, renaming);
  const members = within === 'expression' ? membersOf(named ?? value, references, renaming) : undefined;
  const written = members?.text ?? named ?? value;
  return {
    field: fieldNameAt(path, renaming),
    edit: written === undefined || written === value ? undefined : { at, by: JSON.stringify(written) },
    isLeft: named === undefined || members?.isLeft === true,
  };
}

/** The text with the names that it must read; undefined if it cannot. */
function namedIn(
  text: string | undefined,
  references: readonly FieldReference[],
  renaming: Renaming,
): string | undefined {
  const names = new Map(references.map((each) => [each.name, newName(each, renaming)]));
  if ([...names].every(([before, after]) => before === after)) return text ?? '';
  if (text === undefined || [...names.values()].includes(undefined)) return undefined;
  const within = references[0]?.within;
  const write = within === undefined ? withName : WRITERS[within];
  return write(text, (name) => names.get(name) ?? name);
}

/** The text of a JSON string; undefined for any other value. */
function textAt(text: string, { offset, length }: Range): string | undefined {
  const value: unknown = text[offset] === '"' ? JSON.parse(text.slice(offset, offset + length)) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * An expression that may read the field as a member of the object around it, by its name in quotes: `sum(items, "price")`.
 * Undefined if it reads no object around the field.
 */
function membersOf(
  expression: string | undefined,
  references: readonly FieldReference[],
  renaming: Renaming,
): { readonly text: string | undefined; readonly isLeft: boolean } | undefined {
  const { target, renamed, holders } = renaming;
  const readers = references.map((each) => ({
    field: fieldReadBy(each, renaming),
    name: newName(each, renaming),
  }));
  if (expression === undefined || !holders.some((holder) => readers.some(({ field }) => field === holder)))
    return undefined;
  const isOfHolder = (name: string | undefined): boolean =>
    readers.some((each) => each.field === holders.at(-1) && each.name === name);
  const text = withMembers(expression, ({ of, member }) => {
    const isTarget = member === target.name || member.startsWith(`${target.name}.`);
    return isTarget && isOfHolder(of) ? renamed.name + member.slice(target.name.length) : member;
  });
  // An item of the list, or a path from further out, may be the object.
  const isOpen = membersIn(expression).some(
    ({ of, member }) => !isOfHolder(of) && member.split('.').includes(target.name),
  );
  return { text, isLeft: text === undefined || isOpen };
}

/** The name of the field itself, and where the list of objects that holds it is distinct in it or sorted by it. */
function ownNames(
  root: JsonNode,
  path: readonly string[],
  { target, renamed, holders }: Renaming,
): readonly Edit[] {
  const by = JSON.stringify(renamed.name);
  const object = nodeAt(root, path.slice(0, -1));
  const members = object?.kind === 'object' ? object.members : [];
  const own = members.findLast(({ key }) => key === target.name);
  const holder = holders.length === 0 ? undefined : nodeAt(root, path.slice(0, -2));
  const sort = inner(holder, 'sort');
  const uses = [inner(holder, 'distinct'), sort, inner(sort, 'by')];
  return [
    ...(own === undefined ? [] : [{ at: own.keyRange, by }]),
    ...uses.flatMap((node) => (node && plainValue(node) === target.name ? [{ at: node, by }] : [])),
  ];
}

const inner = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.kind === 'object' ? memberOf(node, key) : undefined;

const nodeAt = (root: JsonNode, path: readonly string[]): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>(inner, root);

/** A text after edits of different parts. */
const edited = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.at.offset - a.at.offset)
    .reduce((rest, { at, by }) => rest.slice(0, at.offset) + by + rest.slice(at.offset + at.length), text);
