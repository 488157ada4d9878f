import type { RecordPlan } from './format.ts';
import type { LocatedMember } from './places.ts';
import { bytesOf, type Cursor, put } from './cursor.ts';
import { enter, leave, skipValue, takeNull, type Key } from './scanner.ts';
import type { PutValue } from './text-filters.ts';

/** A text as four-byte words. */
export interface Literal {
  readonly length: number;
  readonly words: Int32Array;
}

/** A text as `put` needs it. */
export function literalOf(text: string): Literal {
  const bytes = bytesOf(text);
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  const view = new DataView(words.buffer);
  new Uint8Array(words.buffer).set(bytes);
  return { length: bytes.length, words: words.map((_, i) => view.getInt32(4 * i, true)) };
}

function putLiteral(cursor: Cursor, { length, words }: Literal): void {
  const { view, to } = cursor;
  for (let i = 0; i < words.length; i++) view.setInt32(to + 4 * i, words[i] ?? 0, true);
  cursor.to = to + length;
}

/** A piece of a line: a text, then a value. */
export interface Piece {
  readonly before: Literal;
  /** Absent: no value. */
  readonly place: LocatedMember | undefined;
  readonly put: PutValue;
  /** Stands for null and missing values. Null: nothing. */
  readonly none: Uint8Array | null;
  /** A space comes before it, unless it is the first of its kind. */
  readonly isPair?: true;
}

/** A member of rows, in their order, with the pieces that are complete with it. */
interface Step {
  readonly place: LocatedMember;
  readonly key: Key;
  readonly isOptional: boolean;
  readonly inner: readonly Step[] | undefined;
  /** The piece whose value is written where it is read. */
  readonly here: Piece | undefined;
  /** The pieces behind it whose values came before. */
  readonly behind: readonly Piece[];
}

/** How much of a line is written. */
interface Line {
  /** Pairs so far. */
  pairs: number;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Writes a row as a line. The row is walked once: a value is written where it is read, unless others come before it in the line. */
export function lineWriter(places: readonly LocatedMember[], pieces: readonly Piece[]): RecordPlan['write'] {
  const rest = [...pieces];
  const known = new Set<LocatedMember | undefined>([undefined]);
  const next = (): readonly Piece[] => {
    const end = rest.findIndex(({ place }) => !known.has(place));
    return rest.splice(0, end < 0 ? rest.length : end);
  };
  const stepOf = (place: LocatedMember): Step => {
    const inner = place.inner?.map(stepOf);
    const isHere = inner === undefined && rest[0]?.place === place;
    const here = isHere ? rest.shift() : undefined;
    known.add(place);
    return { place, key: place.key, isOptional: place.member.optional === true, inner, here, behind: next() };
  };
  const first = next();
  const steps = places.map(stepOf);
  const line: Line = { pairs: 0 };
  return (cursor) => {
    line.pairs = 0;
    if (!writeKnown(cursor, first, line) || !walk(cursor, steps, line)) return false;
    cursor.out[cursor.to++] = NEWLINE;
    return true;
  };
}

/** Moves behind an object, and writes what is complete with its members. False if it cannot be read. */
function walk(cursor: Cursor, steps: readonly Step[], line: Line): boolean {
  let isFirst = true;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (step === undefined) break;
    if (!enter(cursor, step.key, isFirst)) {
      if (!step.isOptional || !writeMissing(cursor, step, line)) return false;
      continue;
    }
    isFirst = false;
    step.place.at = cursor.at;
    if (!writeStep(cursor, step, line)) return false;
    if (step.behind.length > 0 && !writeKnown(cursor, step.behind, line)) return false;
  }
  return leave(cursor, isFirst);
}

/** Moves behind the value that stands here, and writes it or its members. */
function writeStep(cursor: Cursor, { inner, here }: Step, line: Line): boolean {
  if (here !== undefined) return writeHere(cursor, here, line);
  if (inner === undefined) return skipValue(cursor);
  if (!takeNull(cursor)) return walk(cursor, inner, line);
  for (const each of inner) if (!writeMissing(cursor, each, line)) return false;
  return true;
}

/** Writes what is complete with a member that is missing. */
function writeMissing(cursor: Cursor, { place, inner = [], here, behind }: Step, line: Line): boolean {
  place.at = -1;
  for (const each of inner) if (!writeMissing(cursor, each, line)) return false;
  if (here !== undefined) writeNone(cursor, here);
  return writeKnown(cursor, behind, line);
}

/** Writes pieces whose values came before. */
function writeKnown(cursor: Cursor, pieces: readonly Piece[], line: Line): boolean {
  const { at } = cursor;
  for (const piece of pieces) {
    const { place } = piece;
    if (place === undefined || place.at < 0) writeNone(cursor, piece);
    else {
      cursor.at = place.at;
      if (!writeHere(cursor, piece, line)) return false;
    }
  }
  cursor.at = at;
  return true;
}

/** Writes the value that stands here, and moves behind it. */
function writeHere(cursor: Cursor, piece: Piece, line: Line): boolean {
  if (takeNull(cursor)) {
    writeNone(cursor, piece);
    return true;
  }
  if (piece.isPair === true) {
    if (line.pairs > 0) cursor.out[cursor.to++] = SPACE;
    line.pairs++;
  }
  putLiteral(cursor, piece.before);
  return piece.put(cursor);
}

function writeNone(cursor: Cursor, { before, none, isPair }: Piece): void {
  if (isPair === true) return;
  putLiteral(cursor, before);
  if (none !== null) put(cursor, none);
}
