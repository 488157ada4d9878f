import { droppingIn } from '../model/incident.ts';
import type { Schema } from '../model/schema.ts';
import { type Batch, newBatch, texts } from './batch.ts';
import { calmIn } from './incident-rows.ts';
import { onlyFields } from './named-field.ts';
import { compile, type Extent, type RowWriter } from './writer.ts';

/** The incident that drops each row of an extent, by its name; of several, the first. Undefined: none drops any of them. */
export type Drops = (extent: Extent) => readonly (string | undefined)[] | undefined;

/** Which rows the incidents of a schema drop. Undefined: none ever does. */
export function dropsOf(schema: Schema, seed: number | string): Drops | undefined {
  const dropping = droppingIn(schema);
  if (dropping.length === 0) return undefined;
  const isCalm = calmIn(dropping, seed);
  const hits = schema.fields.filter(({ name }) => dropping.some(({ hit }) => hit === name));
  const writer = compile(
    onlyFields(
      schema,
      hits.map((hit) => [hit]),
    ),
    { seed },
  );
  const batch = newBatch();
  return (extent) => {
    if (isCalm(extent)) return undefined;
    return Array.from(texts(writer.fill(batch, { ...extent, maxBytes: Infinity })), (line) => {
      const row = new Map(Object.entries<unknown>(JSON.parse(line)));
      return dropping.find(({ hit = '' }) => row.get(hit) === true)?.times.name;
    });
  };
}

/** Rows whose sides name the incidents that drop them. */
export function withDrops(rows: RowWriter, drops: Drops | undefined): RowWriter {
  if (drops === undefined) return rows;
  return {
    fill(batch: Batch, extent: Extent) {
      const { count } = rows.fill(batch, extent);
      const names = count === 0 ? undefined : drops({ ...extent, count });
      return Object.assign(batch, {
        sides: names?.map((dropped) => (dropped === undefined ? {} : { dropped })),
      });
    },
  };
}

/** A writer of the rows of a schema, whose sides name the incidents that drop them. */
export const compileWithDrops = (schema: Schema, seed: number | string): RowWriter =>
  withDrops(compile(schema, { seed }), dropsOf(schema, seed));

/** Rows that are looked at together. */
const AT_ONCE = 1024;

/** Whether incidents drop a row. Fast for rows that stay close to each other. @param time of the rows */
export function isDroppedAt(drops: Drops, time: Extent['time']): (row: number) => boolean {
  let first = -1;
  let names: ReturnType<Drops>;
  return (row) => {
    const from = row - (row % AT_ONCE);
    if (from !== first) [first, names] = [from, drops({ first: from, count: AT_ONCE, time })];
    return names?.[row - from] !== undefined;
  };
}
