import { expect, test } from 'vitest';
import { shareable } from './shareable.ts';

const SECRET = 'NEEDLE';

/** Configs with a credential, at places where one may be. */
const WITH_SECRET: readonly object[] = [
  { destination: 'tinybird', settings: { datasource: 'd', token: SECRET } },
  { destination: 'Tinybird', streams: { a: { settings: { token: SECRET } } } },
  { streams: { a: { destination: 'http', settings: { auth: 'bearer', bearerToken: SECRET } } } },
  { destination: 'log', streams: { a: { destination: 'kafka', settings: { saslPassword: SECRET } } } },
  { destination: 'postgres', settings: { url: `postgres://me:${SECRET}@db.example/x` } },
];

test.each(WITH_SECRET)('%j is shared without its credential', (value) => {
  const text = JSON.stringify(value);
  const shared = shareable({ name: 'a.yaml', text, fromLink: false }, value);
  expect(shared.text).not.toContain(SECRET);
  expect(shared.text).toContain('${CATBIRD_');
  expect(shared.name).toBe('a.json');
});

test('a config without credentials is shared as it was written', () => {
  const text = '# mine\ndestination: tinybird\nsettings: { datasource: d, token: "${TB}" }\n';
  const value = { destination: 'tinybird', settings: { datasource: 'd', token: '${TB}' } };
  expect(shareable({ name: 'a.yaml', text, fromLink: false }, value)).toEqual({ name: 'a.yaml', text });
});
