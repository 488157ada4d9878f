import { expect, test } from 'vitest';
import { readSample } from './infer.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test('only empty cells, NULL and \\N are null in a table, and NaN among numbers: NA may be Namibia', async () => {
  const cells = ['NA,None,NaN,NaN,', 'DE,minor,1.5,fine,NULL', 'FR,severe,nan,odd,\\N'];
  const csv = `country,damage,size,word,gone\n${cells.map((line) => `${line}\n`.repeat(100)).join('')}`;
  const sample = await readSample(bytes(csv));
  const [namibia, germany, france] = [sample.kept[0], sample.kept[100], sample.kept[200]];
  expect(namibia).toEqual({ country: 'NA', damage: 'None', size: null, word: 'NaN', gone: null });
  expect(germany).toEqual({ country: 'DE', damage: 'minor', size: 1.5, word: 'fine', gone: null });
  expect(france).toEqual({ country: 'FR', damage: 'severe', size: null, word: 'odd', gone: null });
  expect(JSON.stringify(sample.draft(() => true).schema)).toContain('"country":"NA"');
  expect(sample.notes).toEqual([
    'Read as text, not as null: NA (country), None (damage), NaN (word). If they mean no value, replace them by empty cells',
  ]);
});

test('marks in JSON are what they are: texts, without a note', async () => {
  const sample = await readSample(bytes('{"a":"NA","b":"NaN"}\n{"a":"DE","b":1}\n'.repeat(50)));
  expect(sample.kept[0]).toEqual({ a: 'NA', b: 'NaN' });
  expect(sample.notes).toEqual([]);
});
