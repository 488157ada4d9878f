import { compile, newBatch, parseSchema, texts } from '@catbird/engine';

/** A schema whose rows depend only on the seed: no field has a timestamp. */
export const TIMELESS = JSON.stringify(
  {
    id: { type: 'string.uuid' },
    name: { type: 'person.fullName' },
    temperature: { type: 'number.float', params: { min: -10, max: 40, fractionDigits: 1 } },
    tags: { type: 'helpers.arrayElement', params: ['ok & well', 'ça va', 'a=b'], count: 2 },
  },
  null,
  2,
);

/** The rows that the engine generates, as the texts to send. */
export function engineRows(content: string, seed: string, first: number, count: number): string[] {
  const parsed = parseSchema(content);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('; '));
  const time = { startMs: Date.now(), stepMs: 0 };
  return [...texts(compile(parsed.schema, { seed }).fill(newBatch(), { first, count, time }))];
}
