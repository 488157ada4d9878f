import { putTextsOf } from '../choice/put-texts.ts';
import type { Cell, Chunk, Determinant, Values } from '../engine/cell.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import { needsOf } from '../engine/needs.ts';
import type { Pool } from '../engine/pool.ts';
import { concat } from '../structure/concat.ts';

/** Maximum number of texts of coded members: those of many would leave the processor's cache. */
const MAX_TEXTS = 512;
/** Bytes that are written past a text: it is copied by words. */
const WORD = 8;

/** A cell that writes one of few values. */
interface Coded {
  readonly cell: Cell;
  readonly values: Values & { readonly kind: 'entry' };
}

/** The cell as one whose values are the entries of a short table; undefined if they are not. */
function codedOf(cell: Cell): Coded | undefined {
  const values = cell.values?.();
  return values?.kind === 'entry' && values.table.length <= MAX_TEXTS ? { cell, values } : undefined;
}

export const isCoded = (cell: Cell): boolean => codedOf(cell) !== undefined;

/**
 * The cells of many keys, with neighbours that write one of few values as one cell. It caches a number for each key, and a text for
 * each number: unlike a text for each key, they fit the processor's cache.
 */
export function codedMembers(
  entities: Determinant,
  cells: readonly Cell[],
  hasRoom: (bytes: number) => boolean,
): readonly Cell[] {
  const all: Cell[] = [];
  for (let i = 0; i < cells.length;) {
    const run = runAt(cells, i);
    if (run.length > 0 && hasRoom(2 * entities.size)) all.push(coded(entities, run));
    else all.push(...cells.slice(i, i + Math.max(1, run.length)));
    i += Math.max(1, run.length);
  }
  return all;
}

/** The coded cells from the i-th on that have few texts together. */
function runAt(cells: readonly Cell[], i: number): readonly Coded[] {
  const run: Coded[] = [];
  let texts = 1;
  for (const cell of cells.slice(i)) {
    const each = codedOf(cell);
    texts *= each?.values.table.length ?? Infinity;
    if (each === undefined || texts > MAX_TEXTS) break;
    run.push(each);
  }
  return run;
}

function coded({ numbers: keys, size }: Determinant, run: readonly Coded[]): Cell {
  const members = concat(run.map(({ cell }) => cell));
  const texts = newLearnedTexts(run.reduce((product, { values }) => product * values.table.length, 1));
  const of = new Int32Array(CHUNK_ROWS);
  const starts = new Int32Array(CHUNK_ROWS);
  const made = new Float64Array(CHUNK_ROWS);
  // Schemas are compiled to be checked, too.
  let codes: Uint16Array | undefined;
  let isLearning = false;
  return {
    maxBytes: members.maxBytes + WORD,
    ...needsOf(members),
    measure(chunk, subject) {
      codes ??= new Uint16Array(size);
      if (!putCodes(codes, keys, chunk, of)) {
        of.fill(0, 0, chunk.rows);
        for (const { values } of run) {
          values.make(chunk, subject, made);
          addDigits(of, made, chunk.rows, values.table.length);
        }
        cacheCodes(codes, keys, chunk, of);
      }
      isLearning = !texts.hasAll(of, chunk.rows);
      const most = isLearning ? (members.measure?.(chunk, subject) ?? 0) : 0;
      return Math.max(most, texts.longest() - members.maxBytes);
    },
    column(chunk, subject) {
      if (!isLearning) {
        texts.put(chunk, of);
        return;
      }
      starts.set(chunk.at.subarray(0, chunk.rows));
      members.column(chunk, subject);
      texts.learn(chunk, of, starts);
    },
  };
}

/** Sets the codes of rows, from 0. Returns whether all are known. */
function putCodes(
  codes: Uint16Array,
  keys: Float64Array,
  { rows, selection }: Chunk,
  of: Int32Array,
): boolean {
  // Negative as soon as one is.
  let signs = 0;
  if (selection === EVERY_ROW) {
    for (let r = 0; r < rows; r++) {
      const code = codes[keys[r] | 0] - 1;
      signs |= code;
      of[r] = code;
    }
    return signs >= 0;
  }
  for (let r = 0; r < rows; r++) {
    const code = codes[keys[selection[r]] | 0] - 1;
    signs |= code;
    of[r] = code;
  }
  return signs >= 0;
}

function cacheCodes(
  codes: Uint16Array,
  keys: Float64Array,
  { rows, selection }: Chunk,
  of: Int32Array,
): void {
  for (let r = 0; r < rows; r++) codes[keys[selection[r]]] = of[r] + 1;
}

/** Adds the entries of one more table to the codes of rows, as their last digit. */
function addDigits(codes: Int32Array, entries: Float64Array, rows: number, base: number): void {
  for (let r = 0; r < rows; r++) codes[r] = codes[r] * base + entries[r];
}

/** Texts by their codes, each learned when it is first written. */
interface LearnedTexts {
  /** Whether the texts of all rows are known. */
  hasAll(codes: Int32Array, rows: number): boolean;
  /** Appends the text of each row. */
  put(chunk: Chunk, codes: Int32Array): void;
  /** Learns what was written to rows from `starts` on. */
  learn(chunk: Chunk, codes: Int32Array, starts: Int32Array): void;
  /** Length of the longest text in bytes. */
  longest(): number;
}

function newLearnedTexts(size: number): LearnedTexts {
  const known = new Uint8Array(size);
  const lengths = new Int32Array(size);
  let texts: Pool = { words: new Float64Array(0), lengths, stride: 0, size };
  let put = putTextsOf(texts);
  let longest = 0;
  const widen = (stride: number): void => {
    const words = new Float64Array(size * stride);
    for (let code = 0; code < size; code++) {
      const from = code * texts.stride;
      words.set(texts.words.subarray(from, from + texts.stride), code * stride);
    }
    texts = { words, lengths, stride, size };
    put = putTextsOf(texts);
  };
  return {
    hasAll(codes, rows) {
      let all = 1;
      for (let r = 0; r < rows; r++) all &= known[codes[r]];
      return all === 1;
    },
    put: (chunk, codes) => put(chunk, texts, codes),
    learn({ bytes, at, rows }, codes, starts) {
      for (let r = 0; r < rows; r++) {
        const code = codes[r];
        if (known[code] === 1) continue;
        const text = bytes.subarray(starts[r], at[r]);
        const stride = Math.ceil(text.length / WORD);
        if (stride > texts.stride) widen(stride);
        new Uint8Array(texts.words.buffer).set(text, code * texts.stride * WORD);
        lengths[code] = text.length;
        longest = Math.max(longest, text.length);
        known[code] = 1;
      }
    },
    longest: () => longest,
  };
}
