import { SCAN_ROWS, type HeldRow, type Scan } from './held-scan.ts';

/** Held rows at a block of rows. */
export interface Waiting {
  /** How many rows before the block are not sent before it. */
  readonly count: number;
  /** Those that are sent before a row of the block, its own among them, by row. */
  readonly heard: readonly HeldRow[];
}

/** Blocks that are scanned one after the other, with the rows that wait there. */
interface Stretch {
  /** The first block whose waiting rows are all known. */
  from: number;
  /** The next block to scan. */
  next: number;
  /** How many blocks were scanned before the first one. */
  readonly reach: number;
  /** Held rows by the block in which they are sent. */
  readonly heard: Map<number, HeldRow[]>;
  readonly counts: Map<number, number>;
}

/** Blocks that stay known behind the last one: copies and shuffled windows reach back. */
const KEPT = 512;
/** Places in a stream at which its rows are looked at in turn: those that are made, and those that are due. */
const STRETCHES = 4;

/**
 * Finds the rows that wait at any block: those of the longest silence before it are scanned.
 *
 * @param firstOf the first block that may have rows that wait at a block
 */
export function newWaiting(
  scan: (block: number) => Scan,
  firstOf: (block: number) => number,
): (block: number) => Waiting {
  /** The one used last is the last. */
  let stretches: readonly Stretch[] = [];

  const open = (block: number): Stretch => {
    const next = Math.min(block, firstOf(block));
    const stretch = {
      from: block,
      next,
      reach: block - next,
      heard: new Map<number, HeldRow[]>(),
      counts: new Map<number, number>(),
    };
    while (stretch.next < block) scanNext(stretch, scan);
    let count = 0;
    for (const [at, rows] of stretch.heard)
      if (at >= block) count += rows.length;
      else stretch.heard.delete(at);
    stretch.counts.set(block, count);
    return stretch;
  };
  return (block) => {
    const found =
      stretches.find(({ from, next, reach }) => from <= block && block <= next + reach) ?? open(block);
    stretches = [...stretches.filter((each) => each !== found).slice(1 - STRETCHES), found];
    while (found.next <= block) scanNext(found, scan);
    return { count: found.counts.get(block) ?? 0, heard: found.heard.get(block) ?? [] };
  };
}

/** Adds the held rows of the next block. */
function scanNext(stretch: Stretch, scan: (block: number) => Scan): void {
  const { next, heard, counts } = stretch;
  const { held } = scan(next);
  for (const row of held) {
    const at = Math.floor(row.before / SCAN_ROWS);
    const others = heard.get(at);
    if (others === undefined) heard.set(at, [row]);
    else others.push(row);
  }
  stretch.next++;
  const before = counts.get(next);
  if (before === undefined) return;
  counts.set(next + 1, before + held.length - (heard.get(next)?.length ?? 0));
  heard.delete(next - KEPT);
  counts.delete(next - KEPT);
  stretch.from = Math.max(stretch.from, next - KEPT + 1);
}
