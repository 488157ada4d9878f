import { addField } from '../schema-text/edits.ts';
import { readFields } from '../schema-text/fields.ts';
import type { TypeSummary } from '../worker/type-protocol.ts';

/** A schema text with a field of a type at its end, named like the type; undefined if the text is no valid JSON. */
export function withField(text: string, { name: type, example }: Pick<TypeSummary, 'name' | 'example'>) {
  const read = readFields(text);
  if (!read.ok) return undefined;
  const { fields } = read.tree;
  const taken = new Set(fields.map(({ name }) => name));
  const base = (type.split('.').at(-1) ?? type).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const names = [base, ...Array.from(taken, (_, i) => `${base}_${i + 2}`)];
  const name = names.find((each) => !taken.has(each)) ?? base;
  const params = example === undefined ? '' : `, "params": ${example}`;
  return addField(text, [fields.length], name, `{"type": ${JSON.stringify(type)}${params}}`);
}
