import { expect, test } from 'vitest';
import { unpaired } from '../../test/unpaired.ts';
import { plot, type Panel } from './plot.ts';

const WORDS = { title: 'Bids & <asks>', description: 'More "bids" than asks.' };
const AXES = { x: { label: 'x', ticks: [0, 10] }, y: { label: 'y', ticks: [0, 10] } };
const drawn = (...panels: readonly Panel[]): string => plot({ ...WORDS, ...AXES, panels }).svg;

test.each([
  ['text beside elements', '<a><b c="d"/>e &amp; f</a>', []],
  ['an element without an end tag', '<a><b></a>', ['/a']],
  ['an end tag without a start tag', 'a</b>', ['/b']],
  ['an element left open', '<a>b', ['a']],
  ['a bare ampersand', '<a>b & c</a>', ['a', '& c</a>']],
  ['an unquoted value', '<a b=c></a>', ['<a b=c></a>']],
])('markup: %s', (_, text, found) => {
  expect(unpaired(text)).toEqual(found);
});

test('text is escaped', () => {
  const svg = drawn({ name: '</text>&' });
  expect(unpaired(svg)).toEqual([]);
  expect(svg).toContain('<title id="title">Bids &amp; &lt;asks&gt;</title>');
  expect(svg).toContain('<desc id="desc">More "bids" than asks.</desc>');
});

test('a chart has colours for light and dark backgrounds, and no background of its own', () => {
  const svg = drawn({});
  expect(svg).toMatch(
    /\.ink\{color:#13191f\}.*@media\(prefers-color-scheme:dark\)\{.*\.ink\{color:#f1f4f6\}/,
  );
  expect(svg).not.toContain('<rect');
});

test('a line is broken where it has no value', () => {
  const points = [1, 2, null, 3, 4].map((y, x) => [x, y] as const);
  const [, d = ''] = /d="([^"]+)" class="stroke egg"/.exec(drawn({ line: points })) ?? [];
  expect(d.replaceAll(/[\d. ]+/g, '')).toBe('MLML');
});

test('a panel without data is an error', () => {
  expect(() => drawn({ name: 'a', columns: [{ from: 0, to: 1, value: NaN }] })).toThrow(
    'nothing to draw for a',
  );
  expect(() => drawn({ line: [[0, null]] })).toThrow('nothing to draw');
});
