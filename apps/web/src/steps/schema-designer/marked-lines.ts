import { bounds, readJson, type JsonMember, type JsonNode } from '@catbird/core/templates';

/**
 * The lines of a row, laid out as JSON, that show a field; in a list of objects, those of all of them.
 *
 * @param path keys of the field in the schema, as in issues
 * @returns numbers from 0
 */
export function markedLines(text: string, path: readonly string[] | undefined): ReadonlySet<number> {
  const lines = new Set<number>();
  const { root } = path === undefined ? {} : readJson(text, bounds.depth);
  if (path === undefined || root === undefined) return lines;
  const lineAt = lineReader(text);
  // Between the names of an object and of its field stands the key `fields`.
  const names = path.filter((_, i) => i % 2 === 0);
  for (const { keyRange, value } of membersAt(root, names)) {
    const first = lineAt(keyRange.offset);
    const last = lineAt(value.offset + value.length);
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return lines;
}

function membersAt(node: JsonNode, [name, ...rest]: readonly string[]): readonly JsonMember[] {
  if (node.kind === 'array') return node.items.flatMap((item) => membersAt(item, [name ?? '', ...rest]));
  const member = node.kind === 'object' ? node.members.find(({ key }) => key === name) : undefined;
  if (member === undefined) return [];
  return rest.length === 0 ? [member] : membersAt(member.value, rest);
}

/** Counts the lines before an offset. Offsets must not decrease. */
function lineReader(text: string): (offset: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}
