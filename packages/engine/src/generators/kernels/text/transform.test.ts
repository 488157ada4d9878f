import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../../../test/code-point.ts';
import { transforms } from './transform.ts';

const encoder = new TextEncoder();

test.each([...transforms])(
  '%s gives the same result for bytes and texts, and leaves other than plain bytes to texts',
  (_, transform) => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: codePoint })), (text) => {
        const json = encoder.encode(JSON.stringify(text).slice(1, -1));
        const to = new Uint8Array(json.length + 3);
        const end = transform.plain(json, 0, json.length, to, 3);
        // oxlint-disable-next-line no-control-regex
        const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/.test(text);
        expect(end >= 0).toBe(isPlain);
        if (isPlain) expect(new TextDecoder().decode(to.subarray(3, end))).toBe(transform.text(text));
      }),
      { numRuns: 1000 },
    );
  },
);

test.each([
  ['slug', "  O'Brien & Sons ", 'o-brien-sons'],
  ['slug', '--', ''],
  ['upper', 'a1-z', 'A1-Z'],
  ['lower', 'Ab C', 'ab c'],
])('%s of "%s" is "%s"', (name, text, expected) => {
  const transform = transforms.get(name);
  const to = new Uint8Array(64);
  const json = encoder.encode(text);
  const end = transform?.plain(json, 0, json.length, to, 0) ?? -1;
  expect(new TextDecoder().decode(to.subarray(0, end))).toBe(expected);
  expect(transform?.text(text)).toBe(expected);
});
