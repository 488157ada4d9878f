import { expect, test } from 'vitest';
import { brokenLinks } from './finish.ts';

const broken = (body: string): readonly string[] =>
  brokenLinks({
    pages: new Map([
      ['docs/index.html', '<h1 id="start">Start</h1>'],
      ['docs/types/number.html', `<h1 id="number">number</h1>${body}`],
    ]),
    hasFile: (path) => ['index.html', 'assets/docs.js'].includes(path),
  });

test.each([
  '../index.html',
  '../',
  '../index.html#start',
  '#number',
  '../../?template=Custom&amp;schema=z1.a/b',
  '../../assets/docs.js',
  'https://example.com/nothing',
])('%s has a target', (address) => {
  expect(broken(`<a href="${address}">a</a>`)).toEqual([]);
});

test.each([
  'string.html',
  '../index.html#end',
  '#int',
  '../../assets/none.js',
  '../../../index.html',
  '/docs/',
])('%s is broken', (address) => {
  expect(broken(`<a href="${address}">a</a>`)).toEqual([`docs/types/number.html: ${address}`]);
});
