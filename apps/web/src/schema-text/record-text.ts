import { invalid, type JsonNode } from '@catbird/engine';
import { raw } from './layout.ts';
import { looseText, readLoose, type Typed } from './typed.ts';

/**
 * An object as lines, as `readRecord` reads them; a single value as itself. Undefined: it cannot be written so, such as lists in it.
 *
 * ```
 * pending: paid 85, cancelled 15
 * cancelled
 * ```
 *
 * @param shape that of the record
 */
export function recordText(text: string, node: JsonNode, shape: RecordShape): string | undefined {
  const written =
    node.kind === 'object'
      ? node.members.map(({ key, value }) => lineOf(key, pairsText(text, value))).join('\n')
      : looseText(text, node);
  const read = readRecord(written, shape);
  return read.ok && plain(read.value) === plain(raw(text, node)) ? written : undefined;
}

const lineOf = (key: string, value: string): string => (value === '' ? key : `${key}: ${value}`);

const pairsText = (text: string, node: JsonNode): string =>
  node.kind === 'object'
    ? node.members.map(({ key, value }) => `${key} ${looseText(text, value)}`).join(', ')
    : looseText(text, node);

/** JSON without blanks. */
const plain = (json: string | undefined): string => JSON.stringify(JSON.parse(json ?? 'null'));

/** What a record holds: its values may be objects, and a text may stand in its place. */
export interface RecordShape {
  readonly isNested: boolean;
  readonly orText: boolean;
}

/**
 * Reads `name: value` lines. With `isNested`, a value may be `name value` pairs, and a line without a colon is an empty object. With
 * `orText`, a single line without a colon is that text.
 */
export function readRecord(typed: string, { isNested, orText }: RecordShape): Typed {
  const lines = typed.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const [first, ...others] = lines;
  if (first === undefined) return { ok: true, value: undefined };
  const isAlone = others.length === 0 && !first.includes(':');
  if (isAlone && (orText || !isNested)) return { ok: true, value: readLoose(first) };
  const members: string[] = [];
  for (const line of lines) {
    const [, key = line, rest = ''] = /^(.*?):(.*)$/.exec(line) ?? [];
    const value = isNested ? readPairs(rest.trim()) : readLoose(rest.trim());
    if (value === undefined) return invalid(`Write ${key.trim()}: and pairs such as one 3, other 1`);
    members.push(`${JSON.stringify(key.trim())}: ${value}`);
  }
  return { ok: true, value: `{${members.join(', ')}}` };
}

/** A name, and after the last blank its value. */
const PAIR = /^(.*\S)\s+(\S+)$/;

function readPairs(typed: string): string | undefined {
  const pairs = typed.split(',').flatMap((part) => {
    const [, name, value] = PAIR.exec(part.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [`${JSON.stringify(name)}: ${readLoose(value)}`];
  });
  if (typed === '') return '{}';
  if (pairs.length === 0 && !typed.includes(',')) return readLoose(typed);
  return pairs.length < typed.split(',').length ? undefined : `{${pairs.join(', ')}}`;
}
