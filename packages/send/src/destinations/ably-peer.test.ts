import { Rest } from 'ably';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { jsonAnswer, startService, type Received } from '../../../../test/services/service.ts';
import { batchOf } from '../../test/destinations/batch.ts';
import { ably } from './ably.ts';
import { parseConfig } from './parse-config.ts';
import type { HttpRequest } from './http.ts';

const BATCHES = 200;
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

/** The content of a publish in a common form. Ably's client wraps a message in an array and its data in a string. */
const contentOf = ({ target, headers, body }: Pick<Received, 'target' | 'headers' | 'body'>) => {
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

/** The publish that Ably's client sends. */
async function theirs(channelId: string, rows: readonly unknown[]) {
  await peer.channels.get(channelId).publish({ name: 'publish', data: rows });
  peer.channels.release(channelId);
  const request = service.requests.at(-1);
  if (request === undefined) throw new Error('The client sent nothing');
  return contentOf(request);
}

/** The publish that Catbird would send. It skips the network, which halves the work of this test. */
async function ours(channelId: string, rows: readonly unknown[], id: string) {
  const parsed = parseConfig(ably, { channelId, apiKey, endpoint: service.url });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const sent: HttpRequest[] = [];
  const connection = await ably.open(parsed.config, {
    http: (request) => {
      sent.push(request);
      return Promise.resolve({ status: 201, header: () => undefined, text: '{"messageId":"any"}' });
    },
    now: Date.now,
    random: Math.random,
    write: () => undefined,
  });
  await connection.send(batchOf(rows), { signal: new AbortController().signal, attempt: 1, id });
  return sent.map(({ url, headers, body = '' }) =>
    contentOf({
      target: new URL(url).pathname + new URL(url).search,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
      ),
      body: Buffer.from(body),
    }),
  );
}

const rows = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 }), {
  minLength: 1,
  maxLength: 8,
});
const channelId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  // Settings are trimmed, and no path can end in . or ...
  .filter((name) => name === name.trim() && name !== '' && !['.', '..'].includes(name));
const id = fc.string({ unit: fc.constantFrom(...'aZ09-_'.split('')), minLength: 12, maxLength: 12 });

test('random batches have the same content, path and id format as those of Ably’s own client', async () => {
  const ids = new Set<string>();
  for (const [name, batch, given] of fc.sample(fc.tuple(channelId, rows, id), {
    numRuns: BATCHES,
    seed: 42,
  })) {
    const peers = await theirs(name, batch);
    expect(peers.id).toMatch(/^[\w+/-]{12}:0$/);
    expect(await ours(name, batch, given)).toEqual([{ ...peers, id: `${given}:0` }]);
    ids.add(peers.id);
  }
  expect(ids.size).toBe(BATCHES);
});
