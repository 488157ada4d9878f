import type { Document, Pair } from 'yaml';
import type { SchemaIssue } from '@catbird/engine';

/**
 * Finds what a problem of a config is about: `streams.orders.eps must be …`, `Unknown key streams.orders.ep. …`. Undefined: the whole.
 *
 * @param text of the config, YAML or JSON
 */
export async function linePlaces(
  text: string,
  config: unknown,
): Promise<(line: string) => TextRange | undefined> {
  const rangeOf = await yamlPlaces(text);
  return (line) => {
    const path = pathIn(line, config);
    return path.length === 0 ? undefined : rangeOf(path, line.startsWith(UNKNOWN));
  };
}

const UNKNOWN = 'Unknown key ';

/** The keys that a line begins with, as far as the config has them. */
function pathIn(line: string, config: unknown): readonly string[] {
  // Without streams, this begins with no key.
  const text = line.startsWith('Unknown destination ') ? 'destination' : line.replace(UNKNOWN, '');
  const [, name = ''] = /^([\w$.-]+)/.exec(text) ?? [];
  const path: string[] = [];
  let value = config;
  // The dot at the end of a sentence is none between keys.
  for (const key of name.replace(/\.$/, '').split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break;
    path.push(key);
    value = new Map<string, unknown>(Object.entries(value)).get(key);
  }
  return path;
}

/** A range of a text, with its line and column from 1. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
}

type Yaml = typeof import('yaml');

/** Finds keys and values of a YAML or JSON text by their paths, or what contains them if they are not written there. */
async function yamlPlaces(text: string): Promise<(path: readonly string[], isKey: boolean) => TextRange> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { uniqueKeys: false, lineCounter: lines });
  return (path, isKey) => {
    const [offset, end] = rangeAt(path, isKey, document, yaml);
    const { line, col: column } = lines.linePos(offset);
    return { offset, length: end - offset, line, column };
  };
}

function rangeAt(
  path: readonly string[],
  isKey: boolean,
  document: Document,
  yaml: Yaml,
): readonly [from: number, to: number] {
  const rangeOf = (node: unknown): readonly [number, number] | undefined => {
    const [from = 0, to = from] = (yaml.isNode(node) ? node.range : undefined) ?? [];
    return to > from ? [from, to] : undefined;
  };
  let node: unknown = document.contents;
  let found = rangeOf(node);
  for (const [i, key] of path.entries()) {
    const pair = pairAt(node, key, document, yaml);
    if (pair === undefined) break;
    node = pair.value;
    // An empty value has no place of its own.
    const isName = isKey && i === path.length - 1;
    found = (isName ? undefined : rangeOf(node)) ?? rangeOf(pair.key) ?? found;
  }
  return found ?? [0, 0];
}

/** The pair of a key in an object, also one that is merged in; or the element of a list, as the value of a pair. */
function pairAt(given: unknown, key: string, document: Document, yaml: Yaml): Pair | undefined {
  const node = yaml.isAlias(given) ? given.resolve(document) : given;
  if (yaml.isSeq(node)) return new yaml.Pair(null, node.items[Number(key)]);
  if (!yaml.isMap(node)) return undefined;
  const named = (name: string): Pair | undefined =>
    node.items.find((pair) => String(yaml.isScalar(pair.key) ? pair.key.value : pair.key) === name);
  const own = named(key);
  const merged = named('<<')?.value;
  if (own !== undefined || merged === undefined) return own;
  const sources: readonly unknown[] = yaml.isSeq(merged) ? merged.items : [merged];
  return sources.map((source) => pairAt(source, key, document, yaml)).find((pair) => pair !== undefined);
}

/** The part of a file that a JSON text was made from. */
export interface Origin {
  readonly file: string;
  /** Of the whole file, YAML or JSON. */
  readonly text: string;
  /** Keys from its root to the part. */
  readonly path: readonly string[];
}

/** Issues of a text, and the text in which their places are. */
export interface Placed {
  readonly issues: readonly SchemaIssue[];
  readonly name: string;
  readonly text: string;
}

/** The issues of a JSON text at their places in the file that it was made from. @param text as from `JSON.stringify(…, null, 2)` */
export async function placedIn(
  { file, text: whole, path }: Origin,
  issues: readonly SchemaIssue[],
  text: string,
): Promise<Placed> {
  const rangeOf = await yamlPlaces(whole);
  const placed = issues.map((issue) => {
    const place: JsonPlace = placeIn(text, issue.offset);
    return { ...issue, ...rangeOf([...path, ...place.path], place.isKey) };
  });
  return { issues: placed, name: file, text: whole };
}

/** A key or a value of a JSON text. */
interface JsonPlace {
  /** Keys from the root; those of a list are indexes. */
  readonly path: readonly string[];
  /** It is the last key of the path, rather than the value there. */
  readonly isKey: boolean;
}

/**
 * The key or value that a range of a text begins in.
 *
 * @param text as from `JSON.stringify(…, null, 2)`
 */
export function placeIn(text: string, offset: number): JsonPlace {
  let found: JsonPlace = { path: [], isKey: false };
  let at = 0;
  /** Notes what begins here, unless it is beyond the offset. */
  const note = (place: JsonPlace): void => void (at <= offset && (found = place));
  const visit = (value: unknown, path: readonly string[], indent: string): void => {
    note({ path, isKey: false });
    const isList = Array.isArray(value);
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) {
      at += JSON.stringify(value).length;
      return;
    }
    const inner = `${indent}  `;
    for (const [key, member] of members) {
      // The bracket or the comma, and a new line.
      at += 2 + inner.length;
      if (!isList) {
        note({ path: [...path, key], isKey: true });
        at += JSON.stringify(key).length + 2;
      }
      visit(member, [...path, key], inner);
    }
    at += 2 + indent.length;
  };
  visit(JSON.parse(text), [], '');
  return found;
}
