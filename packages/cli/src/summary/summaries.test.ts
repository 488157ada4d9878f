import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { longOnly } from '../../../../test/long.ts';
import { lastSummary } from './summaries.ts';

const lastIn = (...parts: readonly string[]): Promise<string> => lastSummary(Readable.from(parts));

const [ONE, TWO] = ['{"type":"summary","generated":1}', '{"generated":2,"type":"summary"}'];

test('the last summary counts, however the output is cut into parts', async () => {
  const output = `{"type":"start"}\n${ONE}\nnot JSON\n${TWO}\n{"type":"note","message":"a \\"summary\\""}\n`;
  expect(await lastIn(output)).toBe(TWO);
  expect(await lastIn(...Array.from(output))).toBe(TWO);
  expect(await lastIn(ONE)).toBe(ONE);
  expect(await lastIn(`\uFEFF${ONE}\r\n`)).toContain(ONE);
  expect(await lastIn(`${ONE}\n`, TWO.slice(0, -1))).toBe(ONE);
  expect(await lastIn('', '{"type":"start"}\n')).toBe('');
});

// 600 MB are as much as a stream prints in some weeks, and more than a string may have: V8's longest has 512 Mi characters.
test.each([70, ...longOnly([600])])(
  '%d MB of output are read, but for lines without an end',
  async (length) => {
    const progress = '{"type":"progress"}\n'.repeat(50_000);
    const weeks = Array.from({ length }, () => progress);
    expect(await lastIn(...weeks, `${ONE}\n`, ...weeks.slice(0, 3))).toBe(ONE);
    const endless = Array.from({ length }, () => 'x'.repeat(1e6));
    expect(await lastIn(`${ONE}\n{"`, ...endless, `\n${TWO}\n`)).toBe(TWO);
    expect(await lastIn(`${ONE}\n{"`, ...endless, TWO)).toBe(ONE);
  },
);
