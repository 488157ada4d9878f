import { Client } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startElasticsearch } from '../../../../test/services/elasticsearch.ts';
import type { Received } from '../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import { configOf, sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { elasticsearch } from './elasticsearch.ts';

const BATCHES = 60;
const apiKey = 'VnVhQ2ZHY0JDZGJrUTotZTFpTG5RRjdUd0dENkZ3QQ==';

const service = await startElasticsearch({ authorization: `ApiKey ${apiKey}` });
const peer = new Client({ node: service.url, auth: { apiKey } });
afterAll(async () => {
  await peer.close();
  await service.close();
});

interface Pair {
  readonly action: { readonly create: { readonly _index?: string; readonly _id: string } };
  readonly row: unknown;
}

/** The meaning of a request: who sends it, and what it creates in which index under which id. The official client names the index in each action. */
function meaningOf({ path, headers, body }: Received) {
  const lines = body.toString().split('\n').slice(0, -1);
  const [, index] = /^\/([^/]+)\/_bulk$/.exec(path) ?? [];
  const documents = lines.flatMap((line, i) => {
    if (i % 2 === 1) return [];
    const pair = { action: JSON.parse(line), row: JSON.parse(lines[i + 1] ?? '') } as Pair;
    const { _index = index, _id } = pair.action.create;
    return [{ index: _index, id: _id, row: pair.row }];
  });
  return { method: 'POST', authorization: headers['authorization'], documents };
}

async function theirs(rows: readonly unknown[], indexOf: (place: number) => string, prefix: string) {
  let place = 0;
  const result = await peer.helpers.bulk({
    datasource: rows.map((row) => JSON.stringify(row)),
    onDocument() {
      const action = { create: { _index: indexOf(place), _id: `${prefix}-${place}` } };
      place++;
      return action;
    },
  });
  const request = service.requests.at(-1);
  if (request === undefined) throw new Error('The client sent nothing');
  return { meaning: meaningOf(request), successful: result.successful };
}

async function ours(rows: readonly unknown[], indices: readonly string[] | undefined, prefix: string) {
  const stream = { id: prefix, rowNumber: (index: number) => index };
  const index = indices === undefined ? 'events' : '{{index}}';
  const config = configOf(elasticsearch, { url: service.url, index, apiKey });
  const connection = await elasticsearch.open(config, { ...testEnv(), stream });
  const batch =
    indices === undefined
      ? batchOf(rows)
      : batchWith(rows.map((row, i) => [row, { route: indices[i] }] as const));
  const { accepted } = await connection.send(batch, sendOptions());
  const request = service.requests.at(-1);
  if (request === undefined) throw new Error('Nothing was sent');
  return { meaning: meaningOf(request), successful: accepted };
}

const row = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 });
const rows = fc.array(row, { minLength: 1, maxLength: 8 });
const index = fc.constantFrom('events', 'logs-ü', 'a.b');

test('random batches create the same documents as the bulk helper of the official client', async () => {
  const samples = fc.sample(fc.tuple(rows, fc.option(fc.array(index, { minLength: 8, maxLength: 8 }))), {
    numRuns: BATCHES,
    seed: 42,
  });
  for (const [i, [batch, given]] of samples.entries()) {
    const indices = given ?? undefined;
    const expected = await theirs(batch, (place) => indices?.[place] ?? 'events', `peer${i}`);
    const own = await ours(batch, indices, `own${i}`);
    const renamed = expected.meaning.documents.map((each) => ({
      ...each,
      id: each.id.replace('peer', 'own'),
    }));
    expect(own).toEqual({ ...expected, meaning: { ...expected.meaning, documents: renamed } });
  }
  expect(service.faults).toEqual([]);
});
