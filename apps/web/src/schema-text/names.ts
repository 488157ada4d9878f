import type { JsonNode } from '@catbird/engine';
import type { FieldNode } from './fields.ts';

/** A name like the wanted one that no other has: `field`, `field_2`. */
export function freeName(wanted: string, names: readonly string[]): string {
  const stem = wanted.replace(/_\d+$/, '');
  let name = wanted;
  for (let n = 2; names.includes(name); n++) name = `${stem}_${n}`;
  return name;
}

const RESERVED = ['$entities', '$locale'];

/** What is wrong with a field's new name; undefined if nothing is. @param others names beside it */
export function nameFault(name: string, others: readonly string[], isTop: boolean): string | undefined {
  if (name === '') return 'A field needs a name';
  if (others.includes(name)) return `Another field is called ${name}`;
  if (isTop && RESERVED.includes(name)) return `${name} is a reserved name`;
  return undefined;
}

/** Whether a text anywhere in a schema has one of these names in it, so that a field may read it. */
export function isMentioned(node: JsonNode, names: readonly string[]): boolean {
  if (node.kind === 'object') return node.members.some(({ value }) => isMentioned(value, names));
  if (node.kind === 'array') return node.items.some((item) => isMentioned(item, names));
  const { value } = node;
  // A text may write any other name in its own way.
  return typeof value === 'string' && names.some((name) => !/^\w+$/.test(name) || value.includes(name));
}

/** Names of the fields that a field can read: those beside it, and those beside each object around it. */
export function readableNames(fields: readonly FieldNode[], field: FieldNode): readonly string[] {
  const levels = [fields];
  let beside = fields;
  for (const index of field.place.slice(0, -1)) {
    beside = beside[index]?.children ?? [];
    levels.unshift(beside);
  }
  const around = field.place.map((_, i) => field.place.slice(0, i + 1).join('.'));
  const found = levels
    .flat()
    .filter(({ id, kind }) => !around.includes(id) && kind !== 'note' && kind !== 'invalid');
  return [...new Set(found.map(({ name }) => name))];
}
