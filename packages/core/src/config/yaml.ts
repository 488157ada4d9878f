import type { Document, YAMLMap } from 'yaml';

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
export const parseYaml = async (text: string): Promise<unknown> => (await yamlDocument(text)).toJS();

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
  const keyFault = readKeys(document, yaml);
  if (keyFault !== undefined) throw new Error(keyFault);
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

/**
 * Makes keys such as `null`, `true` and `1.0` strings, as written: names of streams and fields are strings.
 *
 * @returns a sentence about the first key that is a list, an object or a duplicate
 */
function readKeys(
  document: Document.Parsed,
  { visit, isScalar, isCollection }: typeof import('yaml'),
): string | undefined {
  let fault: string | undefined;
  visit(document, {
    Map(_, { items }: YAMLMap) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (isCollection(key))
          fault = `a list or an object as a key: ${shortened(String(key))}. Put it in quotes`;
        if (!isScalar(key)) continue;
        // A merge key is a symbol.
        if (typeof key.value !== 'string' && typeof key.value !== 'symbol') key.value = key.source ?? '';
        if (keys.has(key.value)) fault = `duplicate key ${String(key.value)}`;
        keys.add(key.value);
      }
      return fault === undefined ? undefined : visit.BREAK;
    },
  });
  return fault;
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
