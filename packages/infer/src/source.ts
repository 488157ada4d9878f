import { messagesOf } from '@catbird/engine';
import type { FromDefinition } from './definitions/definition.ts';
import type { Follow } from './definitions/linked-files.ts';
import { definitionLanguage, type DefinitionLanguage, type ShapeLanguage } from './definitions/language.ts';
import { readSample, type Sample } from './infer.ts';
import { newDecoder } from './read/decode.ts';
import type { TableOptions } from './read/read-rows.ts';

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
const MAY_DEFINE = /"(json_schema|__schema|dbt_schema_version|CustomResourceDefinition)"/;

/** What begins as objects or a list of them, with comments or without. */
const OBJECTS = /^\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(?:\[\s*)?(?:(?:\/\/[^\n]*\n)\s*)*\{/;

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
  if (OBJECTS.test(text) && !text.includes('\0')) return undefined;
  const { otherInText } = await import('./other-languages.ts');
  return otherInText(text);
}

/** Largest definition that is read; the rest is noted. */
const MOST_CHARS = 16 * 2 ** 20;

/**
 * Reads a sample of events, or a definition of them.
 *
 * @param language default: what the beginning looks like
 * @param table how a table is read
 * @param follow reads the files that a definition refers to. Default: they are not followed
 * @throws what the source throws, if nothing came before
 */
export async function readSource(
  chunks: AsyncIterable<Uint8Array>,
  language?: DefinitionLanguage,
  table?: Pick<TableOptions, 'hasHeader'>,
  follow?: Follow,
): Promise<Source> {
  const source = chunks[Symbol.asyncIterator]();
  const start = await first(source);
  const text = textOf(start.pieces);
  const found = language ?? definitionLanguage(text);
  const reason = await reasonAgainst(text, found, language);
  if (reason !== undefined) return { kind: 'other', reason };
  if (found === undefined) return readRepaired(continued(start, source), text, table);
  const { text: whole, isCut } = await wholeText(continued(start, source));
  // Most sources are samples.
  const { readDefinition } = await import('./definitions/definition.ts');
  const definition = await readDefinition(whole, found, follow);
  const notes = isCut ? [...definition.notes, 'Read only the first 16 MiB'] : definition.notes;
  return { kind: 'definition', definition: { ...definition, notes }, language: found, text: whole };
}

/** Reads a sample. If its JSON is damaged, it is read again once repaired, or refused. One of many rows is skipped. */
async function readRepaired(
  chunks: AsyncIterable<Uint8Array>,
  start: string,
  table: Pick<TableOptions, 'hasHeader'> | undefined,
): Promise<Source> {
  if (!OBJECTS.test(start)) return { kind: 'sample', sample: await readSample(chunks, {}, table) };
  const pieces: Uint8Array[] = [];
  const sample = await readSample(keeping(chunks, pieces), {}, table);
  const isSkipped = sample.damages === 0 || (sample.format === 'ndjson' && sample.rows > 0);
  if (isSkipped || pieces.length === 0) return { kind: 'sample', sample };
  const { repairJson } = await import('./read/repair.ts');
  const repair = repairJson((await wholeText(given(pieces))).text);
  if (repair.ok) {
    // It may be a definition.
    const source = await readSource(given([new TextEncoder().encode(repair.text)]), undefined, table);
    return withNote(source, repair.note);
  }
  const problem = messagesOf(repair.issues).join('. ');
  const reason = `The JSON is damaged and cannot be repaired: ${problem}. Correct it, or print it with json.dumps or JSON.stringify`;
  if (sample.rows === 0) return { kind: 'other', reason };
  const notes = sample.notes.map((note) => (note.endsWith('of invalid JSON') ? `${note}: ${problem}` : note));
  return { kind: 'sample', sample: { ...sample, notes } };
}

/** The pieces of a source, which are also kept if they are few. */
async function* keeping(chunks: AsyncIterable<Uint8Array>, pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size <= MOST_CHARS) pieces.push(chunk);
    else pieces.length = 0;
    yield chunk;
  }
}

async function* given(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function withNote(source: Source, note: string): Source {
  if (source.kind === 'other') return source;
  if (source.kind === 'sample') {
    const { sample } = source;
    return { kind: 'sample', sample: { ...sample, notes: [note, ...sample.notes] } };
  }
  const { definition } = source;
  return { ...source, definition: { ...definition, notes: [note, ...definition.notes] } };
}

/** Languages whose files can be read as one. */
const JOINED: Readonly<Partial<Record<DefinitionLanguage, (texts: readonly string[]) => string>>> = {
  sql: (texts) => texts.join('\n;\n'),
  protobuf: (texts) => texts.join('\n'),
  prisma: (texts) => texts.join('\n'),
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
 * Reads a definition by which events are encoded, such as a schema of a registry.
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
