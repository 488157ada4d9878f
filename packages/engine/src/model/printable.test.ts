import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoint } from '../../../../test/code-point.ts';
import { inLine, newPrintable, printable } from './printable.ts';

/** Control characters, by their Unicode properties. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

const controls = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((char) =>
  OBEYED.test(char),
);
const text = fc.string({
  unit: fc.oneof(fc.string({ unit: codePoint, minLength: 1, maxLength: 1 }), fc.constantFrom(...controls)),
});

describe('printable text', () => {
  test('contains no control characters except newlines and tabs', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(printable(given).replaceAll(/[\n\t]/g, '')).not.toMatch(OBEYED);
        expect(inLine(given)).not.toMatch(OBEYED);
      }),
    );
  });

  test('is unchanged if it had none', () => {
    const plain = 'Zürich, 東京 🐦 👩‍👩‍👧 می‌خواهم\n\t"a\\b"';
    expect(printable(plain)).toBe(plain);
  });

  test('is unchanged by a second pass', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(printable(printable(given))).toBe(printable(given));
      }),
    );
  });

  test('has the same value if it is JSON', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(JSON.parse(printable(JSON.stringify([given])))).toEqual([given]);
      }),
    );
  });

  test.each([
    ['colours and cursor (CSI)', '\u001B[2J', '\\u001b[2J'],
    ['CSI as one character', '\u009B2J', '\\u009b2J'],
    ['a title, a link, the clipboard (OSC)', '\u001B]52;c;aGk=\u0007', '\\u001b]52;c;aGk=\\u0007'],
    ['OSC and ST as one character', '\u009D8;;x\u009C', '\\u009d8;;x\\u009c'],
    ['an overwritten line', 'ok\rno', 'ok\\u000dno'],
    ['backspaces', 'no\b\bok', 'no\\u0008\\u0008ok'],
    ['reversed text', 'a\u202Etxt.exe\u2066', 'a\\u202etxt.exe\\u2066'],
    ['a Windows line end', 'a\r\nb', 'a\nb'],
    ['invisible characters', 'a\u200Bb\uFEFF', 'a\\u200bb\\ufeff'],
  ])('shows %s', (_, given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  test('cannot forge a line', () => {
    expect(inLine('a\n✓ Done\tx')).toBe('a\\u000a✓ Done\\u0009x');
  });
});

test('bytes for a terminal are printable however they are cut, and the same JSON', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (given, size) => {
      const json = JSON.stringify({ given: given.toWellFormed() });
      const bytes = new TextEncoder().encode(json);
      const shown = newPrintable();
      let out = '';
      for (let at = 0; at < bytes.length; at += size) out += shown(bytes.subarray(at, at + size));
      expect(out).not.toMatch(OBEYED);
      expect(JSON.parse(out)).toEqual(JSON.parse(json));
    }),
  );
});
