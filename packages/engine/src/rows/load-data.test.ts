import { expect, test, vi } from 'vitest';
import type { Schema } from '../model/schema.ts';
import { newBatch, texts } from './batch.ts';

test('loads the types of a schema that another thread has parsed', async () => {
  vi.resetModules();
  const { compile } = await import('./writer.ts');
  const { loadData } = await import('./load-data.ts');
  const schema: Schema = { fields: [{ name: 'name', type: 'person.firstName', args: [] }] };
  expect(() => compile(schema, { seed: 1 })).toThrow('Unknown generator type person.firstName');
  await loadData(schema);
  const batch = compile(schema, { seed: 1 }).fill(newBatch(), {
    first: 0,
    count: 1,
    time: { startMs: 0, stepMs: 0 },
  });
  expect([...texts(batch)]).toEqual([expect.stringMatching(/^\{"name":"[A-Z]\w+"\}$/)]);
});
