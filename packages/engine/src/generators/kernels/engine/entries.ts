import type { Values } from './cell.ts';
import { jsonText } from './json.ts';

/** Values from a table. @param values as they are written: anything that becomes JSON */
export const entries =
  (values: readonly unknown[], make: Values['make']): (() => Values) =>
  () => ({ kind: 'entry', table: values.map((value): unknown => JSON.parse(jsonText(value))), make });
