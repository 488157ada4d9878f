import { describe, invalid, type Result } from '@catbird/engine';
import { eachWanted, listedTruth, type JudgeOptions } from '@catbird/verify';
import type { RecordedStream } from '../../record/file.ts';
import type { CommandIssue } from '../../refusal.ts';
import type { StreamSpec } from '../../stream/spec.ts';
import type { Terminal } from '../../terminal.ts';
import { roundedBy } from '../rounded.ts';
import { recordsOf, streamTruth } from '../truth.ts';
import type { WantedTable } from '../wanted-table.ts';
import { SqlError, STATEMENT_MS } from './database.ts';
import { queryRows } from './query.ts';
import type { InputTable } from './tables.ts';

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
