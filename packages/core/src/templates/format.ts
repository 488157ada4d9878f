/** Longest line that an array or object may take whole. */
const LINE = 80;

/**
 * JSON text for people: two spaces of indent, and an array or object in one line where it fits into 80 columns
 * and holds no deeper structure than lists and flat objects.
 */
export function formatJson(value: unknown): string {
  return write(value, '', 0);
}

function write(value: unknown, indent: string, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const flat = oneLine(value);
  // The outermost object always opens up: a field a line.
  if (indent !== '' && indent.length + used + flat.length <= LINE && depthOf(value) <= 3) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => inner + write(item, inner, 0))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + write(item, inner, name.length);
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
