import type { Result, SchemaIssue, IssuePlace } from '@catbird/engine';
import type { Document, Pair, Scalar, YAMLMap } from 'yaml';
import { yamlDocument } from './yaml.ts';

/** A text and the JSON that is parsed in its place. */
export interface Converted {
  readonly text: string;
  readonly json: string;
  /** An issue with its place in the text instead of the JSON. */
  readonly inText: (issue: SchemaIssue) => SchemaIssue;
}

/** Converts YAML to JSON that knows its places in the YAML, or returns the reason why it cannot be. */
export async function fromYaml(text: string): Promise<Result<Converted, SchemaIssue>> {
  try {
    const document = await yamlDocument(text);
    const { json, spans } = jsonOf(document, await import('yaml'), text.length);
    return {
      ok: true,
      text,
      json,
      inText: (issue) => ({ ...issue, ...placeIn(text, spanAt(spans, issue)) }),
    };
  } catch (error) {
    return { ok: false, issues: [issueOf(error, text)] };
  }
}

/** A part of the JSON, and the part of the YAML that it comes from. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

type Yaml = typeof import('yaml');
type Range = readonly [from: number, to: number];

/** Maximum length of the JSON: aliases may repeat a text very often, and longer schemas are rejected anyway. */
const MAX_JSON = 1_000_000;
/** Maximum nesting: an alias may contain itself. */
const MAX_DEPTH = 500;
const TOO_DEEP = `nested deeper than ${MAX_DEPTH} arrays and objects, or a value contains itself`;

/** Writes a document as JSON. Spans come after those that they contain. @throws Error if it is too large */
function jsonOf(
  document: Document.Parsed,
  yaml: Yaml,
  size: number,
): { readonly json: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  const membersOf = newMembers(document, yaml);
  let json = '';
  const put = (node: unknown, around: Range, depth: number): void => {
    const range: Range = yaml.isNode(node) && node.range ? [node.range[0], node.range[1]] : around;
    const start = json.length;
    if (start > MAX_JSON) throw new Error('more than a million characters with all aliases');
    if (depth > MAX_DEPTH) throw new Error(TOO_DEEP);
    if (yaml.isAlias(node)) put(node.resolve(document), range, depth + 1);
    else if (yaml.isMap(node)) putMembers(membersOf(node, depth), range, depth);
    else if (yaml.isSeq(node)) putItems(node.items, range, depth);
    else json += yaml.isScalar(node) ? plain(node) : 'null';
    spans.push({ start, end: json.length, from: range[0], to: range[1] });
  };
  const putMembers = (members: readonly Pair[], around: Range, depth: number): void => {
    json += '{';
    members.forEach(({ key, value }, i) => {
      if (i > 0) json += ',';
      const start = json.length;
      json += JSON.stringify(keyText(key, yaml));
      const range: Range = yaml.isNode(key) && key.range ? [key.range[0], key.range[1]] : around;
      spans.push({ start, end: json.length, from: range[0], to: range[1] });
      json += ':';
      put(value, range, depth + 1);
    });
    json += '}';
  };
  const putItems = (items: readonly unknown[], around: Range, depth: number): void => {
    json += '[';
    items.forEach((item, i) => {
      if (i > 0) json += ',';
      put(item, around, depth + 1);
    });
    json += ']';
  };
  put(document.contents, [0, size], 0);
  return { json, spans };
}

/** A number that JSON writes in the same way. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A scalar in JSON. Numbers stay as written, so that those with too many digits are issues; those that JSON lacks stay words, which are
 * issues at their places.
 */
function plain({ value, source = '' }: Scalar): string {
  if (typeof value === 'number' && NUMBER.test(source)) return source;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  const isBinary = value instanceof Uint8Array;
  return JSON.stringify(
    isBinary ? source.replaceAll(/\s/g, '') : typeof value === 'bigint' ? String(value) : (value ?? null),
  );
}

const keyText = (key: unknown, { isScalar }: Yaml): string => String(isScalar(key) ? key.value : key);

/** `<<`, without quotation marks. */
const isMerge = ({ key }: Pair, { isScalar }: Yaml): boolean =>
  isScalar(key) && typeof key.value === 'symbol';

/** Lists the members of mappings with those that they merge: their own come first, and of merged ones the first of a name counts. */
function newMembers(document: Document, yaml: Yaml): (map: YAMLMap, depth: number) => readonly Pair[] {
  const known = new Map<YAMLMap, readonly Pair[]>();
  const membersOf = (map: YAMLMap, depth: number): readonly Pair[] => {
    const before = known.get(map);
    if (before !== undefined) return before;
    if (depth > MAX_DEPTH) throw new Error(TOO_DEEP);
    const merged = map.items
      .filter((pair) => isMerge(pair, yaml))
      .flatMap(({ value }) => (yaml.isSeq(value) ? value.items : [value]))
      .map((item) => (yaml.isAlias(item) ? item.resolve(document) : item))
      .flatMap((item) => (yaml.isMap(item) ? membersOf(item, depth + 1) : []));
    const own = map.items.filter((pair) => !isMerge(pair, yaml));
    const byName = new Map<string, Pair>();
    for (const pair of [...own, ...merged]) {
      const name = keyText(pair.key, yaml);
      if (!byName.has(name)) byName.set(name, pair);
    }
    const members = [...byName.values()];
    known.set(map, members);
    return members;
  };
  return membersOf;
}

/** The innermost span that contains the beginning of an issue. */
const spanAt = (spans: readonly Span[], { offset }: IssuePlace): Span =>
  spans.find(({ start, end }) => start <= offset && offset < end) ?? { start: 0, end: 0, from: 0, to: 0 };

function placeIn(text: string, { from, to }: Pick<Span, 'from' | 'to'>): Omit<IssuePlace, 'path'> {
  const before = text.slice(0, from).split(/\r\n|[\n\r]/);
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    offset: from,
    length: to - from,
  };
}

const QUOTE = 'Put a text with such characters in quotes';

/** What to do about messages of the parser. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^Tabs are not allowed/, 'Indent with spaces'],
  [/^Nested mappings|^Unexpected scalar at node end|^Not a YAML token/, QUOTE],
  [/^Unknown (alias|tag)/, QUOTE],
  [/^Implicit keys need/, 'Write a colon and a space after the name'],
  [/^Invalid escape sequence/, 'A backslash begins an escape in double quotes. Use single quotes'],
  [/^All mapping items must start/, 'Indent the keys of an object by the same number of spaces'],
];

/** The error of a YAML parser as an issue. */
function issueOf(error: unknown, text: string): SchemaIssue {
  const [from, to]: readonly number[] =
    error instanceof Error && 'pos' in error && Array.isArray(error.pos) ? error.pos : [];
  // The parser's message continues with the place and an excerpt.
  const message = (error instanceof Error ? error.message : String(error)).replace(
    / at line \d+, column \d+:[^]*$/,
    '',
  );
  const hint = HINTS.find(([pattern]) => pattern.test(message))?.[1];
  return {
    code: 'yaml',
    severity: 'error',
    message: `Invalid YAML: ${message}`,
    ...(hint !== undefined && { hint }),
    path: [],
    ...placeIn(text, { from: from ?? 0, to: to ?? 0 }),
  };
}
