import fc from 'fast-check';
import { NOON } from './rows.ts';
import { newBatch, type Batch } from '../src/rows/batch.ts';
import { MALFORMED_KINDS, type Faults } from '../src/rows/fault-settings.ts';
import type { Fault } from '../src/rows/faults.ts';
import { compile, type EventTime, type RowWriter } from '../src/rows/writer.ts';
import { parseSchema } from '../src/schema/parse.ts';

const SCHEMA = {
  id: { type: 'catbird.sequence', params: { start: 0 } },
  name: { type: 'helpers.arrayElement', params: ['Zoë "the" \\ cat', '🐦', ''] },
  on: { type: 'datatype.boolean' },
  list: { type: 'number.int', count: 2 },
  at: { type: 'catbird.timestampNow' },
};
/** Event times of the rows. */
export const TIME: EventTime = { startMs: NOON, stepMs: 100 };

/** Rows without faults. */
export function writer(seed = 1): RowWriter {
  const result = parseSchema(JSON.stringify(SCHEMA));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return compile(result.schema, { seed });
}

/** The lines of a batch as bytes, without newlines. */
export const linesOf = ({ bytes, ends, count }: Batch): string[] =>
  Array.from({ length: count }, (_, i) =>
    Buffer.from(bytes.subarray(i === 0 ? 0 : ends[i - 1], (ends[i] ?? 0) - 1)).toString('latin1'),
  );

/** More rows than any test needs: with nine out of ten dropped, the end of a window of 5,000 turns. */
const plain = linesOf(writer().fill(newBatch(), { first: 0, count: 52_000, time: TIME }));

const isJson = (line: string): boolean => {
  try {
    JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(Buffer.from(line, 'latin1')));
    return true;
  } catch {
    return false;
  }
};

/** What tests read of a row. */
export interface Row {
  readonly id: number;
  readonly at: string;
}

/**
 * Compares the received lines with the log and returns everything that the log does not explain. Rows are identified by their id,
 * which a malformed line may have lost: then the log must name the line.
 */
export function unexplained(lines: readonly string[], log: readonly Fault[]): string[] {
  const at = new Map<number, Fault[]>();
  for (const fault of log) at.set(fault.position, [...(at.get(fault.position) ?? []), fault]);
  const has = (position: number, kind: Fault['kind']): Fault | undefined =>
    at.get(position)?.find((fault) => fault.kind === kind);
  const strange: string[] = [];
  const rows: number[] = [];
  const seen = new Map<number, string>();
  let turns = 0;
  const turnOf = new Map<number, number>();
  const checkCopy = (line: string, position: number, row: number): void => {
    const copy = has(position, 'duplicate');
    if (seen.has(row) !== (copy !== undefined))
      strange.push(`${position}: a copy without a word, or a word without a copy`);
    if (copy !== undefined && seen.get(row) !== line) strange.push(`${position}: the copy is another line`);
    if (copy?.kind === 'duplicate' && turns - (turnOf.get(row) ?? -1) !== copy.back)
      strange.push(`${position}: the copy is not of ${copy.back} turns ago`);
  };
  const checkTime = (line: string, position: number, row: number): void => {
    const late = has(position, 'late');
    const delay = NOON + row * TIME.stepMs - Date.parse((JSON.parse(line) as Row).at);
    if (delay !== (late?.kind === 'late' ? late.delayMs : 0)) strange.push(`${position}: late by ${delay}`);
    if (late === undefined && line !== plain[row])
      strange.push(`${position}: another row than without faults`);
  };
  lines.forEach((line, position) => {
    const malformed = has(position, 'malformed');
    const named = at.get(position)?.find(({ kind }) => kind !== 'dropped');
    const row = malformed?.row ?? (JSON.parse(line) as Row).id;
    if (named !== undefined && named.row !== row)
      strange.push(`${position}: the log names row ${named.row}, not ${row}`);
    if (malformed?.kind === 'malformed' && isJson(line) !== (malformed.how === 'type'))
      strange.push(`${position}: not ${malformed.how}`);
    checkCopy(line, position, row);
    if (malformed === undefined) checkTime(line, position, row);
    if (has(position, 'duplicate') === undefined) {
      rows.push(row);
      turnOf.set(row, turns++);
      seen.set(row, line);
    }
  });
  const dropped = new Set(log.filter(({ kind }) => kind === 'dropped').map(({ row }) => row));
  for (const row of dropped) if (seen.has(row)) strange.push(`Row ${row} is dropped, and came`);
  // In order, the received rows are those that were not dropped; the log says how far each one moved.
  const moves = log.flatMap((fault) => (fault.kind === 'reordered' ? [[fault.row, fault.by] as const] : []));
  const by = new Map(moves);
  const ordered = rows
    .map((row, turn) => ({ row, turn: turn - (by.get(row) ?? 0) }))
    .toSorted((x, y) => x.turn - y.turn);
  ordered.forEach(({ row, turn }, i) => {
    const next = ordered[i + 1];
    if (next === undefined) return;
    if (next.turn === turn) strange.push(`Two rows for turn ${turn}`);
    // The last window is incomplete: some of its rows are still to come, and will be logged then.
    if (next.turn > turn + 1 || next.turn >= turns) return;
    for (let between = row + 1; between < next.row; between++)
      if (!dropped.has(between)) strange.push(`Row ${between} is missing without a word`);
    if (next.row <= row) strange.push(`Row ${next.row} is out of order without a word`);
  });
  return strange;
}

const share = fc.double({ min: 0, max: 0.9, noNaN: true });
/** Any settings. */
export const anyFaults: fc.Arbitrary<Faults> = fc.record(
  {
    duplicates: fc.record({ share, within: fc.integer({ min: 1, max: 3000 }) }),
    late: fc.record({
      share,
      delayMs: fc.constantFrom({ min: 5, max: 900 }, { mean: 60_000 }),
    }),
    reordering: fc.record({ window: fc.integer({ min: 2, max: 5000 }), share }),
    malformed: fc.record({ share, kinds: fc.subarray([...MALFORMED_KINDS], { minLength: 1 }) }),
    dropped: fc.record({ share }),
  },
  { requiredKeys: [] },
);
