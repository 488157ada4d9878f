import { findDestination, type Destination } from '@catbird/core/destinations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formOf, readLink } from './link.ts';
import { keepSecrets, keepsSecretsOut, readSecrets, rememberChoice } from './secrets.ts';
import type { Values } from '../state/config.ts';
import { emptyForm } from '../state/settings.ts';

const tinybird = findDestination('Tinybird') as Destination;
const config = {
  generatorName: 'Tinybird',
  settings: { host: 'gcp_us_east4', datasource: 'events', token: 'p.secret' },
  eps: 1,
  limit: -1,
};
const SCOPE = 'https://api.us-east.tinybird.co';

/** Storage without a browser. */
function storage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('credentials', () => {
  test('stay in the address by default, and the choice is remembered', () => {
    expect(keepsSecretsOut()).toBe(false);
    rememberChoice(true);
    expect(keepsSecretsOut()).toBe(true);
    rememberChoice(false);
    expect(keepsSecretsOut()).toBe(false);
  });

  test('are stored in this tab only, and only the secrets', () => {
    keepSecrets(tinybird, config, true);
    expect(readSecrets(tinybird)).toEqual(new Map([[SCOPE, { token: 'p.secret' }]]));
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).toBe(`{"${SCOPE}":{"token":"p.secret"}}`);
  });

  test('are removed once they are in the address', () => {
    keepSecrets(tinybird, config, true);
    keepSecrets(tinybird, config, false);
    expect(readSecrets(tinybird).size).toBe(0);
    expect(sessionStorage.length).toBe(0);
  });

  test.each([
    'null',
    '[]',
    '7',
    '"text"',
    '{broken',
    // As earlier versions stored them: without an origin.
    '{"token":"p.secret"}',
    `{"${SCOPE}":"p.secret"}`,
    `{"${SCOPE}":{"token":5,"host":"x"}}`,
    `{"${SCOPE}":null}`,
  ])('invalid storage content %s is ignored', (stored) => {
    sessionStorage.setItem('credentials.Tinybird', stored);
    expect(readSecrets(tinybird).size).toBe(0);
  });

  test('without storage nothing is remembered and nothing fails', () => {
    const forbidden = new Proxy(storage(), {
      get() {
        throw new DOMException('Storage is forbidden', 'SecurityError');
      },
    });
    vi.stubGlobal('localStorage', forbidden);
    vi.stubGlobal('sessionStorage', forbidden);
    rememberChoice(true);
    keepSecrets(tinybird, config, true);
    expect(keepsSecretsOut()).toBe(false);
    expect(readSecrets(tinybird).size).toBe(0);
  });
});

/** The token that is filled in for a link, and which credentials were withheld. */
const opened = (values: Values, before = emptyForm) => {
  const link = readLink(`?${new URLSearchParams({ generatorName: 'Tinybird', ...values }).toString()}`);
  const { form, withheld } = formOf(link, before, readSecrets(tinybird));
  return { token: form.values['Tinybird']?.['token'], withheld };
};
const at = (endpoint: string): Values => ({ host: 'custom', endpoint, datasource: 'events' });

describe('stored credentials are filled in for a link that leads to', () => {
  beforeEach(() => {
    keepSecrets(tinybird, { ...config, settings: { ...at('https://a.example'), token: 'p.secret' } }, true);
  });

  test.each([
    'https://a.example',
    'https://A.EXAMPLE:443/',
    'https://a.example/path',
    'https://a.example\\@evil.example',
  ])('%s', (endpoint) => {
    expect(opened(at(endpoint))).toEqual({ token: 'p.secret', withheld: undefined });
  });

  test.each([
    'https://evil.example',
    'https://a.example.evil.example',
    'https://a.example:8443',
    'https://a.example.',
    'https://\u0430.example',
    'https://[::1]',
    'http://localhost',
    'https://127.0.0.1',
  ])('their own origin, and not to %s', (endpoint) => {
    const { token, withheld } = opened(at(endpoint));
    expect(token).toBeUndefined();
    expect(withheld).toMatchObject({
      names: ['token'],
      scopes: ['https://a.example'],
      asked: new URL(endpoint).origin,
    });
  });

  test.each([
    'http://a.example',
    'https://a.example@evil.example',
    'https://evil.example#a.example',
    '//a.example',
    '',
  ])('nowhere, as %s', (endpoint) => {
    const { token, withheld } = opened(at(endpoint));
    expect(token).toBeUndefined();
    expect(withheld).toMatchObject({ names: ['token'], asked: undefined });
  });

  test('a link with its own token keeps it, without a note', () => {
    expect(opened({ ...at('https://evil.example'), token: 'p.theirs' })).toEqual({
      token: 'p.theirs',
      withheld: undefined,
    });
    expect(opened({ ...at('https://evil.example'), token: '' }).withheld).toBeDefined();
  });

  test('each of several origins gets its own', () => {
    keepSecrets(tinybird, { ...config, settings: { ...at('https://b.example'), token: 'p.other' } }, true);
    expect(opened(at('https://a.example')).token).toBe('p.secret');
    expect(opened(at('https://b.example')).token).toBe('p.other');
    expect(opened(at('https://c.example')).withheld?.scopes).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });

  test('a credential typed for one origin is not carried to another by Back or Forward', () => {
    sessionStorage.clear();
    const typed = { ...at('https://a.example'), token: 'p.typed' };
    const before = { ...emptyForm, values: { Tinybird: typed } };
    expect(opened(at('https://a.example'), before).token).toBe('p.typed');
    expect(opened(at('https://evil.example'), before)).toMatchObject({
      token: undefined,
      withheld: { scopes: ['https://a.example'], asked: 'https://evil.example' },
    });
    // Incomplete settings have no origin.
    const half = { ...emptyForm, values: { Tinybird: { token: 'p.typed' } } };
    expect(opened(at('https://evil.example'), half).token).toBeUndefined();
  });
});
