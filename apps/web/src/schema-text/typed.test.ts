import { invalid, readJson } from '@catbird/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looseText, readAny, readExtent, readLines, readLoose, readNumber, readPercent } from './typed.ts';

test('a number keeps its spelling and stays within its bounds', () => {
  expect(readNumber(' 1.50 ', { kind: 'number' })).toEqual({ ok: true, value: '1.50' });
  expect(readNumber('', { kind: 'number' })).toEqual({ ok: true, value: undefined });
  for (const typed of ['1,5', 'NaN', '1e999', '.5', '0x1', '1.'])
    expect(readNumber(typed, { kind: 'number' }).ok, typed).toBe(false);
  expect(readNumber('1.5', { kind: 'number', isWhole: true })).toEqual(invalid('Not a whole number'));
  expect(readNumber('0', { kind: 'number', min: 1 })).toEqual(invalid('At least 1'));
  expect(readNumber('6', { kind: 'number', max: 5 })).toEqual(invalid('At most 5'));
});

test.each([
  ['5', '5'],
  ['1–5', '{"min": 1, "max": 5}'],
  ['1-5', '{"min": 1, "max": 5}'],
  ['-5 to -1', '{"min": -5, "max": -1}'],
  ['5–1', undefined],
  ['many', undefined],
])('%s is a number or a range: %s', (typed, value) => {
  expect(readExtent(typed)).toEqual(value === undefined ? invalid(expect.any(String)) : { ok: true, value });
});

test('percent becomes a share without binary noise', () => {
  expect(readPercent('7')).toEqual({ ok: true, value: '0.07' });
  expect(readPercent('12.5 %')).toEqual({ ok: true, value: '0.125' });
  expect(readPercent('0')).toEqual({ ok: true, value: undefined });
  expect(readPercent('101').ok).toBe(false);
});

test('every JSON value comes back from the text that stands for it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
      const text = JSON.stringify(value);
      const { root } = readJson(text, 100);
      expect(root && JSON.parse(readLoose(looseText(text, root)))).toEqual(JSON.parse(text));
    }),
  );
  expect(readLoose('a b')).toBe('"a b"');
  expect(readLoose('1.0')).toBe('1.0');
  expect(readLoose('"1"')).toBe('"1"');
});

test('a pasted list has one value a line, with its weight', () => {
  expect(readLines('DE, 30\r\nFR\t25\n\nRio, Brazil\n7', true)).toEqual([
    { value: '"DE"', weight: '30' },
    { value: '"FR"', weight: '25' },
    { value: '"Rio, Brazil"', weight: '1' },
    { value: '7', weight: '1' },
  ]);
  expect(readLines('a, 1', false)).toEqual([{ value: '"a, 1"', weight: '1' }]);
});

test('JSON is checked', () => {
  expect(readAny('{"a": 1}')).toEqual({ ok: true, value: '{"a": 1}' });
  expect(readAny('{"a": 1')).toMatchObject({ ok: false });
});
