import { describe, invalid, type Result } from '@catbird/engine';
import { cellsAt, countingFinder, probe, sampledTruth, type Truth, type DigestReport } from '@catbird/verify';
import type { RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import type { Sought } from '../sources/source.ts';
import type { Prepared } from '../stream/prepared.ts';
import type { Terminal } from '../terminal.ts';
import type { Table } from './tables.ts';
import type { WantedTable } from './wanted-table.ts';
import { wantedIn } from './wanted.ts';

/** Some rows of a table, and how to look them up. */
export interface PartialTable extends WantedTable {
  /** What to read of the source. Undefined: all. */
  readonly sought: Sought | 'nothing' | undefined;
  readonly digest?: DigestReport;
}

/** What should be in a table, or some rows of it. @param size how many rows. Undefined: all */
export async function sampledIn(
  table: Table,
  records: readonly RecordedStream[],
  size: number | undefined,
  terminal: Terminal,
): Promise<Result<PartialTable, CommandIssue>> {
  const whole = await wantedIn(table, records, terminal);
  return whole.ok ? sampled(table.name, whole, size) : whole;
}

/** Draws rows of a stream's table. Other tables stay as they are. */
function sampled(name: string, wanted: WantedTable, size: number | undefined): Result<PartialTable> {
  const { truth, options, stream } = wanted;
  if (size === undefined || stream === undefined) return { ok: true, ...wanted, sought: undefined };
  const identity = options.identity ?? sureIdentity(truth, stream);
  if (identity === undefined)
    return invalid(
      `${name}: no column certainly identifies a row, as a sequence or a UUID does. Name such columns with identity, or leave out --sample-size`,
    );
  const some = sampledTruth(truth, size, stream.seed);
  const rows = cellsAt(some).map((cells) => identity.map((column) => cells.get(column)));
  const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';
  const at = rows.findIndex((row) => row.some(isNone));
  if (at >= 0)
    return invalid(
      `${name}: row ${some.part?.numberOf(at)} has no value in ${identity.join(' or ')}, so it cannot be looked up. Name other columns with identity`,
    );
  const columns = identity.map((column) => options.names?.[column] ?? column);
  return {
    ok: true,
    ...wanted,
    truth: some,
    options: { ...options, identity },
    sought: { columns, rows },
  };
}

/** A column that differs in all rows of the stream: no sample shows that it does. */
function sureIdentity(truth: Truth, { schema }: Prepared): readonly string[] | undefined {
  const { members, entity, draws } = describe(schema);
  if (entity !== undefined) return [entity.key];
  const counted = members.find(({ name }) => countingFinder(truth, [name]) !== undefined);
  const rows = probe(truth);
  const uuid = members.find(
    ({ name, kind, optional }) =>
      kind.is === 'uuid' &&
      kind.nullable !== true &&
      optional !== true &&
      draws.every(({ field }) => field !== name) &&
      new Set(rows.map((row) => row[name])).size === rows.length,
  );
  const found = counted ?? uuid;
  return found && [found.name];
}
