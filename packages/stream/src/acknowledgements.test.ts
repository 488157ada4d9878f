import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newAcknowledgements, NO_ACKNOWLEDGEMENTS } from './acknowledgements.ts';

const ranges = fc.array(
  fc.record({
    first: fc.nat(60),
    count: fc.integer({ min: 1, max: 12 }),
    ms: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 30 },
);

test('each row has the time of its first acknowledgement, to 10 ms', () =>
  fc.assert(
    fc.property(ranges, (all) => {
      const times = newAcknowledgements(NO_ACKNOWLEDGEMENTS);
      const wanted = new Map<number, number>();
      for (const { first, count, ms } of all) {
        times.note([first, first + count], ms);
        for (let row = first; row < first + count; row++)
          if (!wanted.has(row)) wanted.set(row, Math.ceil(ms / 10) * 10);
      }
      const { spans } = times.soFar();
      const found = new Map<number, number>();
      for (const { first, end, ms } of spans) for (let row = first; row < end; row++) found.set(row, ms);
      expect(found.size).toBe(spans.reduce((sum, { first, end }) => sum + end - first, 0));
      expect(found).toEqual(new Map([...wanted].sort(([a], [b]) => a - b)));
    }),
  ));

test('beyond 10,000 times they become coarser, and never earlier', () => {
  const times = newAcknowledgements(NO_ACKNOWLEDGEMENTS);
  for (let row = 0; row < 40_000; row++) times.note([row * 2, row * 2 + 1], row * 25);
  const { toMs, spans } = times.soFar();
  expect(spans.length).toBeLessThanOrEqual(10_000);
  for (const row of [0, 12_345, 39_999]) {
    const span = spans.find(({ first, end }) => first <= row * 2 && row * 2 < end);
    expect(span?.ms).toBeGreaterThanOrEqual(row * 25);
    expect(span?.ms).toBeLessThan(row * 25 + toMs);
  }
});
