import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '../../../index.ts';
import { putKeyCharacters, readKeyPattern, roomOf } from './key-pattern.ts';

const textOf = (pattern: string, key: number, n: number): string => {
  const codes: number[] = [];
  putKeyCharacters(readKeyPattern(pattern) ?? [], key, n, (at, code) => (codes[at] = code));
  return String.fromCharCode(...codes);
};

test('every number has a text of its own, which the pattern matches', () => {
  const patterns = fc.constantFrom(
    'E[0-9]{2}',
    '[a-c]{4}-[0-9a-f]',
    'device-[0-9a-f]{4}',
    '[A-Z]{2}[0-9]{3}[.]x',
  );
  fc.assert(
    fc.property(patterns, fc.integer(), (pattern, key) => {
      const room = Math.min(900, roomOf(readKeyPattern(pattern) ?? []));
      const all = Array.from({ length: room }, (_, n) => textOf(pattern, key, n));
      expect(new Set(all).size).toBe(room);
      const matches = new RegExp(`^${pattern}$`);
      for (const each of all) expect(each).toMatch(matches);
    }),
    { numRuns: 30 },
  );
});

test.each(['', '(a|b)', 'a*?{', '[a', 'a{', 'é', '[0-9]{999}'])('%j is no such pattern', (pattern) => {
  expect(readKeyPattern(pattern)).toBeUndefined();
});

const rowsOf = (params: object, count: number): unknown[] => {
  const parsed = parseSchema(
    JSON.stringify({ id: { type: 'catbird.key', params }, copy: { type: 'catbird.ref', params: 'id' } }),
  );
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), {
    first: 0,
    count,
    time: { startMs: 0, stepMs: 1 },
  });
  return [...texts(batch)]
    .map((row) => JSON.parse(row) as { id: string; copy: string })
    .map(({ id, copy }) => {
      expect(copy).toBe(id);
      return id;
    });
};

test.each([400, 5_000])('a pool of %d keys of patterns has as many texts', (size) => {
  const ids = rowsOf(
    { name: 'device', size, form: 'pattern', pattern: ['dev-[0-9a-f]{4}', 'E[0-9]{4}"'] },
    size * 12,
  );
  expect(new Set(ids).size).toBe(size);
  for (const id of ids) expect(id).toMatch(/^(dev-[\da-f]{4}|E\d{4}")$/);
});

test('says what is wrong with a pattern, and what to do', () => {
  const issues = (params: object): string => {
    const parsed = parseSchema(
      JSON.stringify({ id: { type: 'catbird.key', params: { name: 'n', ...params } } }),
    );
    return parsed.ok ? '' : parsed.issues.map(({ message }) => message).join(' ');
  };
  expect(issues({ size: 200, form: 'pattern', pattern: '[0-9]{2}' })).toContain('too few texts for 200 keys');
  expect(issues({ size: 2, form: 'pattern', pattern: '(a|b)' })).toContain('no pattern of a fixed length');
  expect(issues({ size: 2, form: 'pattern' })).toContain('needs a pattern');
  expect(issues({ size: 2, pattern: 'a[0-9]' })).toContain('whose form is pattern');
});
