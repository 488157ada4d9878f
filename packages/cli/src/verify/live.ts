import type { Result } from '@catbird/engine';
import type { CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { Failed, Judged } from './judged.ts';
import { newRecordReader } from './live-records.ts';
import { liveTable, type TableLook } from './live-table.ts';
import type { Table } from './tables.ts';
import { readAgain } from './waiting.ts';

/** How tables are followed. */
export interface Live {
  /** Ends once nothing has moved for so long. */
  readonly quietMs: number;
  /** Called after each reading. */
  readonly onLooks: (looks: readonly TableLook[]) => void;
}

/** Follows tables until the records are finished and all rows are judged, or the signal comes. */
export async function followTables(
  tables: readonly Table[],
  { records, examples }: { readonly records: readonly string[]; readonly examples: number | undefined },
  { quietMs, onLooks }: Live,
  terminal: Terminal,
): Promise<Result<{ readonly outcomes: readonly (Judged | Failed)[] }, CommandIssue>> {
  const followed = tables.map((table) => liveTable(table, newRecordReader(records), examples, terminal));
  const looks: (TableLook | undefined)[] = tables.map(() => undefined);
  const known = (): readonly TableLook[] => looks.filter((look) => look !== undefined);
  const poll = async (): Promise<Result<object, CommandIssue>> => {
    for (const [i, table] of followed.entries()) {
      if (looks[i]?.isOver === true) continue;
      const read = await table.poll();
      if (!read.ok) return read;
      looks[i] = read.look;
    }
    onLooks(known());
    return { ok: true };
  };
  const last = await readAgain(
    poll,
    (result) => ({
      isOver: !result.ok || known().every(({ isOver }) => isOver),
      progress: JSON.stringify(known().map(({ look }) => look?.counts)),
    }),
    { untilMs: Infinity, quietMs },
    terminal.interrupt.stop,
  );
  return last.ok ? { ok: true, outcomes: followed.map((table) => table.outcome()) } : last;
}
