import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../test/code-point.ts';
import { newBody } from './body.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

test('digits are those of the number, up to the largest safe integer', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), fc.integer({ min: 1, max: 16 }), (numbers, width) => {
      const body = newBody(0);
      for (const number of numbers) {
        body.digits(number, width);
        body.bytes(encoder.encode(' '));
      }
      expect(decoder.decode(body.end())).toBe(
        numbers.map((number) => `${String(number).padStart(width, '0')} `).join(''),
      );
    }),
    { examples: [[[0, 9, 10, 99, 100, Number.MAX_SAFE_INTEGER], 3]] },
  );
});

test('an escaped text is a JSON string with the same value, control characters included', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (given) => {
      const text = given.toWellFormed();
      const body = newBody(0);
      body.bytes(encoder.encode('"'));
      body.escaped(encoder.encode(text));
      body.bytes(encoder.encode('"'));
      expect(JSON.parse(decoder.decode(body.end()))).toBe(text);
      expect(body.length).toBe(body.end().length);
    }),
    { examples: [['"\\\u0000\u001f\n ünï 漢 🐦']] },
  );
});

test('bytes in base64 are those of Node', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }), (parts) => {
      const body = newBody(0);
      for (const part of parts) body.base64(part);
      expect(decoder.decode(body.end())).toBe(
        parts.map((part) => Buffer.from(part).toString('base64')).join(''),
      );
    }),
  );
});
