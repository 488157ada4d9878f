import { byteLength, payload, rowIndex, slice, type Batch } from '@catbird/engine';
import type { Block, Blocks } from '@catbird/send';
import type { FormatPlan } from './format.ts';

/** The bytes of a file, in this order: its beginning, rows, and its end. They are valid until the next call. */
export interface FormatFile {
  begin(): Uint8Array;
  /** Adds rows, and returns what is complete. @param batch rows that were written by `withFormat` */
  add(batch: Batch): Uint8Array;
  end(): Uint8Array;
}

const NOTHING = new Uint8Array(0);
const NEWLINE = Uint8Array.of(0x0a);

/** How the rows of a plan become files. Default: they stand one behind the other. */
export const blocksOf = ({ blocks, isText }: Pick<FormatPlan, 'blocks' | 'isText'>): Blocks =>
  blocks ?? (isText ? LINES : RECORDS);

const RECORDS: Blocks = { block: (batch) => ({ bytes: payload(batch) }) };
const LINES: Blocks = { ...RECORDS, ending: NEWLINE };

/** A new file in a format. The same rows make the same bytes, in any batches. */
export function newFile(plan: FormatPlan): FormatFile {
  const { head = NOTHING } = plan;
  const { block, foot, usual } = blocksOf(plan);
  const notes: string[] = [];
  let at = head.length;
  const added = (batch: Batch): Uint8Array => {
    const { bytes, note }: Block = block(batch, at);
    at += bytes.length;
    if (note !== undefined) notes.push(note);
    return bytes;
  };
  if (usual === undefined) return { begin: () => head, add: added, end: () => foot?.(notes) ?? NOTHING };
  const held = newHeldRows(usual);
  return {
    begin: () => head,
    add: (batch) => joined(held.add(batch).map((each) => added(each).slice())),
    end: () => joined([...held.end().map(added), foot?.(notes) ?? NOTHING]),
  };
}

/** The rows of a batch as one object: a whole file, or the body of a request. @param batch rows that were written by `withFormat` */
export function objectOf(plan: FormatPlan, batch: Batch): Uint8Array {
  const { head = NOTHING } = plan;
  const { block, foot } = blocksOf(plan);
  const { bytes, note } = block(batch, head.length);
  return joined([head, bytes, foot?.(note === undefined ? [] : [note]) ?? NOTHING]);
}

function newHeldRows({ rows, bytes: most }: NonNullable<Blocks['usual']>) {
  let held: Batch[] = [];
  let count = 0;
  let bytes = 0;
  const end = (): readonly Batch[] => {
    const whole = held.length === 0 ? [] : [together(held)];
    held = [];
    count = 0;
    bytes = 0;
    return whole;
  };
  return {
    /** The rest. */
    end,
    /** Adds rows, and returns batches of the usual size. */
    add(batch: Batch) {
      const whole: Batch[] = [];
      let from = 0;
      for (let place = 0; place < batch.count; place++) {
        count++;
        bytes += (batch.ends[place] ?? 0) - (batch.ends[place - 1] ?? 0);
        if (count < rows && bytes < most) continue;
        held.push(slice(batch, from, place + 1));
        whole.push(...end());
        from = place + 1;
      }
      // The batch is filled again.
      if (from < batch.count) held.push(copied(slice(batch, from, batch.count)));
      return whole;
    },
  };
}

const copied = (batch: Batch): Batch => ({
  ...batch,
  bytes: payload(batch).slice(),
  ends: batch.ends.slice(0, batch.count),
});

/** Batches as one. */
function together(batches: readonly Batch[]): Batch {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const rows = new Array<number>(count);
  const ends = new Uint32Array(count);
  let offset = 0;
  let row = 0;
  for (const batch of batches) {
    for (let place = 0; place < batch.count; place++, row++) {
      rows[row] = rowIndex(batch, place);
      ends[row] = offset + (batch.ends[place] ?? 0);
    }
    offset += byteLength(batch);
  }
  return {
    first: rows[0] ?? 0,
    count,
    bytes: joined(batches.map(payload)),
    ends,
    isBinary: batches[0]?.isBinary === true,
    rows,
  };
}

/** Pieces, one behind the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}
