import type { JsonMember, JsonNode, JsonObject } from '@catbird/engine';
import { valueOf } from './elements.ts';
import { raw } from './layout.ts';

/** Elements of a list at least, so that its length varies. */
const LEAST_MOST = 3;

/**
 * A value as a field spec, in JSON: an object becomes one with fields, a list of objects one with a count, anything else a constant. What
 * is a spec already stays as it is written.
 */
export function specOf(text: string, node: JsonNode): string {
  if (node.kind === 'object')
    return isSpec(node) ? raw(text, node) : `{"type": "object", "fields": ${fieldsOf(text, node.members)}}`;
  const items = node.kind === 'array' ? node.items : [];
  const objects = items.flatMap((item) => (item.kind === 'object' ? [item] : []));
  if (objects.length === 0 || objects.length < items.length) return `{"value": ${raw(text, node)}}`;
  const count = `{"min": 1, "max": ${Math.max(LEAST_MOST, objects.length)}}`;
  const members = objects.flatMap((item) => item.members);
  return `{"type": "object", "count": ${count}, "fields": ${fieldsOf(text, members)}}`;
}

/** The first member of each name. */
function fieldsOf(text: string, members: readonly JsonMember[]): string {
  const first = new Map(members.toReversed().map((member) => [member.key, member]));
  const names = new Set(members.map(({ key }) => key));
  const fields = [...names].flatMap((name) => {
    const value = first.get(name)?.value;
    return value === undefined ? [] : [`${JSON.stringify(name)}: ${specOf(text, value)}`];
  });
  return `{${fields.join(', ')}}`;
}

function isSpec(node: JsonObject): boolean {
  const type = valueOf(node, 'type');
  return (type?.kind === 'scalar' && typeof type.value === 'string') || valueOf(node, 'value') !== undefined;
}
