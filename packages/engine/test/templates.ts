import { parseSchema } from '../src/schema/parse.ts';
import type { Schema } from '../src/model/schema.ts';
import { findTemplate } from '../src/templates/index.ts';
import { rowsOf, type Asked } from './rows.ts';

function schemaOf(name: string): Schema {
  const result = parseSchema(findTemplate(name)?.text ?? '');
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

/** Rows of a template, parsed. */
export const rowsOfTemplate = <Row>(name: string, asked: Asked): Row[] =>
  rowsOf(schemaOf(name), asked).map((row) => JSON.parse(row) as Row);

/** Share of rows for which something holds, 0 to 1. */
export const share = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): number =>
  rows.filter(holds).length / rows.length;

/** The arithmetic mean. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The rows of each key, in their order. */
export function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
): ReadonlyMap<unknown, readonly Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** Whether rows with the same value of one field have the same values of the others. */
export function isOneFor<Row>(rows: readonly Row[], key: keyof Row, others: readonly (keyof Row)[]): boolean {
  const first = new Map<unknown, string>();
  return rows.every((row) => {
    const values = JSON.stringify(others.map((name) => row[name]));
    const known = first.get(row[key]) ?? values;
    first.set(row[key], known);
    return known === values;
  });
}
