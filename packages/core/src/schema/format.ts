import type { JsonNode } from './json.ts';
import { bounds } from './bounds.ts';
import { readJson } from './read-json.ts';

/**
 * A schema as JSON text for reading: two spaces of indentation, short objects and lists on one line.
 * A text keeps its numbers, its order and all its names as typed; one that is no JSON is given back unchanged.
 *
 * @param width most columns of a line, as far as the values allow. Default 60, which the editor of the page shows without wrapping
 */
export function formatSchema(schema: string | object, width = 60): string {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const { root, faults } = readJson(text, bounds.depth);
  return root === undefined || faults.length > 0 ? text : format(root, text, 0, 0, width);
}

/** @param taken columns of the node's line that stand before it, or behind it */
function format(node: JsonNode, text: string, indent: number, taken: number, width: number): string {
  const line = oneLine(node, text, width);
  // The schema itself is never on one line: its fields are what one reads.
  const isList = node.kind === 'array' || indent > 0;
  if (node.kind === 'scalar' || line === '{}' || line === '[]') return line;
  if (isList && indent + taken + line.length <= width) return line;
  const inner = indent + 2;
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => format(item, text, inner, 1, width))
      : node.members.map(({ keyRange, value }) => {
          const key = `${raw(text, keyRange)}: `;
          return key + format(value, text, inner, key.length + 1, width);
        });
  const [open, close] = node.kind === 'array' ? '[]' : '{}';
  return `${open}\n${parts.map((part) => ' '.repeat(inner) + part).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

/** The node on one line. May stop short of its end once it is longer than `width`. */
function oneLine(node: JsonNode, text: string, width: number): string {
  if (node.kind === 'scalar') return raw(text, node);
  if (node.kind === 'array') return `[${join(node.items, (item) => oneLine(item, text, width), width)}]`;
  if (node.members.length === 0) return '{}';
  const member = ({ keyRange, value }: (typeof node.members)[number]): string =>
    `${raw(text, keyRange)}: ${oneLine(value, text, width)}`;
  return `{ ${join(node.members, member, width)} }`;
}

function join<Part>(parts: readonly Part[], show: (part: Part) => string, width: number): string {
  let joined = '';
  for (const part of parts) {
    joined += (joined === '' ? '' : ', ') + show(part);
    if (joined.length > width) break;
  }
  return joined;
}

const raw = (text: string, { offset, length }: { offset: number; length: number }): string =>
  text.slice(offset, offset + length);
