import type { FromDefinition } from './definitions/from-definition.ts';
import { definitionLanguage, type DefinitionLanguage, type ShapeLanguage } from './definitions/language.ts';
import { readSample, type Sample } from './infer.ts';
import { newDecoder } from './read/decode.ts';
import { parseJson } from './read/lines.ts';
import type { TableOptions } from './read/read.ts';

/** A sample of events, or a schema from a definition. */
export type Source =
  | { readonly kind: 'sample'; readonly sample: Sample }
  | {
      readonly kind: 'definition';
      readonly definition: FromDefinition;
      readonly language: DefinitionLanguage;
      readonly text: string;
    }
  /** Neither: what it looks like, and what to do. */
  | { readonly kind: 'other'; readonly reason: string };

/** Bytes that tell a definition from a sample. */
const SNIFFED = 64 * 1024;

/** JSON with a name that only definitions have. */
const MAY_DEFINE =
  /"(asyncapi|json_schema|__schema|dbt_schema_version|CustomResourceDefinition|REQUIRED|REPEATED|NULLABLE|bigquery#table)"/;

/** Rows of JSON, which are nothing else. */
const JSON_ROWS = /^\s*(\[\s*)?\{\s*["}]/;

/** Why a text can be neither a sample nor a definition. Undefined if it may be one. @param asked the language that a person named */
async function reasonAgainst(
  text: string,
  found: DefinitionLanguage | undefined,
  asked: DefinitionLanguage | undefined,
): Promise<string | undefined> {
  if (asked !== undefined) return undefined;
  if (MAY_DEFINE.test(text)) {
    const reason = (await import('./other-languages.ts')).otherInJson(text);
    if (reason !== undefined) return reason;
  }
  return found === undefined ? reasonAgainstRows(text) : undefined;
}

async function reasonAgainstRows(text: string): Promise<string | undefined> {
  const row = JSON_ROWS.test(text) && !text.includes('\0') ? firstObject(text) : undefined;
  if (row !== undefined && parseJson(row) !== undefined) return undefined;
  const { OTHERS, JSON5, isJson5 } = await import('./other-formats.ts');
  if (row !== undefined) return isJson5(row) ? JSON5 : undefined;
  const { otherInText } = await import('./other-languages.ts');
  return OTHERS.find(({ like }) => like.test(text))?.reason ?? otherInText(text);
}

/** The first object of a text, whose end its brackets tell. An empty one if it goes on. */
function firstObject(text: string): string {
  const start = text.indexOf('{');
  let depth = 0;
  for (const { 0: part, index } of text.slice(start).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (part === '{') depth++;
    else if (part === '}' && --depth === 0) return text.slice(start, start + index + 1);
  }
  return '{}';
}

/** Largest definition that is read; the rest is noted. */
const MOST_CHARS = 16 * 2 ** 20;

/**
 * Reads a sample of events, or a definition of them.
 *
 * @param language default: what the beginning looks like
 * @param table how a table is read
 * @throws what the source throws, if nothing came before
 */
export async function readSource(
  chunks: AsyncIterable<Uint8Array>,
  language?: DefinitionLanguage,
  table?: Pick<TableOptions, 'hasHeader'>,
): Promise<Source> {
  const source = chunks[Symbol.asyncIterator]();
  const start = await first(source);
  const text = textOf(start.pieces);
  const found = language ?? definitionLanguage(text);
  const reason = await reasonAgainst(text, found, language);
  if (reason !== undefined) return { kind: 'other', reason };
  if (found === undefined)
    return { kind: 'sample', sample: await readSample(continued(start, source), {}, table) };
  const { text: whole, isCut } = await wholeText(continued(start, source));
  // Most sources are samples.
  const { readDefinition } = await import('./definitions/definition.ts');
  const definition = await readDefinition(whole, found);
  const notes = isCut ? [...definition.notes, 'Read only the first 16 MiB'] : definition.notes;
  return { kind: 'definition', definition: { ...definition, notes }, language: found, text: whole };
}

/** Languages whose files can be read as one. */
const JOINED: Readonly<Partial<Record<DefinitionLanguage, (texts: readonly string[]) => string>>> = {
  sql: (texts) => texts.join('\n;\n'),
  protobuf: (texts) => texts.join('\n'),
  avro: (texts) => `[${texts.join(',')}]`,
  // Its files end where a record of a text file does.
  kdg: (texts) => texts.join('\u001E'),
};

/** Several files as one definition. Undefined if their language has no such thing. */
export async function readJoined(
  texts: readonly string[],
  language: DefinitionLanguage,
): Promise<FromDefinition | undefined> {
  const text = JOINED[language]?.(texts);
  if (text === undefined) return undefined;
  const { readDefinition } = await import('./definitions/definition.ts');
  return readDefinition(text, language);
}

/**
 * Reads a definition by which events are encoded, such as a schema of a registry. Their times are texts, of which encoders make numbers.
 *
 * @param references the definitions that it refers to. Those of JSON Schema are not followed
 */
export async function readEncoded(
  text: string,
  references: readonly string[],
  language: ShapeLanguage,
): Promise<FromDefinition> {
  const joined = references.length === 0 ? undefined : JOINED[language]?.([...references, text]);
  const { readEncoding } = await import('./definitions/definition.ts');
  return readEncoding(text, joined ?? text, language);
}

/** The first pieces of a source, and what it threw after them. */
interface Start {
  readonly pieces: readonly Uint8Array[];
  readonly failure?: { readonly cause: unknown };
}

async function first(source: AsyncIterator<Uint8Array>): Promise<Start> {
  const pieces: Uint8Array[] = [];
  try {
    for (let size = 0; size < SNIFFED;) {
      const next = await source.next();
      if (next.done === true) break;
      pieces.push(next.value);
      size += next.value.length;
    }
    return { pieces };
  } catch (cause) {
    return { pieces, failure: { cause } };
  }
}

async function* continued(
  { pieces, failure }: Start,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  if (failure !== undefined) throw failure.cause;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = newDecoder();
  return pieces.map((piece) => decoder.decode(piece)).join('');
}

async function wholeText(chunks: AsyncIterable<Uint8Array>): Promise<{ text: string; isCut: boolean }> {
  const decoder = newDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk);
    if (text.length > MOST_CHARS) return { text: text.slice(0, MOST_CHARS), isCut: true };
  }
  return { text: text + decoder.end(), isCut: false };
}
