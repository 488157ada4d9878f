import { longNumbersIn, parseYaml, type LongNumber } from './yaml.ts';

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
