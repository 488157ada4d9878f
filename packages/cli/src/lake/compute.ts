import { kindsOf, loadData, messagesOf, readTimeline, type Timeline } from '@catbird/engine';
import { loadLayout } from '@catbird/formats';
import type { MessagePort } from 'node:worker_threads';
import { schemaFrom } from '../types/plain.ts';
import type { LakeTable, LakeTask } from '../workers/protocol.ts';
import { newColumns, UNTIMED } from './columns.ts';

/** A column of a row group, as a thread is asked for it. */
export interface ColumnOrder {
  readonly id: number;
  /** Number of the table. */
  readonly table: number;
  readonly column: number;
  readonly first: number;
  readonly rows: number;
}

/** Its bytes, or why it has none. */
export type ColumnAnswer =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly failure: string };

/** Computes columns in a thread, one after the other, until the thread is ended. */
export async function computeColumns({ tables }: LakeTask, port: MessagePort): Promise<void> {
  const { newLayout } = await loadLayout();
  const open = await Promise.all(tables.map((table) => opened(table, newLayout)));
  port.on('message', ({ id, table, column, first, rows }: ColumnOrder) => {
    const { layout, columnOf } = open[table] ?? {};
    try {
      if (layout === undefined || columnOf === undefined) throw new RangeError(`There is no table ${table}`);
      const made = columnOf(column);
      const bytes = layout.slot(column, rows, (from, count) => made(first + from, count));
      const answer: ColumnAnswer = { id, bytes };
      port.postMessage(answer, [bytes.buffer]);
    } catch (error) {
      const answer: ColumnAnswer = { id, failure: error instanceof Error ? error.message : String(error) };
      port.postMessage(answer);
    }
  });
}

type Layouts = Awaited<ReturnType<typeof loadLayout>>;

async function opened(
  { schema: plain, seed, timing, sizes, groupRows }: LakeTable,
  newLayout: Layouts['newLayout'],
) {
  const schema = await schemaFrom(plain);
  await loadData(schema);
  const time = timing === undefined ? UNTIMED : timelineFrom(readTimeline(schema, timing, seed));
  const layout = newLayout(kindsOf(schema), { sizes, groupRows });
  return { layout, columnOf: newColumns({ schema, seed, time }) };
}

function timelineFrom(read: ReturnType<typeof readTimeline>): Timeline {
  if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
  return read.value;
}
