import { describe, invalid, type Result, jsonOf } from '@catbird/engine';
import { eachWanted, listedTruth, type JudgeOptions } from '@catbird/verify';
import type { RecordedStream } from '../../record/record-file.ts';
import type { CommandIssue } from '../../refusal.ts';
import type { StreamSpec } from '../../stream/spec.ts';
import type { Terminal } from '../../terminal.ts';
import { roundedBy, type WantedTable } from '../wanted-table.ts';
import { recordsOf, streamTruth } from '../truth.ts';
import { SqlError, STATEMENT_MS, withDatabase, type Limits, type InputTable, addTable } from './database.ts';

/** SQL over the rows that should have arrived. */
export interface SqlQuery {
  readonly text: string;
  /** The streams that the text may name as tables. */
  readonly streams: readonly StreamSpec[];
}

/** The name of a table of the only stream, if it has none. */
const UNNAMED = 'events';

/** What a query makes of the rows that should have arrived. */
export async function sqlRows(
  name: string,
  { text, streams }: SqlQuery,
  options: JudgeOptions,
  records: readonly RecordedStream[],
  terminal: Terminal,
): Promise<Result<WantedTable, CommandIssue>> {
  const place = `verify.tables.${name}.sql`;
  const tables: InputTable[] = [];
  const notes: string[] = [];
  let unaccepted: WantedTable['unaccepted'];
  const words = text.toLowerCase();
  for (const spec of streams.filter((each) => words.includes((each.name ?? UNNAMED).toLowerCase()))) {
    const made = await streamTruth(spec, recordsOf(spec, records), terminal);
    if (!made.ok) return made;
    const { truth, prepared, ignored } = made;
    if (ignored.length > 0)
      return invalid(
        `${place}: the times at which rows of ${spec.name ?? UNNAMED} were made are not known. Set from, or use a record of one process without threads`,
      );
    notes.push(...made.notes);
    unaccepted = tables.length === 0 ? made.unaccepted : sumOf(unaccepted, made.unaccepted);
    tables.push({
      name: spec.name ?? UNNAMED,
      members: describe(prepared.schema).members,
      eachLine: (use) =>
        eachWanted(truth, options.stage === 'raw', (_, line) => use(Buffer.from(line).toString('utf8'))),
    });
  }
  if (tables.length === 0)
    return invalid(
      `${place} reads no stream. Its tables are: ${streams.map((each) => each.name ?? UNNAMED).join(', ')}`,
    );
  try {
    const { lines, floats } = await queryRows(text, tables, {
      timeoutMs: STATEMENT_MS,
      signal: terminal.interrupt.stop,
    });
    return {
      ok: true,
      truth: listedTruth(lines),
      notes,
      unaccepted,
      stream: undefined,
      options: { ...options, tolerance: { ...roundedBy(floats), ...options.tolerance } },
    };
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return invalid(`${place}: ${error.message}`);
  }
}

const sumOf = (one: WantedTable['unaccepted'], other: WantedTable['unaccepted']): WantedTable['unaccepted'] =>
  one &&
  other && {
    rejected: one.rejected + other.rejected,
    failed: one.failed + other.failed,
    uncertain: one.uncertain + other.uncertain,
  };

/** Rows that a query makes. */
interface QueryResult {
  /** Lines of JSON. */
  readonly lines: readonly Uint8Array[];
  /** Columns of floating-point numbers, whose last digits depend on the order of additions. */
  readonly floats: readonly string[];
}

const FLOATS: ReadonlySet<unknown> = new Set(['DOUBLE', 'FLOAT']);

/** Runs a query over tables. @throws SqlError, SourceError, or the signal's reason */
export function queryRows(sql: string, tables: readonly InputTable[], limits: Limits): Promise<QueryResult> {
  return withDatabase(limits, async (connection) => {
    for (const table of tables) await addTable(connection, table);
    const text = sql.trim().replace(/;$/, '');
    // As a part of another query, it is one statement that reads.
    const stream = await connection.stream(
      `SELECT to_json(catbird_row)::VARCHAR FROM (${text}\n) catbird_row`,
    );
    const encoder = new TextEncoder();
    const lines: Uint8Array[] = [];
    for await (const rows of stream.yieldRowsJs())
      for (const [line] of rows) {
        if (typeof line !== 'string' || jsonOf(line) === undefined)
          throw new SqlError('A row of the result has a number that is infinite, or none');
        lines.push(encoder.encode(line));
      }
    const described = await connection.runAndReadAll(`DESCRIBE FROM (${text}\n) catbird_row`);
    const floats = described
      .getRowsJS()
      .flatMap(([name, type]) => (typeof name === 'string' && FLOATS.has(type) ? [name] : []));
    return { lines, floats };
  });
}
