import { settingsOf } from '@catbird/send';
import { isHarmless } from '@catbird/stream';
import { expect, test } from 'vitest';
import { destinations } from './list.ts';

const settings = destinations.flatMap((destination) =>
  settingsOf(destination).map((setting) => ({ ...setting, of: destination.name })),
);

test('no secret setting of any destination is shared', () => {
  const secret = settings.filter((setting) => setting.secret);
  expect(secret.length).toBeGreaterThan(15);
  expect(secret.filter(({ name }) => isHarmless([name], 'text'))).toEqual([]);
});

test('every other setting is shared, unless it may be part of a credential', () => {
  const kept = settings.filter(
    ({ secret, kind, name }) => !secret && kind !== 'json' && !isHarmless([name], 'https://example.com/a'),
  );
  const unshared = kept.filter(({ name, kind }) => !isHarmless([name], kind === 'boolean' ? true : 'text'));
  expect([...new Set(unshared.map(({ name }) => name))].toSorted()).toEqual([
    'accessKeyId',
    'apiKey',
    'body',
    'clientId',
    'partitionKey',
    'row',
    'tokenCommand',
    'tokenFile',
    'username',
  ]);
});
