import { textOf } from './described.ts';
import type { Source, Writer } from './write.ts';

/** A text joined from others: its beginning, or all of it. */
export interface Joined {
  readonly isWhole: boolean;
  readonly sources: readonly Source[];
  /** Number of its parts. */
  readonly tokens: number;
  /** Texts of letters or digits between them. */
  readonly texts: readonly string[];
  /** The parts, as expressions. */
  readonly write: (writer: Writer) => readonly string[];
  /** The text in a row. @param of the values of the sources */
  readonly head: (of: readonly ((row: number) => unknown)[], row: number) => string | undefined;
}

/** How a column stands in a joined text. */
interface Change {
  readonly change: (text: string) => string;
  readonly write: (name: string) => string;
}

const CHANGES: readonly Change[] = [
  { change: (text) => text, write: (name) => name },
  { change: (text) => text.toLowerCase(), write: (name) => `lower(${name})` },
  { change: (text) => text.toUpperCase(), write: (name) => `upper(${name})` },
  { change: (text) => text.slice(0, 1), write: (name) => `substring(${name}, 0, 1)` },
  { change: (text) => text.slice(0, 1).toLowerCase(), write: (name) => `lower(substring(${name}, 0, 1))` },
  { change: slugOf, write: (name) => `slug(${name})` },
];

/** As templates and expressions make it. */
function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A column in all texts of a group. */
interface Part extends Change {
  readonly source: Source;
  readonly words: readonly string[];
}

type Token = Part | string;

/** Steps of the search for parts, which can go wrong at each. */
const MOST_STEPS = 3_000;

/** How texts are joined from columns. @param rows the row of each text */
export function joinedOf(
  texts: readonly string[],
  rows: readonly number[],
  sources: readonly Source[],
): Joined | undefined {
  const parts = partsIn(texts, rows, sources);
  const found = parts.length === 0 ? undefined : walk(texts, parts);
  const used = found?.tokens.filter((token) => typeof token !== 'string') ?? [];
  return found === undefined || used.length === 0 ? undefined : joined(found.tokens, used, found.isWhole);
}

/** Columns whose values stand in all texts, the longest first. */
function partsIn(
  texts: readonly string[],
  rows: readonly number[],
  sources: readonly Source[],
): readonly Part[] {
  const parts: Part[] = [];
  for (const source of sources) {
    const { kind } = source.column;
    if (kind === 'flag') continue;
    for (const form of kind === 'text' ? CHANGES : CHANGES.slice(0, 1)) {
      const words = rows.map((row) => {
        const text = textOf(source.of(row));
        return text === undefined ? '' : form.change(text);
      });
      const isIn = words.every((word, i) => word !== '' && texts[i].includes(word));
      const isKnownPart = parts.some((part) => part.words.every((word, i) => word === words[i]));
      if (isIn && !isKnownPart && new Set(words).size > 1) parts.push({ ...form, source, words });
    }
  }
  const sizeOf = ({ words }: Part): number => words.reduce((sum, word) => sum + word.length, 0);
  return parts.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

interface Walked {
  readonly tokens: readonly Token[];
  readonly isWhole: boolean;
}

/** Goes through all texts from the left: a part that all have next, or a character that all share. */
function walk(texts: readonly string[], parts: readonly Part[]): Walked | undefined {
  let steps = 0;
  const from = (at: readonly number[], tokens: readonly Token[]): Walked | undefined => {
    if (++steps > MOST_STEPS) return undefined;
    if (at.every((place, i) => place === texts[i].length)) return { tokens, isWhole: true };
    for (const part of parts) {
      if (tokens.includes(part) || !part.words.every((word, i) => texts[i].startsWith(word, at[i]))) continue;
      const found = from(
        at.map((place, i) => place + part.words[i].length),
        [...tokens, part],
      );
      if (found !== undefined) return found;
    }
    const character = texts[0].charAt(at[0]);
    if (character !== '' && at.every((place, i) => texts[i].charAt(place) === character))
      return from(
        at.map((place) => place + 1),
        appended(tokens, character),
      );
    return mayEnd(tokens) ? { tokens, isWhole: false } : undefined;
  };
  return from(
    texts.map(() => 0),
    [],
  );
}

function appended(tokens: readonly Token[], character: string): readonly Token[] {
  const last = tokens.at(-1);
  return typeof last === 'string' ? [...tokens.slice(0, -1), last + character] : [...tokens, character];
}

/** Whether a drawn end may follow: after a separator, if a column came before. */
function mayEnd(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return typeof last === 'string' && /[^\p{L}\p{N}]$/u.test(last) && tokens.length > 1;
}

function joined(tokens: readonly Token[], parts: readonly Part[], isWhole: boolean): Joined {
  return {
    isWhole,
    sources: parts.map(({ source }) => source),
    tokens: tokens.length,
    texts: tokens.filter((token) => typeof token === 'string' && /[\p{L}\p{N}]/u.test(token)).map(String),
    write: ({ ref, text }) =>
      tokens.map((token) =>
        typeof token === 'string' ? JSON.stringify(text(token)) : token.write(ref(token.source.column)),
      ),
    head(of, row) {
      let text = '';
      let next = 0;
      for (const token of tokens) {
        if (typeof token === 'string') {
          text += token;
          continue;
        }
        const part = textOf(of[next++](row));
        if (part === undefined) return undefined;
        text += token.change(part);
      }
      return text;
    },
  };
}
