import { DeliveryError } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import type { StreamOfConfig } from '../../state/streams.ts';
import { errorReport } from '../../worker/session-run.ts';
import { secretsIn } from '../../worker/failure.ts';
import { readConfig } from '../../worker/read-config.ts';
import { partOf, scopesOf, targetOf } from './targets.ts';

async function streamOf(config: object): Promise<StreamOfConfig> {
  const view = await readConfig(JSON.stringify(config), 'a.json');
  const [stream] = view.ok ? view.streams : [];
  if (stream === undefined) throw new Error('Invalid config');
  return stream;
}

test('the host of a stream is known before its token, unless an open value decides it', async () => {
  const tinybird = await streamOf({
    destination: 'tinybird',
    settings: { datasource: 'd', token: '${TOKEN}' },
  });
  expect(targetOf(tinybird, {})).toMatchObject({ ok: false, host: 'api.tinybird.co', variables: ['TOKEN'] });
  expect(scopesOf([tinybird], {})).toEqual({});
  expect(scopesOf([tinybird], { TOKEN: 'x' })).toEqual({ TOKEN: ['https://api.tinybird.co'] });
  const http = await streamOf({ destination: 'http', settings: { url: 'https://${HOST}/e' } });
  expect(targetOf(http, {})).toMatchObject({ ok: false, host: undefined });
  expect(targetOf(http, { HOST: 'good.example' })).toMatchObject({ ok: true, host: 'good.example' });
});

test('values of variables are hidden wherever they go, but for a host and what is too short for a secret', async () => {
  const stream = await streamOf({
    destination: 'http',
    settings: { url: 'https://${HOST}/e?k=${KEY}', headers: { authorization: 'Bearer ${TOKEN}', v: '${V}' } },
  });
  const values = { HOST: 'good.example', KEY: 'a-key', TOKEN: 'a-token', V: '12' };
  const hidden = ['a-key', 'a-token'];
  const found = targetOf(stream, values);
  expect(found).toMatchObject({ ok: true, target: { hidden } });
  if (!found.ok) return;
  expect(secretsIn(found.target)).toEqual(expect.arrayContaining(hidden));
  const error = new DeliveryError('auth', 'HTTP returned 401', { detail: 'No a-token, but a-key' });
  expect(errorReport(error, 0, false, found.target.hidden ?? [])).toMatchObject({
    detail: 'No [hidden], but [hidden]',
  });
});

test('a config with types of packages is refused, with their place', async () => {
  const text = 'destination: log\ntypes: [catbird-types-aviation]\n';
  expect(await readConfig(text, 'a.yaml')).toMatchObject({
    ok: false,
    issues: [
      {
        message:
          'types: this page runs no code of packages, so it cannot make the values of catbird-types-aviation. Use catbird run',
        at: { line: 2 },
      },
    ],
  });
});

test('a config with a format that only the command line writes is refused, with its place', async () => {
  const text = JSON.stringify({ destination: 'log', format: 'csv' });
  expect(await readConfig(text, 'a.json')).toMatchObject({
    ok: false,
    issues: [{ message: 'format: this page sends JSON. Remove it, or use catbird run', at: { line: 1 } }],
  });
  expect(await readConfig(JSON.stringify({ destination: 'log', format: 'json' }), 'a.json')).toMatchObject({
    ok: true,
  });
});

test('what waits for a stream that is left out is left out, too, wherever it stands', () => {
  const streams = [
    { name: 'c', startAfter: ['b'] },
    { name: 'b', startAfter: ['kafka'] },
    { name: 'kafka' },
    { name: 'd' },
  ];
  const { here, leftOut } = partOf(streams, ({ name }) => (name === 'kafka' ? 'no Kafka' : undefined));
  expect(here.map(({ name }) => name)).toEqual(['d']);
  expect(leftOut).toEqual([
    { name: 'kafka', why: 'no Kafka' },
    { name: 'b', why: 'it starts after kafka' },
    { name: 'c', why: 'it starts after b' },
  ]);
});
