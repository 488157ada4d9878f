import { withDatabase, SqlError, type Limits } from './database.ts';
import { addTable, type InputTable } from './tables.ts';

/** Rows that a query makes. */
export interface QueryResult {
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
        if (typeof line !== 'string' || !isJson(line))
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
