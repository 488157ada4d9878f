import { type SchemaIssue, bounds, readJson, type JsonNode, type JsonObject } from '@catbird/engine';
import { replaceNode } from './edits.ts';
import { memberOf, removeElement, splice } from './elements.ts';
import { specOf } from './nested.ts';

/** A repair of a schema text that an issue suggests. */
export interface Fix {
  /** What it does: "Use person.fullName". */
  readonly label: string;
  /** The repaired text. */
  readonly text: string;
}

/** The repair that the hint of an issue describes, if one click can make it. */
export function fixOf(text: string, issue: SchemaIssue): Fix | undefined {
  const [, meant] = /^Did you mean (.+)\?$/.exec(issue.hint ?? '') ?? [];
  if (meant !== undefined) return replacement(text, issue, meant);
  const form = FORMS.find(([start]) => issue.hint?.startsWith(start) === true);
  if (form !== undefined) return rewriting(text, issue, form[1]);
  return /^(?:Omit|Remove) it\b/.test(issue.hint ?? '') ? removal(text, issue) : undefined;
}

/** How hints begin for a value in place of a field, and what its repair does. */
const FORMS = [
  ['An object needs a type', 'Make it an object'],
  ['For a list of objects', 'Make it a list of objects'],
  ['For a constant', 'Make it a constant'],
] as const;

/** Writes the value at the issue's path as a field. */
function rewriting(text: string, { path }: SchemaIssue, label: string): Fix | undefined {
  const { root, faults } = readJson(text, bounds.depth);
  if (root === undefined || faults.length > 0) return undefined;
  const node = path.reduce<JsonNode | undefined>(inner, root);
  return node === undefined ? undefined : { label, text: replaceNode(text, node, specOf(text, node)) };
}

/** Puts the suggested word in place of the wrong one, which is the whole text at the place or a part of it. */
function replacement(text: string, { offset, length, message }: SchemaIssue, meant: string): Fix | undefined {
  const wrong = textAt(text, offset, length);
  if (wrong === undefined) return undefined;
  const [, unknown = wrong] = /Unknown field ([^\s:,]+)/.exec(message) ?? [];
  if (!message.includes(unknown)) return undefined;
  const parts = wrong.split(unknown);
  if (parts.length !== 2) return undefined;
  const repaired = JSON.stringify(parts.join(meant));
  return { label: `Use ${meant}`, text: splice(text, offset, offset + length, repaired) };
}

/** The text that is written at a place; undefined if something else is. */
function textAt(text: string, offset: number, length: number): string | undefined {
  const { root, faults } = readJson(text.slice(offset, offset + length), bounds.depth);
  return faults.length === 0 && root?.kind === 'scalar' && typeof root.value === 'string'
    ? root.value
    : undefined;
}

/** Removes the key at the end of the issue's path. */
function removal(text: string, { path }: SchemaIssue): Fix | undefined {
  const { root, faults } = readJson(text, bounds.depth);
  const key = path.at(-1);
  if (root === undefined || faults.length > 0 || key === undefined) return undefined;
  const holder = path.slice(0, -1).reduce<JsonNode | undefined>(inner, root);
  if (holder?.kind !== 'object' || isField(path)) return undefined;
  const index = holder.members.findLastIndex((member) => member.key === key);
  return index < 0 ? undefined : { label: `Remove ${key}`, text: removeElement(text, holder, index) };
}

/** Whether a path leads to a field itself, which nobody wants to lose to a click. */
const isField = (path: readonly string[]): boolean => path.length === 1 || path.at(-2) === 'fields';

const inner = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.kind === 'object'
    ? memberValue(node, key)
    : node?.kind === 'array'
      ? node.items[Number(key)]
      : undefined;

const memberValue = (object: JsonObject, key: string): JsonNode | undefined => memberOf(object, key)?.value;
