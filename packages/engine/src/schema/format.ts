import { bounds } from '../model/bounds.ts';
import { type JsonNode, readJson } from './read-json.ts';

/**
 * Formats a schema as readable JSON: indented by two spaces, with short objects and lists on one line. Text keeps its numbers,
 * order and names as typed; text that is not JSON is returned unchanged.
 *
 * @param width maximum line length, as far as the values allow. Default 60, which the page's editor shows without wrapping
 */
export function formatSchema(schema: string | object, width = 60): string {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const { root, faults } = readJson(text, bounds.depth);
  return root === undefined || faults.length > 0 ? text : format(root, text, 0, 0, width);
}

/** @param taken columns on the node's line before or after it */
function format(node: JsonNode, text: string, indent: number, taken: number, width: number): string {
  const line = oneLine(node, text, width);
  // Never put the whole schema on one line: people read its fields.
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

/** The node on one line. May be cut off once it exceeds `width`. */
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
