import type { Document, YAMLMap } from 'yaml';

/** Fewest digits of which some may be lost. */
const LEAST = 16;
/** More digits than the largest number has. */
const TOO_LONG = 310;

/** Whether a number that is written like this is whole and becomes another one: a double keeps 15 digits. */
function losesDigits(written: string): boolean {
  if (written.length < LEAST || /[^\d-]/.test(written)) return false;
  const value = Number(written);
  if (written.length > TOO_LONG || !Number.isFinite(value)) return true;
  return String(value) !== written && BigInt(written) !== BigInt(value);
}

/** Longest number that a message repeats, in characters. */
const MAX_SHOWN = 40;

/** A whole number of a text that would lose digits. */
export interface LongNumber {
  readonly message: string;
  /** Where it begins, in UTF-16 units. */
  readonly offset: number;
}

/** What to do with a number that would lose digits. */
function longText(written: string): string {
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written;
  return `${shown} would become ${Number(written)}: numbers keep 15 digits. Write it in quotes`;
}

const NUMERIC = new Set('0123456789+-.eE');

/** The whole numbers of a valid JSON text that would lose digits. */
function longNumbersIn(json: string): readonly LongNumber[] {
  const found: LongNumber[] = [];
  let isText = false;
  let from = 0;
  for (let i = 0; i <= json.length; i++) {
    const char = json[i] ?? '';
    if (isText) {
      if (char === '\\') i++;
      else if (char === '"') isText = false;
      from = i + 1;
    } else if (!NUMERIC.has(char)) {
      const written = json.slice(from, i);
      if (losesDigits(written)) found.push({ message: longText(written), offset: from });
      isText = char === '"';
      from = i + 1;
    }
  }
  return found;
}

/**
 * Limits of a YAML text, checked before it is parsed: parsing takes time in proportion to aliases × values, and a stack frame for each
 * level of nesting.
 */
const MOST = { symbols: 300_000, anchors: 1000, aliases: 1000, open: 500 } as const;

/**
 * Parses a YAML text, with merge keys (`<<`).
 *
 * @throws Error if it is invalid or too large
 */
async function parseYaml(
  text: string,
): Promise<{ readonly value: unknown; readonly longNumbers: readonly LongNumber[] }> {
  const document = await yamlDocument(text);
  return { value: document.toJS(), longNumbers: longScalarsIn(document, await import('yaml')) };
}

/**
 * Parses a YAML text to nodes, which know their places in it.
 *
 * @throws Error if it is invalid or too large; a `YAMLParseError` has the place
 */
export async function yamlDocument(text: string): Promise<Document.Parsed> {
  const yaml = await import('yaml');
  const fault = sizeFault(new yaml.Lexer().lex(text));
  if (fault !== undefined) throw new Error(fault);
  // The library's own check takes quadratic time.
  const document = yaml.parseDocument(text, { merge: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS')
    throw new yaml.YAMLParseError(error.pos, error.code, 'several documents. Keep one of them, without ---');
  if (error !== undefined) throw error;
  const wrong = unknownTagIn(document, text) ?? readNodes(document, yaml);
  if (wrong !== undefined) throw placed(yaml, wrong);
  return document;
}

/** The symbol before a scalar. */
const SCALAR = '\u001F';

/** Why a text is too large, by its symbols. https://eemeli.org/yaml/#lexer */
function sizeFault(symbols: Iterable<string>): string | undefined {
  const found = { symbols: 0, anchors: 0, aliases: 0, open: 0 };
  const depth = newDepth();
  let before = '\n';
  for (const symbol of symbols) {
    found.symbols++;
    // A scalar may start like any other symbol.
    if (before === SCALAR) {
      before = '';
      continue;
    }
    if (symbol.startsWith('&')) found.anchors++;
    if (symbol.startsWith('*')) found.aliases++;
    found.open = Math.max(found.open, depth.after(symbol, before));
    before = symbol;
    const fault = limitFault(found);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Tracks how many arrays and objects are open, an upper bound. */
function newDepth(): { after(symbol: string, before: string): number } {
  let flow = 0;
  let inLine = 0;
  return {
    after(symbol, before) {
      // Block style nests by indentation, by at least a space per level.
      if (before === '\n') inLine = /^ *$/.test(symbol) ? symbol.length : 0;
      if (symbol === '[' || symbol === '{') flow++;
      else if (symbol === ']' || symbol === '}') flow--;
      else if (symbol === '-' || symbol === '?') inLine++;
      return flow + inLine;
    },
  };
}

function limitFault(found: Readonly<Record<keyof typeof MOST, number>>): string | undefined {
  if (found.symbols > MOST.symbols) return `more than ${number(MOST.symbols)} symbols. Use JSON`;
  if (found.anchors > MOST.anchors) return `more than ${number(MOST.anchors)} anchors (&)`;
  if (found.aliases > MOST.aliases) return `more than ${number(MOST.aliases)} aliases (*)`;
  if (found.open > MOST.open) return `nested deeper than ${MOST.open} arrays and objects`;
  return undefined;
}

const number = (count: number): string => count.toLocaleString('en');

/** The first tag that has no meaning, such as `!(a` of a condition without quotes. */
function unknownTagIn({ warnings }: Document.Parsed, text: string): Wrong | undefined {
  const found = warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  return found && { why: `Unknown tag ${shortened(text.slice(...found.pos))}`, at: found.pos };
}

/** The whole numbers that would lose digits. */
function longScalarsIn(document: Document.Parsed, { visit }: Yaml): readonly LongNumber[] {
  const found: LongNumber[] = [];
  visit(document, {
    Scalar(_, scalar) {
      const { value, source = '' } = scalar;
      if (typeof value === 'number' && losesDigits(source))
        found.push({ message: longText(source), offset: rangeOf(scalar)[0] });
    },
  });
  return found;
}

/** Something that a text must not have, and where. */
interface Wrong {
  readonly why: string;
  readonly at: readonly [from: number, to: number];
}

type Yaml = typeof import('yaml');

const placed = ({ YAMLParseError }: Yaml, { why, at }: Wrong): Error =>
  new YAMLParseError([...at], 'UNEXPECTED_TOKEN', why);

const rangeOf = ({ range }: { readonly range?: readonly number[] | null | undefined }): Wrong['at'] => [
  range?.[0] ?? 0,
  range?.[1] ?? 0,
];

/**
 * Makes keys such as `null`, `true` and `1.0` strings, as written: names of streams and fields are strings.
 *
 * @returns the first key that is a list, an object or a duplicate, or the first alias without an anchor
 */
function readNodes(document: Document.Parsed, { visit, isScalar, isCollection }: Yaml): Wrong | undefined {
  let wrong: Wrong | undefined;
  const anchors = new Set<string>();
  visit(document, {
    Value(_, { anchor }) {
      if (anchor !== undefined) anchors.add(anchor);
    },
    Alias(_, alias) {
      if (anchors.has(alias.source)) return undefined;
      wrong = { why: `Unknown alias *${alias.source}`, at: rangeOf(alias) };
      return visit.BREAK;
    },
    Map(_, map: YAMLMap) {
      if (map.anchor !== undefined) anchors.add(map.anchor);
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (isCollection(key)) {
          const why = `a list or an object as a key: ${shortened(String(key))}. Put it in quotes`;
          wrong = { why, at: rangeOf(key) };
        }
        if (!isScalar(key)) continue;
        // A merge key is a symbol.
        if (typeof key.value !== 'string' && typeof key.value !== 'symbol') key.value = key.source ?? '';
        if (keys.has(key.value)) wrong = { why: `duplicate key ${String(key.value)}`, at: rangeOf(key) };
        keys.add(key.value);
      }
      return wrong === undefined ? undefined : visit.BREAK;
    },
  });
  return wrong;
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Maximum nesting of objects and arrays. A schema may have 32 levels. */
const MAX_DEPTH = 64;

/** Maximum number of values. Values repeated by aliases count each time. */
const MAX_VALUES = 1_000_000;

/** Why a value is too deep or too large for a config; undefined if it is not. A value that contains itself is too deep. */
function boundsFault(root: unknown): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels, or a value contains itself`;
    const inner: readonly unknown[] = Object.values(value);
    seen += inner.length;
    if (seen > MAX_VALUES) return `more than ${MAX_VALUES.toLocaleString('en')} values`;
    for (const each of inner) open.push({ value: each, depth: depth + 1 });
  }
  return undefined;
}

/** A key, after comments and the mark of a document. */
const YAML_START = /^(?:\s|#.*\n|---)*(?:[\w$.-]+|"[^"\n]*"|'[^'\n]*')[ \t]*:(?:\s|$)/;

/** Whether a file is YAML, by its name. Standard input, `-`, is YAML if its text begins with a key. */
export const isYaml = (file: string, text = ''): boolean =>
  file === '-' ? YAML_START.test(text) : /[^/\\]\.ya?ml$/i.test(file);

/** Maximum length of a config file, and of any text that is read as a whole. */
export const MAX_TEXT_MIB = 16;

/** A text that was parsed, with its whole numbers that would lose digits. */
export interface ParsedText {
  readonly value: unknown;
  readonly longNumbers: readonly LongNumber[];
}

/**
 * Parses a config file: YAML by its file name extension, else JSON. See `isYaml`.
 *
 * @throws Error if the text is invalid or too large
 */
export async function parseWithLong(text: string, file: string): Promise<ParsedText> {
  if (text.length > MAX_TEXT_MIB * 2 ** 20) throw new Error(`longer than ${MAX_TEXT_MIB} MiB`);
  const parsed = isYaml(file, text) ? await parseYaml(text) : parseJson(text);
  const fault = boundsFault(parsed.value);
  if (fault !== undefined) throw new Error(fault);
  return parsed;
}

/**
 * Parses a config file as `parseWithLong` does.
 *
 * @throws Error also if a whole number would lose digits
 */
export async function parseText(text: string, file: string): Promise<unknown> {
  const { value, longNumbers } = await parseWithLong(text, file);
  const [first] = longNumbers;
  if (first !== undefined) throw new Error(first.message);
  return value;
}

const parseJson = (text: string): ParsedText => ({
  value: JSON.parse(text) as unknown,
  longNumbers: longNumbersIn(text),
});
