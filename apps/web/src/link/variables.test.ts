import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { keepVariables, restoreVariables } from './variables.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const GOOD = ['https://good.example'];

test('a value comes back for the same places only', () => {
  keepVariables({ TOKEN: 'x', EMPTY: '', OTHER: 'y' }, { TOKEN: GOOD, EMPTY: GOOD });
  expect(restoreVariables(['TOKEN', 'OTHER'], () => ({ TOKEN: GOOD }))).toEqual({ TOKEN: 'x', OTHER: '' });
  expect(restoreVariables(['TOKEN'], () => ({ TOKEN: ['https://evil.example'] }))).toEqual({ TOKEN: '' });
  expect(restoreVariables(['TOKEN'], () => ({ TOKEN: [...GOOD, 'https://evil.example'] }))).toEqual({
    TOKEN: '',
  });
  expect(restoreVariables(['TOKEN'], () => ({}))).toEqual({ TOKEN: '' });
  const names = ['__proto__', 'constructor'];
  expect(Object.entries(restoreVariables(names, () => ({})))).toEqual(names.map((name) => [name, '']));
});

test('damaged storage has no values', () => {
  sessionStorage.setItem('credentials.config', '{"TOKEN": {"value": 5}, "B": null}');
  expect(restoreVariables(['TOKEN', 'B'], () => ({ TOKEN: GOOD, B: GOOD }))).toEqual({
    TOKEN: '',
    B: '',
  });
});
