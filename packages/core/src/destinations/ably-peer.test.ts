import { Rest } from 'ably';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { jsonAnswer, startService, type Received } from '../../../../test/services/service.ts';
import { batchOf } from '../../test/destinations/batch.ts';
import { ably } from './ably.ts';
import { parseConfig } from './config.ts';
import { fetchHttp } from './fetch.ts';

const BATCHES = 1000;
const apiKey = 'xVLyHw.dHBYNQ:a-secret-for-tests';

const service = await startService({
  cors: { methods: [], headers: [], exposed: [] },
  respond: () => jsonAnswer(201, { channel: 'any', messageId: 'any' }),
});
afterAll(() => service.close());

const peer = new Rest({
  key: apiKey,
  tls: false,
  restHost: '127.0.0.1',
  port: Number(new URL(service.url).port),
  useBinaryProtocol: false,
  idempotentRestPublishing: true,
  logLevel: 0,
});

/** What a publish says, however it is written: Ably's client wraps a message in a list and its data in a text. */
const meaningOf = ({ target, headers, body }: Received) => {
  const [message = {}] = [JSON.parse(String(body))].flat() as Record<string, unknown>[];
  const { name, data, encoding, id } = message;
  return {
    target,
    name,
    data: encoding === 'json' ? (JSON.parse(String(data)) as unknown) : data,
    id: String(id),
    authorization: headers['authorization'],
    type: headers['content-type'],
  };
};

/** Sends the rows both ways, and returns what arrived: the client's, and ours. */
async function bothWays(channelId: string, rows: readonly unknown[], id: string) {
  await peer.channels.get(channelId).publish({ name: 'publish', data: rows });
  const parsed = parseConfig(ably, { channelId, apiKey, endpoint: service.url });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const env = { http: fetchHttp(fetch), now: Date.now, random: Math.random, write: () => undefined };
  const connection = await ably.open(parsed.config, env);
  await connection.send(batchOf(rows), { signal: new AbortController().signal, attempt: 1, id });
  return service.requests.slice(-2).map(meaningOf);
}

const rows = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 }), {
  minLength: 1,
  maxLength: 8,
});
const channelId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  // A setting loses the spaces around it, and no path can end in these two.
  .filter((name) => name === name.trim() && name !== '' && !['.', '..'].includes(name));
const id = fc.string({ unit: fc.constantFrom(...'aZ09-_'.split('')), minLength: 12, maxLength: 12 });

test('1,000 random batches say the same as those of Ably’s own client, at the same path, with ids of the same form', async () => {
  const ids = new Set<string>();
  for (const [name, batch, given] of fc.sample(fc.tuple(channelId, rows, id), {
    numRuns: BATCHES,
    seed: 42,
  })) {
    const [theirs, ours] = await bothWays(name, batch, given);
    expect({ ...ours, id: '' }).toEqual({ ...theirs, id: '' });
    expect(ours?.id).toBe(`${given}:0`);
    expect(theirs?.id).toMatch(/^[\w+/-]{12}:0$/);
    ids.add(theirs?.id ?? '');
  }
  expect(ids.size).toBe(BATCHES);
});
