import { findDestination, type Destination } from '@catbird/core/destinations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepSecrets, keepsSecretsOut, readSecrets, rememberChoice } from './secrets.ts';

const tinybird = findDestination('Tinybird') as Destination;
const config = {
  generatorName: 'Tinybird',
  settings: { host: 'gcp_us_east4', datasource: 'events', token: 'p.secret' },
  eps: 1,
  limit: -1,
};

/** As browsers have it, without a browser. */
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
  test('stay in the address unless a person chose otherwise, and the choice is remembered', () => {
    expect(keepsSecretsOut()).toBe(false);
    rememberChoice(true);
    expect(keepsSecretsOut()).toBe(true);
    rememberChoice(false);
    expect(keepsSecretsOut()).toBe(false);
  });

  test('are kept in the tab only, and nothing but the secrets', () => {
    keepSecrets(tinybird, config, true);
    expect(readSecrets(tinybird)).toEqual({ token: 'p.secret' });
    expect(localStorage.length).toBe(0);
    expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).toBe('{"token":"p.secret"}');
  });

  test('are forgotten once they are in the address', () => {
    keepSecrets(tinybird, config, true);
    keepSecrets(tinybird, config, false);
    expect(readSecrets(tinybird)).toEqual({});
    expect(sessionStorage.length).toBe(0);
  });

  test.each(['null', '[]', '7', '"text"', '{"token":5,"host":"x"}', '{broken'])(
    'what else lies in the storage, such as %s, is ignored',
    (stored) => {
      sessionStorage.setItem('credentials.Tinybird', stored);
      expect(readSecrets(tinybird)).toEqual({});
    },
  );

  test('without any storage nothing is remembered, and nothing breaks', () => {
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
    expect(readSecrets(tinybird)).toEqual({});
  });
});
