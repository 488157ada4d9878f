import { draw, type Subject, UNIT32 } from '../../../numeric/random.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type Draw,
  EVERY_ROW,
  type KnownEntry,
  needsOf,
  rewritten,
  type TextChoice,
} from '../engine/cell.ts';
import { pairs, pool, type Pool } from '../engine/pool.ts';
import { putSame, putTextsOf } from './put-texts.ts';

/** Scratch: the number of each row's text. Valid within one call of `column`. */
const chosen = new Int32Array(CHUNK_ROWS);

/** Writes one of the texts of a pool. Its number is the sum of what these draw and know. */
export function chosenText(
  texts: Pool,
  draws: readonly Draw[] = [],
  known: readonly KnownEntry[] = [],
): Cell {
  const [first, second, ...others] = draws;
  // Set instead of added, if nothing is drawn.
  const [entry] = first === undefined ? known : [];
  const entries = known.slice(entry === undefined ? 0 : 1);
  const put = putTextsOf(texts);
  return {
    maxBytes: texts.stride * 8,
    output: { kind: 'choice', texts, draws, known },
    column(chunk, subject) {
      const { rows } = chunk;
      if (first === undefined) {
        if (entry === undefined) return putSame(chunk, 0, rows, texts, texts.lengths[0]);
        chooseKnown(chunk, entry);
      } else if (second === undefined) choose(subject, rows, first);
      else chooseTwo(subject, rows, first, second);
      for (const other of others) chooseMore(subject, rows, other);
      for (const other of entries) addKnown(chunk, other);
      put(chunk, texts, chosen);
    },
  };
}

/** Longer tables are not copied for each field that writes them. */
const SHORT_TABLE = 256;

/**
 * Writes the text of the entries that other fields have; undefined if there are too many.
 *
 * @param sources entries, indexed by `selection`: the number of the text is their sum, each times its unit
 */
export function knownText(
  texts: readonly string[],
  sources: readonly { readonly numbers: Float64Array; readonly unit: number }[],
): Cell | undefined {
  if (texts.length > SHORT_TABLE) return undefined;
  const known = sources.map(({ numbers, unit }, i) => {
    const end = sources[i + 1]?.unit ?? texts.length;
    return { numbers, texts: Int32Array.from({ length: end / unit }, (_, entry) => entry * unit) };
  });
  return chosenText(pool(texts), [], known);
}

/** Maximum words of a text of several choices, and maximum bytes of all: a fraction of the first-level cache. */
const FUSED_WORDS = 8;
const FUSED_BYTES = 12 * 1024;

/**
 * The cells, with neighbours that choose from few texts as one cell, which chooses from the pairs of their texts. The draws stay
 * the same, but each row is read and written once. What a cell always writes first is part of the text before it.
 */
export function fused(cells: readonly Cell[]): readonly Cell[] {
  const all: Cell[] = [];
  for (const cell of cells) {
    const last = all.at(-1);
    const both = last?.output?.kind === 'choice' ? pairOf(last.output, choiceOf(cell)) : undefined;
    if (both === undefined) all.push(cell);
    else {
      all[all.length - 1] = { ...both, ...needsOf(last ?? {}, cell) };
      if (cell.output?.kind === 'led') all.push(rewritten(cell, cell.output.rest()));
    }
  }
  return all;
}

/** The choice of the text that a cell starts with; undefined if it chooses none. */
const choiceOf = ({ output }: Cell): TextChoice | undefined =>
  output?.kind === 'led'
    ? { kind: 'choice', texts: pool([output.lead]), draws: [], known: [] }
    : output?.kind === 'choice'
      ? output
      : undefined;

/** Writes the texts of two choices; undefined if the pairs would take too much memory. */
function pairOf(first: TextChoice, second: TextChoice | undefined): Cell | undefined {
  if (second === undefined) return undefined;
  const { size } = second.texts;
  const times = <Source extends TextSource>(source: Source): Source => ({
    ...source,
    texts: source.texts.map((text) => text * size),
  });
  const draws = [...first.draws.map(times), ...second.draws];
  const known = united([...first.known.map(times), ...second.known]);
  const added = [...draws, ...known].map(({ texts }) => [...new Set(texts)].toSorted((a, b) => a - b));
  const count = added.reduce((product, { length }) => product * length, 1);
  // Half a word less for each: the texts are padded to whole words.
  const words = first.texts.stride + second.texts.stride - 1;
  if (words > FUSED_WORDS || words * 8 * count > FUSED_BYTES) return undefined;
  const sums = added.reduce<readonly number[]>(
    (all, each) => all.flatMap((n) => each.map((m) => n + m)),
    [0],
  );
  return chosenText(
    pairs(first.texts, second.texts, sums),
    draws.map((draw, i) => ranked(draw, added, i)),
    known.map((each, i) => ranked(each, added, draws.length + i)),
  );
}

interface TextSource {
  readonly texts: Int32Array;
}

/** The entries, with those of one field as one: its texts do not occur in all pairs. */
function united(known: readonly KnownEntry[]): readonly KnownEntry[] {
  const ofNumbers = new Map<Float64Array, KnownEntry>();
  for (const { numbers, texts } of known) {
    const other = ofNumbers.get(numbers)?.texts;
    ofNumbers.set(numbers, {
      numbers,
      texts: other === undefined ? texts : texts.map((text, i) => text + other[i]),
    });
  }
  return [...ofNumbers.values()];
}

/** A source that adds ranks, so that all together add up to the place of the sum among all sums. @param added what each source may add */
function ranked<Source extends TextSource>(
  source: Source,
  added: readonly (readonly number[])[],
  i: number,
): Source {
  const unit = added.slice(i + 1).reduce((product, { length }) => product * length, 1);
  const rankOf = new Map(added[i]?.map((number, rank) => [number, rank * unit]));
  return { ...source, texts: source.texts.map((text) => rankOf.get(text) ?? 0) };
}

/*
 * `| 0` tells V8 that a number is a 32-bit integer before the loop, instead of on each iteration. Scratch is copied to a constant
 * because its address becomes part of the code only outside a loop.
 */

function choose({ a, b }: Subject, rows: number, { key, odd, texts }: Draw): void {
  const numbers = chosen;
  const scale = texts.length * UNIT32;
  const k = key | 0;
  const o = odd | 0;
  for (let r = 0; r < rows; r++) numbers[r] = texts[((draw(a[r], b[r], k, o) >>> 0) * scale) | 0];
}

function chooseMore({ a, b }: Subject, rows: number, { key, odd, texts }: Draw): void {
  const numbers = chosen;
  const scale = texts.length * UNIT32;
  const k = key | 0;
  const o = odd | 0;
  for (let r = 0; r < rows; r++) numbers[r] += texts[((draw(a[r], b[r], k, o) >>> 0) * scale) | 0];
}

function chooseKnown({ selection, rows }: Chunk, { numbers, texts }: KnownEntry): void {
  const to = chosen;
  if (selection === EVERY_ROW) for (let r = 0; r < rows; r++) to[r] = texts[numbers[r] | 0];
  else for (let r = 0; r < rows; r++) to[r] = texts[numbers[selection[r]] | 0];
}

function addKnown({ selection, rows }: Chunk, { numbers, texts }: KnownEntry): void {
  const to = chosen;
  for (let r = 0; r < rows; r++) to[r] += texts[numbers[selection[r]] | 0];
}

function chooseTwo({ a, b }: Subject, rows: number, first: Draw, second: Draw): void {
  const numbers = chosen;
  const texts0 = first.texts;
  const texts1 = second.texts;
  const scale0 = texts0.length * UNIT32;
  const scale1 = texts1.length * UNIT32;
  const k0 = first.key | 0;
  const o0 = first.odd | 0;
  const k1 = second.key | 0;
  const o1 = second.odd | 0;
  for (let r = 0; r < rows; r++) {
    const low = a[r];
    const high = b[r];
    numbers[r] =
      texts0[((draw(low, high, k0, o0) >>> 0) * scale0) | 0] +
      texts1[((draw(low, high, k1, o1) >>> 0) * scale1) | 0];
  }
}
