import type { JsonArray, JsonMember, JsonNode, JsonObject, Range } from '@catbird/engine';
import { endOf, indentAt, type Layout } from './layout.ts';

/** What has elements: the members of an object, or the items of a list. */
export type Container = JsonObject | JsonArray;

/** A text with a part replaced. */
export const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** The member that counts: the last one of a name. */
export const memberOf = (object: JsonObject, key: string): JsonMember | undefined =>
  object.members.findLast((member) => member.key === key);

/** The value of a member of a node; undefined if the node is no object or lacks it. */
export const valueOf = (node: JsonNode, key: string): JsonNode | undefined =>
  node.kind === 'object' ? memberOf(node, key)?.value : undefined;

/** The whole of a member, from its key to the end of its value. */
export const wholeOf = ({ keyRange, value }: JsonMember): Range => ({
  offset: keyRange.offset,
  length: endOf(value) - keyRange.offset,
});

const elementsOf = (container: Container): readonly Range[] =>
  container.kind === 'object' ? container.members.map(wholeOf) : container.items;

/**
 * Adds an element before the one at an index, or at the end.
 *
 * @param write the element as text, given the indentation of its line; undefined: it stays on one line
 */
export function insertElement(
  text: string,
  container: Container,
  index: number,
  write: (indent: string | undefined) => string,
  { newline, unit, isCompact }: Layout,
): string {
  const elements = elementsOf(container);
  const [first] = elements;
  if (first === undefined) {
    const [open, close] = container.kind === 'object' ? '{}' : '[]';
    // Never put the whole schema on one line.
    const isRoot = text.slice(0, container.offset).trim() === '';
    const pad = container.kind === 'object' && !isCompact ? ' ' : '';
    const filled = isRoot ? `${newline}${unit}${write(unit)}${newline}` : `${pad}${write(undefined)}${pad}`;
    return splice(text, container.offset, endOf(container), `${open}${filled}${close}`);
  }
  const isOnOneLine = !/[\r\n]/.test(text.slice(container.offset, first.offset));
  const indent = isOnOneLine ? undefined : indentAt(text, first.offset);
  const gap = indent === undefined ? (isCompact ? ',' : ', ') : `,${newline}${indent}`;
  const next = elements[index];
  if (next !== undefined) return splice(text, next.offset, next.offset, write(indent) + gap);
  const end = endOf(elements.at(-1) ?? first);
  return splice(text, end, end, gap + write(indent));
}

/** Removes the element at an index, with its comma. */
export function removeElement(text: string, container: Container, index: number): string {
  const elements = elementsOf(container);
  const [before, element, after] = [elements[index - 1], elements[index], elements[index + 1]];
  if (element === undefined) return text;
  if (after !== undefined) return splice(text, element.offset, after.offset, '');
  if (before !== undefined) return splice(text, endOf(before), endOf(element), '');
  return splice(text, container.offset + 1, endOf(container) - 1, '');
}

/** Moves an element to another index. What is between elements stays where it is. */
export function moveElement(text: string, container: Container, from: number, to: number): string {
  const elements = elementsOf(container);
  const [first, last, moved] = [elements[0], elements.at(-1), elements[from]];
  if (first === undefined || last === undefined || moved === undefined || elements[to] === undefined)
    return text;
  const order = elements.toSpliced(from, 1).toSpliced(to, 0, moved);
  const parts = elements.map((element, i) => {
    const { offset } = order[i] ?? element;
    const next = elements[i + 1];
    const gap = next === undefined ? '' : text.slice(endOf(element), next.offset);
    return text.slice(offset, endOf(order[i] ?? element)) + gap;
  });
  return splice(text, first.offset, endOf(last), parts.join(''));
}

/** Whether a value is `true`. */
export const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'scalar' && node.value === true;
