import type { Document, YAMLMap } from 'yaml';

/**
 * How much there may be in a YAML text, counted before it is read: reading takes the product of aliases and values, and a stack
 * frame for each that is inside another.
 */
const MOST = { symbols: 300_000, anchors: 1000, aliases: 1000, open: 500 } as const;

/**
 * The value of a YAML text, with merge keys (`<<`).
 *
 * @throws Error when it is not YAML, or too large
 */
export async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import('yaml');
  const fault = sizeFault(new yaml.Lexer().lex(text));
  if (fault !== undefined) throw new Error(fault);
  // Looking for a key among all before it takes the square of their number.
  const document = yaml.parseDocument(text, { merge: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const twice = keyThatIsThereTwice(document, yaml);
  if (twice !== undefined) throw new Error(twice);
  return document.toJS();
}

/** The symbol before a scalar. */
const SCALAR = '\u001F';

/** Why a text is too large, by its symbols. https://eemeli.org/yaml/#lexer */
function sizeFault(symbols: Iterable<string>): string | undefined {
  const found = { symbols: 0, anchors: 0, aliases: 0, open: 0 };
  let flow = 0;
  let inLine = 0;
  let before = '\n';
  for (const symbol of symbols) {
    const [first] = symbol;
    found.symbols++;
    // A scalar may begin like any of the others.
    if (before === SCALAR) {
      before = '';
      continue;
    }
    if (before === '\n') inLine = /^ *$/.test(symbol) ? symbol.length : 0;
    if (first === '&') found.anchors++;
    else if (first === '*') found.aliases++;
    else if (symbol === '[' || symbol === '{') flow++;
    else if (symbol === ']' || symbol === '}') flow--;
    else if (symbol === '-' || symbol === '?') inLine++;
    before = symbol;
    found.open = Math.max(found.open, flow + inLine);
    if (found.symbols > MOST.symbols) return `it has more than ${number(MOST.symbols)} symbols: use JSON`;
    if (found.anchors > MOST.anchors) return `it has more than ${number(MOST.anchors)} anchors (&)`;
    if (found.aliases > MOST.aliases) return `it has more than ${number(MOST.aliases)} aliases (*)`;
    if (found.open > MOST.open) return `more than ${MOST.open} lists and objects are inside one another`;
  }
  return undefined;
}

const number = (count: number): string => count.toLocaleString('en');

/** A sentence about the first key that an object has twice. */
function keyThatIsThereTwice(
  document: Document.Parsed,
  { visit, isScalar }: typeof import('yaml'),
): string | undefined {
  let twice: string | undefined;
  visit(document, {
    Map(_, { items }: YAMLMap) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          twice = `the key ${String(key.value)} is there twice in one object`;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return twice;
}
