import { mix } from '../../numeric/random.ts';

/** A row and its number in the sample. */
interface Kept<Row> {
  readonly index: number;
  readonly row: Row;
  readonly chars: number;
}

/** Keeps some rows of a stream, each equally likely. */
export interface Reservoir<Row> {
  /** Whether the row of this index, the next one, belongs in. */
  accepts(index: number): boolean;
  add(index: number, row: Row, chars: number): void;
  /** In the order of the sample. */
  rows(): readonly Row[];
}

/** J. S. Vitter, "Random sampling with a reservoir", algorithm R, 1985; with a bound on the size of all rows. */
export function newReservoir<Row>(maxRows: number, maxChars: number): Reservoir<Row> {
  let kept: Kept<Row>[] = [];
  let room = maxRows;
  let chars = 0;
  return {
    accepts: (index) => index < room || placeOf(index) < room,
    add(index, row, size) {
      if (kept.length < room) kept.push({ index, row, chars: size });
      else {
        const at = placeOf(index) % room;
        chars -= kept[at]?.chars ?? 0;
        kept[at] = { index, row, chars: size };
      }
      chars += size;
      if (chars <= maxChars || kept.length < 2) return;
      // Rows are large: half as many, chosen by chance.
      room = Math.ceil(kept.length / 2);
      kept = kept.sort((a, b) => mix(a.index) - mix(b.index)).slice(0, room);
      chars = kept.reduce((sum, each) => sum + each.chars, 0);
    },
    rows: () => kept.sort((a, b) => a.index - b.index).map(({ row }) => row),
  };
}

/** A number from 0 to `index`, the same in every run. */
const placeOf = (index: number): number => Math.floor(((mix(index + 0x51ed) >>> 0) / 2 ** 32) * (index + 1));
