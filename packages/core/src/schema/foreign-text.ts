import type { JsonDocument } from './json.ts';

/** The beginning of code, markup, YAML or a table: a word that is no value of JSON, with more behind it. */
const FOREIGN_TEXT =
  /^(?!(?:true|false|null|undefined|none|nan|infinity)\b)(?:[a-z_$][\w$.-]*(?:\s*[^\s\w]|\s+\w)|[<(*@%])/i;
/** The first key of YAML. */
const YAML_KEY = /^[\w$.-]+:\s/;

/** One fault for a text that is something else than JSON from its beginning; undefined for others, which are parsed. */
export function foreignText(text: string): JsonDocument | undefined {
  const offset = text.length - text.trimStart().length;
  const [line = ''] = text.slice(offset).split('\n', 1);
  if (!FOREIGN_TEXT.test(line)) return undefined;
  const hint = YAML_KEY.test(`${line}\n`)
    ? 'Save YAML in a file whose name ends in .yaml, or write JSON: {"id": {"type": "string.uuid"}}'
    : 'Write a JSON object: {"id": {"type": "string.uuid"}}';
  return { faults: [{ code: 'json', message: 'This is not JSON', hint, offset, length: line.length }] };
}
