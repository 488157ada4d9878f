import type { JsonArray, JsonMember, JsonNode, JsonObject } from '@catbird/engine';
import { insertElement, memberOf, moveElement, removeElement, splice, valueOf, wholeOf } from './elements.ts';
import { holderOf, memberAt, rootOf, type FieldPath } from './fields.ts';
import { endOf, indentAt, layoutOf, memberText, raw, valueText } from './layout.ts';
import type { Params } from './params.ts';

/** The usual order of a field's keys, in which new ones are added. */
const KEYS = [
  'type',
  'value',
  'params',
  'count',
  'distinct',
  'sort',
  'per',
  'nulls',
  'missing',
  'if',
  'hidden',
  'unique',
  'locale',
  'fields',
  'description',
];

const indexIn = (place: FieldPath): number => place.at(-1) ?? -1;

/** Gives the field at a place another name. */
export function rename(text: string, place: FieldPath, name: string): string {
  const { key, keyRange } = memberAt(rootOf(text), place);
  return key === name ? text : splice(text, keyRange.offset, endOf(keyRange), JSON.stringify(name));
}

/** Adds a field at a place, before the one that holds it. @param spec JSON */
export function addField(text: string, place: FieldPath, name: string, spec: string): string {
  const root = rootOf(text);
  return addMember(text, holderOf(root, place), indexIn(place), [name, spec]);
}

/** Adds a copy of a field after it, under another name, written as the original. */
export function duplicateField(text: string, place: FieldPath, name: string): string {
  const root = rootOf(text);
  const { keyRange, value } = memberAt(root, place);
  const copy = JSON.stringify(name) + text.slice(endOf(keyRange), endOf(value));
  return insertElement(text, holderOf(root, place), indexIn(place) + 1, () => copy, layoutOf(text, root));
}

/** Removes a field. */
export const removeField = (text: string, place: FieldPath): string =>
  removeElement(text, holderOf(rootOf(text), place), indexIn(place));

/** Moves a field to another index of the object that holds it. */
export const moveField = (text: string, place: FieldPath, index: number): string =>
  moveElement(text, holderOf(rootOf(text), place), indexIn(place), index);

/** Sets a key of a field, such as `nulls`; undefined removes it. @param value JSON */
export function setKey(text: string, place: FieldPath, key: string, value: string | undefined): string {
  const spec = memberAt(rootOf(text), place).value;
  if (spec.kind === 'object') return setIn(text, spec, key, value);
  if (spec.kind !== 'scalar' || typeof spec.value !== 'string' || value === undefined) return text;
  // The name of a type stays one as long as it says all.
  if (key === 'type') return replaceNode(text, spec, value);
  return setKey(replaceNode(text, spec, `{"type": ${JSON.stringify(spec.value)}}`), place, key, value);
}

/** Sets a param of a field by its name; undefined removes it, and `params` with the last one. @param value JSON */
export function setParam(
  text: string,
  place: FieldPath,
  params: Params,
  [name, value]: readonly [name: string, value: string | undefined],
): string {
  if (params.kind !== 'named')
    return value === undefined ? text : setKey(text, place, 'params', `{${JSON.stringify(name)}: ${value}}`);
  if (value !== undefined) return setIn(text, params.object, name, value);
  const isLast = params.object.members.every(({ key }) => key === name);
  return isLast ? setKey(text, place, 'params', undefined) : setIn(text, params.object, name, undefined);
}

/**
 * Sets the only argument of a field; undefined removes `params`.
 *
 * @param value JSON
 */
export function setArgument(
  text: string,
  place: FieldPath,
  params: Params,
  value: string | undefined,
): string {
  const written = valueOf(memberAt(rootOf(text), place).value, 'params');
  // A list of choices is an argument in a list of arguments, unless it is written without that.
  const isWrapped =
    params.kind === 'value' ? params.node.offset !== written?.offset : value?.startsWith('[') === true;
  return setKey(text, place, 'params', value !== undefined && isWrapped ? `[${value}]` : value);
}

/** Replaces a value. @param value JSON, on one line if the old value is */
export function replaceNode(text: string, node: JsonNode, value: string): string {
  const isOnOneLine = !/[\r\n]/.test(raw(text, node));
  const indent = isOnOneLine ? undefined : indentAt(text, endOf(node));
  return replaceIn(text, node, value, indent);
}

/** Adds an item at the end of a list. @param value JSON */
export function addItem(text: string, list: JsonArray, value: string): string {
  const layout = layoutOf(text, rootOf(text));
  const write = (indent: string | undefined): string => valueText(value, layout, indent);
  return insertElement(text, list, list.items.length, write, layout);
}

/** Removes an item of a list. */
export const removeItem = (text: string, list: JsonArray, index: number): string =>
  removeElement(text, list, index);

function replaceIn(text: string, node: JsonNode, value: string, indent: string | undefined): string {
  if (raw(text, node) === value) return text;
  const written = valueText(value, layoutOf(text, rootOf(text)), indent);
  return splice(text, node.offset, endOf(node), written);
}

function addMember(
  text: string,
  object: JsonObject,
  index: number,
  [key, value]: readonly [key: string, value: string],
): string {
  const layout = layoutOf(text, rootOf(text));
  return insertElement(text, object, index, (indent) => memberText(key, value, layout, indent), layout);
}

/** Sets a member of an object in the text; undefined removes all of that name. @param value JSON */
function setIn(text: string, object: JsonObject, key: string, value: string | undefined): string {
  if (value === undefined) return without(text, object, key);
  const member = memberOf(object, key);
  return member === undefined
    ? addMember(text, object, indexFor(object, key), [key, value])
    : replaceIn(text, member.value, value, indentOf(text, member));
}

/** The indentation of a member that has a line of its own. */
function indentOf(text: string, member: JsonMember): string | undefined {
  const { offset } = wholeOf(member);
  const indent = indentAt(text, offset);
  const before = text[offset - indent.length - 1];
  return before === '\n' || before === '\r' ? indent : undefined;
}

/** Removes all members of a name, the last one first: what is before it keeps its place. */
function without(text: string, object: JsonObject, key: string): string {
  const { members } = object;
  const index = members.findLastIndex((member) => member.key === key);
  if (index < 0) return text;
  const removed = removeElement(text, object, index);
  const length = object.length - (text.length - removed.length);
  return without(removed, { ...object, members: members.toSpliced(index, 1), length }, key);
}

/** Where a new key goes: after those that usually come before it. */
function indexFor({ members }: JsonObject, key: string): number {
  const rank = KEYS.indexOf(key);
  const before = members.findLastIndex(
    (member) => rank < 0 || (KEYS.includes(member.key) && KEYS.indexOf(member.key) < rank),
  );
  return before + 1;
}
