import { describe, expect, test } from 'vitest';
import { parseConfig, settingsOf } from './parse-config.ts';
import type { Destination } from './destination.ts';
import { DeliveryError } from './error.ts';
import type { HttpRequest } from './http.ts';
import { destinations } from './index.ts';
import { addressedSettings, completeSettings } from '../../test/complete-settings.ts';

type Settings = Readonly<Record<string, unknown>>;

const withSecrets = destinations.filter((each) => settingsOf(each).some(({ secret }) => secret));

function configOf(destination: Destination, settings: Settings): unknown {
  const parsed = parseConfig(destination, { ...completeSettings(destination), ...settings });
  if (!parsed.ok) throw new Error(`Invalid settings: ${JSON.stringify(parsed.issues)}`);
  return parsed.config;
}

const scopeOf = (destination: Destination, settings: Settings): string =>
  destination.credentialScope?.(configOf(destination, settings)) ?? 'none';

/** The origin of a connection test's request. */
async function originAsked(destination: Destination, config: unknown): Promise<string> {
  const asked: HttpRequest[] = [];
  await destination.check(
    config,
    {
      http(request) {
        asked.push(request);
        return Promise.reject(new DeliveryError('network', 'Network access is off in this test'));
      },
      now: () => 0,
      random: () => 0.5,
      write: () => undefined,
    },
    new AbortController().signal,
  );
  return new URL(asked[0]?.url ?? 'none:').origin;
}

/** Similar addresses with different origins, and their origins. */
const ADDRESSES = [
  ['https://api.example.com', 'https://api.example.com'],
  ['https://API.Example.com:443/', 'https://api.example.com'],
  ['https://api.example.com:8443', 'https://api.example.com:8443'],
  ['https://api.example.com.', 'https://api.example.com.'],
  ['https://api.example.com.evil.example', 'https://api.example.com.evil.example'],
  ['https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['https://[2001:0db8::0001]', 'https://[2001:db8::1]'],
  ['http://localhost:4566', 'http://localhost:4566'],
  ['http://127.1:4566', 'http://127.0.0.1:4566'],
] as const;

test('every destination with credentials has a scope', () => {
  expect(withSecrets.filter((each) => each.credentialScope === undefined)).toEqual([]);
});

describe.each(withSecrets.map((each) => [each.name, each] as const))('the scope of %s', (_, destination) => {
  const at = (url: string): Settings => addressedSettings(destination)?.at(url) ?? {};

  test('starts with the origin of its requests', async () => {
    const scope = scopeOf(destination, {});
    expect(scope).toBe(await originAsked(destination, configOf(destination, {})));
  });

  test.each(ADDRESSES)('for %s starts with %s', async (address, origin) => {
    const config = configOf(destination, at(address));
    expect(await originAsked(destination, config)).toBe(origin);
    expect(destination.credentialScope?.(config).split(' ')[0]).toBe(origin);
  });

  test('does not depend on the credentials', () => {
    const secrets = settingsOf(destination).filter(({ secret, when }) => secret && when === undefined);
    const others = Object.fromEntries(secrets.map((each) => [each.name, 'x.y:other']));
    expect(scopeOf(destination, others)).toBe(scopeOf(destination, {}));
  });
});

describe('AWS SNS', () => {
  const [sns] = destinations.filter(({ name }) => name === 'AWSSNS');
  const scope = (settings: Settings): string => (sns === undefined ? 'none' : scopeOf(sns, settings));
  const emulator = { snsOptions: { endpoint: 'http://localhost:4566' } };

  test('binds its credentials to the region, even if an endpoint does not name it', () => {
    const scopes = [
      scope({}),
      scope({ region: 'eu-west-1' }),
      scope(emulator),
      scope({ ...emulator, region: 'eu-west-1' }),
    ];
    expect(scopes).toEqual([
      'https://sns.us-east-1.amazonaws.com',
      'https://sns.eu-west-1.amazonaws.com',
      'http://localhost:4566 in us-east-1',
      'http://localhost:4566 in eu-west-1',
    ]);
  });

  test('binds them to the endpoint, even if it is that of SNS', () => {
    const endpoint = 'https://sns.us-east-1.amazonaws.com';
    expect(scope({ snsOptions: { endpoint } })).not.toBe(scope({}));
  });
});
