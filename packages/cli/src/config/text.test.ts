import { describe, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { messagesOf } from '@catbird/engine';
import { parseText } from '@catbird/stream';

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** These texts are refused before their bulk is parsed, so that none takes long. */
const HOSTILE: readonly (readonly [remark: string, file: string, text: string, why: string])[] = [
  ['30,000 anchors', 'a.yaml', lines(30_000, (n) => `k${n}: &a${n} 1`), 'more than 1,000 anchors'],
  ['30,000 aliases', 'a.yaml', `a: &a 1\nb:\n${lines(30_000, () => '- *a')}`, 'more than 1,000 aliases'],
  ['100,000 keys', 'a.yaml', lines(100_000, (n) => `k${n}: 1`), 'more than 300,000 symbols'],
  ['lists within lists', 'a.yml', '['.repeat(30_000), 'deeper than 500 arrays and objects'],
  ['objects within objects', 'a.yml', '{a: '.repeat(30_000), 'deeper than 500 arrays and objects'],
  [
    'lists within lists, in one line',
    'a.yml',
    `${'- '.repeat(30_000)}1`,
    'deeper than 500 arrays and objects',
  ],
  ['keys of keys', 'a.yml', `${'? '.repeat(30_000)}1`, 'deeper than 500 arrays and objects'],
  [
    'objects within objects, by indentation',
    'a.yml',
    lines(2000, (n) => `${' '.repeat(n)}a:`),
    'deeper than 500 arrays and objects',
  ],
  ['a list that contains itself', 'a.yaml', 'a: &a [*a]', 'or a value contains itself'],
  [
    'an object that contains itself, many times',
    'a.yaml',
    '&a {b: *a, c: [*a, *a, {d: *a}]}',
    'or a value contains itself',
  ],
  [
    'a thousand million laughs',
    'a.yaml',
    lines(10, (n) => (n === 0 ? 'k0: &a0 ha' : `k${n}: &a${n} [${`*a${n - 1},`.repeat(10)}]`)),
    'Excessive alias count',
  ],
  ['a key twice', 'a.yaml', 'a: 1\nb: {c: 1, c: 2}', 'duplicate key c'],
  ['a template without quotes as a key', 'a.yaml', 'a:\n  {{name}}: 1', 'Put it in quotes'],
  ['a list as a key', 'a.yaml', '? [a, b]\n: 1', 'a list or an object as a key: ["a","b"]. Put it in quotes'],
  ['a number and a text as the same key', 'a.yaml', '1: a\n"1": b', 'duplicate key 1'],
  ['two documents', 'a.yaml', 'a: 1\n---\nb: 1', 'several documents. Keep one of them'],
  [
    'a number with too many digits',
    'a.yaml',
    'a: {b: [12345678901234567890]}',
    '12345678901234567890 would become 12345678901234567000: numbers keep 15 digits. Write it in quotes',
  ],
  [
    'a number with too many digits in JSON',
    'a.json',
    String.raw`{"a": "\" 12345678901234567890", "b": 1.23456789012345678901, "c": -9007199254740993}`,
    '-9007199254740993 would become -9007199254740992: numbers keep 15 digits. Write it in quotes',
  ],
  ['a number with very many digits', 'a.json', `[${'9'.repeat(1_000_000)}]`, 'would become Infinity'],
  ['a tag without a meaning', 'a.yaml', 'a: !(b == "c")', 'Unknown tag !(b'],
  ['an alias without an anchor', 'a.yaml', 'a: *b', 'Unknown alias *b'],
  ['deep JSON', 'a.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'deeper than 64 levels'],
  ['wide JSON', 'a.json', `[${'0,'.repeat(1_000_000)}0]`, 'more than 1,000,000 values'],
  ['long JSON', 'a.json', ' '.repeat(17 * 2 ** 20), 'longer than 16 MiB'],
];

test.each(HOSTILE)('%s: rejected', async (_, file, text, why) => {
  await expect(parseText(text, file)).rejects.toThrow(why);
});

describe('valid YAML is read:', () => {
  test.each([
    ['merge keys', 'a: &a {x: 1}\nb: {<<: *a, y: 2}', { a: { x: 1 }, b: { x: 1, y: 2 } }],
    [
      'text that looks like anchors',
      'a: |\n  &x *y\n  - - -\nb: "*z"\nc: a & b',
      { a: '&x *y\n- - -\n', b: '*z', c: 'a & b' },
    ],
    [
      '5,000 keys',
      lines(5000, (n) => `k${n}: 1`),
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 1])),
    ],
    ['1,000 anchors', lines(1000, (n) => `- &a${n} 1`), Array.from({ length: 1000 }, () => 1)],
    [
      'keys that are not strings, as written',
      'a: {null: 1, ~: 2, true: 3, 1.0: 4, 0x10: 5}\nb: &b {No: 1}\nc: {<<: *b, 1e3: 2}',
      { a: { null: 1, '~': 2, true: 3, '1.0': 4, '0x10': 5 }, b: { No: 1 }, c: { No: 1, '1e3': 2 } },
    ],
    ['60 levels', `${'['.repeat(60)}${']'.repeat(60)}`, JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)],
  ])('%s', async (_, text, value) => {
    expect(await parseText(text, 'a.yaml')).toEqual(value);
  });
});

describe('of 30,000 problems, the first are reported, with the number of the others:', () => {
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`destinatio${n}`, 1]));
  const reasonsFor = (config: unknown): readonly string[] => {
    const reading = readConfig(config, 'a.json', {});
    return reading.ok ? [] : messagesOf(reading.issues);
  };

  test('unknown keys', () => {
    const reported = reasonsFor({ destination: 'log', ...many });
    expect(reported).toHaveLength(21);
    expect(reported[0]).toContain('destinatio0');
    expect(reported.at(-1)).toBe('29,980 more unknown keys');
  });

  test('unknown settings', () => {
    expect(reasonsFor({ destination: 'tinybird', settings: many })).toContain('29,980 more unknown keys');
  });

  test('streams', () => {
    expect(reasonsFor({ destination: 'log', streams: many })).toEqual([
      'streams must contain at most 1,000 streams',
    ]);
    const thousand = Object.fromEntries(Object.entries(many).slice(0, 1000));
    const reported = reasonsFor({ destination: 'log', streams: thousand });
    expect(reported).toHaveLength(101);
    expect(reported.at(-1)).toMatch(/^[\d,]+ more problems$/);
  });

  test('a long key is shortened', () => {
    expect(reasonsFor({ destination: 'log', ['x'.repeat(1e6)]: 1 })[0]?.length).toBeLessThan(1000);
  });
});
