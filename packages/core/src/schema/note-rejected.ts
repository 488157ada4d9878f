import { newSources } from '../generators/compile/sources.ts';
import { tryFields } from '../generators/analysis/trial.ts';
import type { Field } from '../model/schema.ts';
import { bounds } from './bounds.ts';
import type { Context, ParsedField } from './context.ts';

/** Rows to try, if they are small. */
const ROWS = 128;

interface Rejected {
  rows: number;
  readonly why: string;
}

/** Adds a note to fields whose type does not accept other fields' values in some sample rows, such as bounds in the wrong order. */
export function noteRejected(
  fields: readonly Field[],
  each: readonly ParsedField[],
  rowBytes: number,
  { entities, findings, sources: { data } }: Context,
): void {
  if (!fields.some(readsParams)) return;
  const rejected = new Map<string, Rejected>();
  const sources = newSources(entities.byName, data, (path, why, rows) => {
    const known = rejected.get(path);
    if (known === undefined) rejected.set(path, { rows, why });
    else known.rows += rows;
  });
  const rows = Math.max(1, Math.min(ROWS, Math.floor(bounds.rowBytes / Math.max(1, rowBytes))));
  tryFields(fields, sources, rows);
  for (const [path, { rows: count, why }] of rejected) {
    const [name = '', ...inner] = path.split('\n');
    const found = each.find(({ field }) => field.name === name);
    const of =
      rows === 1 ? 'The sample row has' : `${count.toLocaleString('en')} values in ${rows} sample rows are`;
    findings.add({
      code: 'params',
      severity: 'note',
      message: `${[name, ...inner].filter((part) => part !== '').join('.')}: ${of} null where the params do not fit: ${why}`,
      hint: 'Make sure that the fields they read have values that fit, and bounds in order',
      at: found?.paramsAt ?? { offset: 0, length: 0 },
      path: [name, 'params'],
    });
  }
}

/** Whether a field, or one inside it, has params that read fields. */
const readsParams = ({ paramFields, fields = [], specs = [] }: Field): boolean =>
  paramFields !== undefined || [...fields, ...specs].some(readsParams);
