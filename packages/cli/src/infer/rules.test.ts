import { expect, test } from 'vitest';
import { readSample } from '@catbird/infer';
import { ofSamples, type Asked } from './samples.ts';

const ASKED: Asked = {
  copy: { kind: 'none', fields: [] },
  isSplit: true,
  isExplained: false,
  withRules: [],
  withoutRules: [],
  keepsTimes: false,
};

/** 200 orders, of which row 21 has a typing error. */
async function orders() {
  const lines = Array.from({ length: 200 }, (_, n) => {
    const [quantity, price] = [1 + ((n * 7) % 9), 100 + ((n * 7919) % 9_000)];
    return JSON.stringify({ quantity, price, total: n === 20 ? 1 : quantity * price, cents: price * 100 });
  });
  return readSample(
    (async function* () {
      yield new TextEncoder().encode(lines.join('\n'));
    })(),
  );
}

test('rules are listed with their evidence, and rows that break one are named', async () => {
  const found = ofSamples([['orders.ndjson', await orders()]], ASKED);
  expect(found).toMatchObject({
    lines: [
      'Rules that generated rows keep:',
      '  cents = price * 100: 200 of 200 rows',
      'Not kept: total = quantity * price: 199 of 200 rows, not in row 21. --with-rule total keeps it',
      expect.stringContaining('No text of the sample') as string,
      '4 fields from 200 rows',
    ],
    written: {
      cents: { type: 'catbird.expression' },
      total: { type: expect.not.stringMatching(/expression/) as string },
    },
  });
});

test('a person decides about the rule of a field', async () => {
  const asked = { ...ASKED, withRules: ['total'], withoutRules: ['cents'] };
  expect(ofSamples([['orders.ndjson', await orders()]], asked)).toMatchObject({
    written: {
      cents: { type: expect.not.stringMatching(/expression/) as string },
      total: { params: 'quantity * price' },
    },
  });
  expect(ofSamples([['orders.ndjson', await orders()]], { ...ASKED, withRules: ['quantity'] })).toMatchObject(
    {
      ok: false,
      issues: [{ message: 'No rule was found for quantity. Fields with rules: total, cents' }],
    },
  );
});
