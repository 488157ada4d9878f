import { mix, newSubject, type Seed, type Subject } from '../../../numeric/random.ts';
import { type Cell, type Chunk, CHUNK_ROWS, needsOf, type Sessions, type Texts } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { jsonText } from '../engine/json-text.ts';
import { packTexts } from '../engine/pool.ts';

/** Rows grouped by the values of other fields: equal values give the same subject in every row, run and schema of a seed. */
export interface Group {
  readonly subject: Subject;
  /** Computes the subjects of the chunk's rows, unless they are up to date. */
  update(chunk: Chunk): void;
}

/** A group by the values of columns. */
export interface ColumnGroup extends Group {
  readonly columns: readonly Column[];
}

/** Groups rows by the values of the columns, in their order. */
export function newGroup(columns: readonly Column[]): ColumnGroup {
  const subject = newSubject(CHUNK_ROWS);
  const [only] = columns;
  const isOfSessions = columns.length === 1 && only.values?.kind !== 'entry';
  const put = (isOfSessions && only.sessions && subjectsOfSessions(only.sessions)) || subjectsOf(columns);
  const seen = columns.map(() => -1);
  let selection: Int32Array | undefined;
  let rows = 0;
  return {
    columns,
    subject,
    update(chunk) {
      const isSame = chunk.selection === selection && chunk.rows === rows;
      if (isSame && columns.every((column, i) => column.version === seen[i])) return;
      ({ selection, rows } = chunk);
      columns.forEach((column, i) => (seen[i] = column.version));
      put(chunk, subject);
    },
  };
}

/** Sets the subject of each row of a chunk. */
type PutSubjects = (chunk: Chunk, subject: Subject) => void;

function subjectsOf(columns: readonly Column[]): PutSubjects {
  const hashes = columns.map(hashing);
  const own = newSubject(CHUNK_ROWS);
  return (chunk, subject) => {
    const { rows } = chunk;
    begin(subject, rows);
    for (const hash of hashes) {
      hash(chunk, own);
      join(subject, own, rows);
    }
    finish(subject, rows, chunk.seed);
  };
}

/** The subjects of sessions by their numbers: the text of a UUID would take ten times as long. No two have the same one. */
const subjectsOfSessions =
  ({ numbers, salt }: Sessions): PutSubjects =>
  (chunk, subject) => {
    putNumbers(numbers, chunk, salt ^ chunk.seed.s0, salt + chunk.seed.s1, subject);
  };

/** Sets words for the number of each row: a bijection of numbers below 2^53. */
function putNumbers(
  numbers: Float64Array,
  { selection, rows }: Pick<Chunk, 'selection' | 'rows'>,
  low: number,
  high: number,
  { a, b }: Subject,
): void {
  for (let r = 0; r < rows; r++) {
    const number = numbers[selection[r]];
    a[r] = mix((number >>> 0) ^ low);
    b[r] = mix((a[r] ^ Math.floor(number * 2 ** -32)) + high);
  }
}

/** Sets the words of each row's entry. */
function putEntries(
  known: Subject,
  numbers: Float64Array,
  selection: Int32Array,
  rows: number,
  { a, b }: Subject,
): void {
  for (let r = 0; r < rows; r++) {
    const entry = numbers[selection[r]] | 0;
    a[r] = known.a[entry];
    b[r] = known.b[entry];
  }
}

function begin({ a, b }: Subject, rows: number): void {
  a.fill(0x811c9dc5, 0, rows);
  b.fill(0x9747b28c, 0, rows);
}

/** Adds the hashes of one more column. */
function join({ a, b }: Subject, own: Subject, rows: number): void {
  for (let r = 0; r < rows; r++) {
    a[r] = mix((a[r] ^ own.a[r]) + 1);
    b[r] = mix((b[r] + own.b[r]) ^ a[r]);
  }
}

/** Turns hashes into subjects like `rowsAsSubjects`, with a hash in place of the row index. */
function finish({ a, b }: Subject, rows: number, { s0, s1 }: Seed): void {
  for (let r = 0; r < rows; r++) {
    const high = b[r];
    a[r] = mix(a[r] ^ s0);
    b[r] = mix((a[r] ^ high) + s1);
  }
}

/** Sets the hash of each row of a chunk: two words. */
type Hash = PutSubjects;

function hashing(column: Column): Hash {
  const { values } = column;
  if (values?.kind === 'entry') {
    const known = hashesOfTable(values.table);
    return ({ selection, rows }, words) => putEntries(known, values.numbers, selection, rows, words);
  }
  const { sessions } = column;
  if (sessions !== undefined) {
    const { numbers, salt } = sessions;
    return (chunk, words) => putNumbers(numbers, chunk, salt, salt, words);
  }
  return hashingTexts(column.texts());
}

const hashingTexts =
  (texts: Texts): Hash =>
  ({ selection, rows }, words) => {
    const { view, starts, ends } = texts;
    for (let r = 0; r < rows; r++) hashText(view, starts[selection[r]], ends[selection[r]], words, r);
  };

/** The hash of each entry. */
function hashesOfTable(table: readonly unknown[]): Subject {
  const { words: packed, starts, lengths } = packTexts(table.map(jsonText));
  const view = new DataView(packed.buffer);
  const known = newSubject(table.length);
  starts.forEach((start, entry) => hashText(view, start * 8, start * 8 + lengths[entry], known, entry));
  return known;
}

/** The cell with the group's subjects in place of the rows'. */
export const groupedBy = (group: Group, cell: Cell): Cell => ({
  maxBytes: cell.maxBytes,
  ...needsOf(cell),
  decision: cell.decision,
  member: cell.member,
  elements: cell.elements,
  values() {
    const values = cell.values?.();
    return (
      values && {
        ...values,
        make(chunk, _, numbers) {
          group.update(chunk);
          values.make(chunk, group.subject, numbers);
        },
      }
    );
  },
  measure(chunk) {
    group.update(chunk);
    return cell.measure?.(chunk, group.subject) ?? 0;
  },
  column(chunk) {
    // Other fields may have updated the group for other rows since.
    group.update(chunk);
    cell.column(chunk, group.subject);
  },
});

const LOW = 0x01000193;
const HIGH = 0x5bd1e995;
const START = 0x85ebca6b;

/**
 * Hashes the bytes of a text into two words, four bytes at a time. Each step is a bijection of the hashes for a given input word, and
 * of the input word for given hashes, so values of equal length that differ in one word never collide.
 */
function hashText(view: DataView, from: number, to: number, { a, b }: Subject, r: number): void {
  let low = to - from;
  let high = START;
  for (let i = from; i < to; i += 4) {
    const left = to - i;
    const word = view.getInt32(i, true) & (left >= 4 ? -1 : (1 << (left * 8)) - 1);
    low = Math.imul(low ^ word, LOW);
    low ^= low >>> 15;
    high = Math.imul((high + word) ^ low, HIGH);
    high ^= high >>> 13;
  }
  a[r] = mix(low);
  b[r] = mix(high);
}
