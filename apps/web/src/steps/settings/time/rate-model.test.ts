import { parseRate } from '@catbird/core/internal/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factorsOf, pointsOf, slotOf, timeText } from './day-curve.ts';
import { modelOf, PRESET_CHOICES, presetName } from './presets.ts';
import { readRate, writeRate } from './rate-model.ts';

const rateOf = (text: string) => {
  const parsed = parseRate(text, { eps: 200 });
  return parsed.ok ? parsed.rate : parsed.issues;
};

describe('a rate that the form can show is the same after it was shown', () => {
  test.each([
    ['steps', '{"stages":[["0s",0],["2m",500.5],["12m",0]]}'],
    [
      'pattern',
      JSON.stringify({ day: Array.from({ length: 24 }, (_, i) => (i < 12 ? i / 8 : (24 - i) / 8)) }),
    ],
    ['pattern', JSON.stringify({ day: Array.from({ length: 96 }, (_, i) => (i % 7) / 4) })],
    ['pattern', '{"week":[1,1.05,1.1,1.15,0.9,0.3,0]}'],
    [
      'pattern',
      '{"week":[1,1,1,1,1,0.3,0],"calendar":["12-25",{"on":"2026-11-27","times":3.3}],"offset":"+01:00"}',
    ],
    ['pattern', '{"calendar":[{"on":"12-24","times":0.5}]}'],
    [
      'bursts',
      '{"bursts":[{"every":"7m","for":"20s","times":8,"jitter":0.5},{"every":"3h","for":"5m","times":0}]}',
    ],
    ['bursts', '{"bursts":[{"at":"0 2 * * *","for":"30m","times":20,"rest":0.05}],"offset":"+01:00"}'],
  ])('%s %s', (kind, text) => {
    const model = readRate(text);
    expect(model.kind).toBe(kind);
    expect(readRate(writeRate(model))).toEqual(model);
    const [before, after] = [rateOf(text), rateOf(writeRate(model))];
    expect(JSON.stringify(after).replaceAll(/\d+\.\d+/g, (number) => Number(number).toFixed(4))).toBe(
      JSON.stringify(before).replaceAll(/\d+\.\d+/g, (number) => Number(number).toFixed(4)),
    );
  });
});

test.each([
  '{"waves":[{"period":"20m","low":0.5,"high":1.5}]}',
  '{"day":{"low":0.1,"high":1.9,"top":"14:00"}}',
  `{"day":[${Array.from({ length: 25 }, () => 1).join(',')}]}`,
  '{"calendar":[{"on":"12-24","for":"2d","times":0.5}]}',
  '{"preset":"business day","bursts":[{"every":"3h","for":"5m","times":6}]}',
  `{"week":[${Array.from({ length: 168 }, () => 1).join(',')}]}`,
  '{"stages":[["0s",1]],"week":[1,1,1,1,1,1,2]}',
  '{"bursts":[{"every":"7m","for":"20s","times":8,"colour":"red"}]}',
  '{"offset":"+01:00"}',
  '{"stages":[["0s",1',
  '[1,2]',
])('%s is kept as it is', (text) => {
  expect(readRate(text)).toEqual({ kind: 'custom', text });
  expect(writeRate(readRate(text))).toBe(text);
});

test('texts that are no numbers stay, so that the check can name them', () => {
  const steps = {
    kind: 'steps',
    steps: [
      { after: '1m', eps: 'many' },
      { after: '', eps: '' },
    ],
  } as const;
  expect(writeRate(steps)).toBe('{"stages":[["1m","many"],["",""]]}');
  expect(readRate(writeRate(steps))).toEqual(steps);
});

test('holidays that are no dates stay, so that the check can name them', () => {
  const model = readRate('{"calendar":["12-24"]}');
  if (model.kind !== 'pattern') throw new Error(`A ${model.kind}`);
  const text = writeRate({ ...model, holidays: '12-24 50%, , Easter,01-01 ten %' });
  expect(text).toBe('{"calendar":[{"on":"12-24","times":0.5},"Easter","01-01 ten %"]}');
  expect(rateOf(text)).toMatchObject([{ path: ['calendar', 1] }, { path: ['calendar', 2] }]);
});

test('a preset is shown as what it is, and stays a preset until it is changed', () => {
  for (const { name } of PRESET_CHOICES) {
    const model = modelOf(name, 200);
    expect(model.kind).not.toBe('custom');
    expect(rateOf(writeRate(model))).toEqual(rateOf(name));
    expect(presetName(name)).toBe(name);
    expect(presetName(`{"preset": "${name}"}`)).toBe(name);
    expect(presetName(writeRate(model))).toBeUndefined();
  }
  expect(modelOf('flash crowd', 100)).toMatchObject({
    steps: expect.arrayContaining([{ after: '330s', eps: '2000' }]),
  });
});

describe('the curve of a day', () => {
  test('consists of the points at which the line bends', () => {
    expect(pointsOf(Array.from({ length: 24 }, (_, i) => (i === 6 ? 2 : 1)))).toEqual([
      { x: 20, y: 1 },
      { x: 24, y: 2 },
      { x: 28, y: 1 },
    ]);
    expect(pointsOf(Array.from({ length: 24 }, () => 1))).toEqual([
      { x: 0, y: 1 },
      { x: 48, y: 1 },
    ]);
  });

  test('loses nothing: any points on quarters of an hour come back as the same line', () => {
    const points = fc
      .uniqueArray(fc.record({ x: fc.integer({ min: 0, max: 95 }), y: fc.integer({ min: 0, max: 900 }) }), {
        selector: ({ x }) => x,
        minLength: 2,
        maxLength: 40,
      })
      .map((points) => points.map(({ x, y }) => ({ x, y: y / 100 })).sort((a, b) => a.x - b.x));
    fc.assert(
      fc.property(points, (points) => {
        const factors = factorsOf(points);
        const again = factorsOf(pointsOf(factors));
        // Fewer numbers can hold a line whose points lie on whole hours.
        for (const [i, factor] of again.entries())
          expect(factor).toBeCloseTo(factors[(i * factors.length) / again.length] ?? NaN, 3);
        for (const { x, y } of points) {
          const i = (x * factors.length) / 96;
          expect(factors[i]).toBeCloseTo(y, 4);
        }
      }),
    );
  });

  test('has times of day in quarters of an hour', () => {
    expect(timeText(57)).toBe('14:15');
    expect(slotOf('14:15')).toBe(57);
    expect(slotOf('14:20')).toBe(57);
    expect(slotOf('7')).toBe(28);
    expect([slotOf('24:00'), slotOf('23:59'), slotOf('12:60'), slotOf('noon'), slotOf('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
