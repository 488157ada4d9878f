import { invalid } from '../model/issue.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronTimes, readCron } from './cron.ts';
import { fixedOffset } from './intensity/offsets.ts';

const at = (text: string): number => Date.parse(text);
const texts = (times: readonly number[]): string[] =>
  times.map((ms) => new Date(ms).toISOString().replace(':00.000Z', ''));

// 2026-11-02 is a Monday.
test.each([
  ['0 2 * * *', '2026-11-02', '2026-11-04', ['2026-11-02T02:00', '2026-11-03T02:00']],
  [
    '*/20 9-10 * * *',
    '2026-11-02T09:20',
    '2026-11-02T10:20',
    ['2026-11-02T09:20', '2026-11-02T09:40', '2026-11-02T10:00'],
  ],
  ['5/25 0 * * *', '2026-11-02', '2026-11-03', ['2026-11-02T00:05', '2026-11-02T00:30', '2026-11-02T00:55']],
  ['0,30 12 * * 1', '2026-11-01', '2026-11-09', ['2026-11-02T12:00', '2026-11-02T12:30']],
  ['0 0 * * 7', '2026-11-02', '2026-11-09', ['2026-11-08T00:00']],
  ['0 0 * * SUN', '2026-11-02', '2026-11-09', ['2026-11-08T00:00']],
  [
    '0 0 * * fri-sun',
    '2026-11-02',
    '2026-11-09',
    ['2026-11-06T00:00', '2026-11-07T00:00', '2026-11-08T00:00'],
  ],
  ['0 0 * * */3', '2026-11-01', '2026-11-08', ['2026-11-01T00:00', '2026-11-04T00:00', '2026-11-07T00:00']],
  ['0 0 29 feb *', '2026-01-01', '2033-01-01', ['2028-02-29T00:00', '2032-02-29T00:00']],
  ['0 0 31 * *', '2026-01-01', '2026-06-01', ['2026-01-31T00:00', '2026-03-31T00:00', '2026-05-31T00:00']],
  ['0 0 1 jan,JUL *', '2026-01-01', '2027-01-01', ['2026-01-01T00:00', '2026-07-01T00:00']],
])('%s from %s to %s', (expression, from, to, expected) => {
  expect(
    texts(
      cronTimes(
        expression,
        at(`${from}${from.includes('T') ? 'Z' : ''}`),
        at(`${to}${to.includes('T') ? 'Z' : ''}`),
      ),
    ),
  ).toEqual(expected);
});

test('with a day of the month and a day of the week, either matches; a field that begins with * must match too', () => {
  const november = (expression: string) =>
    texts(cronTimes(expression, at('2026-11-01'), at('2026-12-01'))).map((text) => text.slice(8, 10));
  expect(november('0 0 13 * fri')).toEqual(['06', '13', '20', '27']);
  expect(november('0 0 1,2 * 3')).toEqual(['01', '02', '04', '11', '18', '25']);
  expect(november('0 0 */2 * fri')).toEqual(['13', '27']);
});

test('an offset moves the clock of the expression', () => {
  const [ms] = cronTimes('0 2 * * *', at('2026-11-02'), at('2026-11-03'), fixedOffset(3_600_000));
  expect(ms).toBe(at('2026-11-02T01:00Z'));
  const [early] = cronTimes('30 0 * * 1', at('2026-11-01'), at('2026-11-03'), fixedOffset(5.5 * 3_600_000));
  expect(early).toBe(at('2026-11-01T19:00Z'));
});

test('the start of a range belongs to it and its end does not, to the millisecond', () => {
  const noon = at('2026-11-02T12:00Z');
  expect(cronTimes('0 12 * * *', noon, noon + 1)).toEqual([noon]);
  expect(cronTimes('0 12 * * *', noon - 1, noon)).toEqual([]);
  expect(cronTimes('0 12 * * *', noon + 1, noon + 86_400_000)).toEqual([]);
  expect(cronTimes('0 12 * * *', noon, noon)).toEqual([]);
});

test('extreme ranges end', () => {
  expect(cronTimes('0 0 1 1 *', at('9999-01-01'), Infinity)).toEqual([
    at('9999-01-01'),
    Date.UTC(10_000, 0, 1),
  ]);
  expect(cronTimes('0 0 29 2 *', at('1970-01-01'), 1e308)).toHaveLength(1947);
  expect(cronTimes('* * * * *', Number.NaN, Number.NaN)).toEqual([]);
  expect(cronTimes('* * * * *', 1e308, Infinity)).toEqual([]);
});

test('a text that is no expression throws', () => {
  expect(() => cronTimes('soon', 0, 1)).toThrow('A cron expression must have five fields');
});

const FIVE = 'must have five fields (minute, hour, day of month, month, day of week), such as 0 2 * * *';
test.each([
  ['', FIVE],
  ['0 2 * *', FIVE],
  ['*'.repeat(2000), FIVE],
  ['0 0 2 * * *', `${FIVE}. Seconds and years are not supported`],
  ['@daily', 'must have five fields: write 0 0 * * * instead of @daily'],
  ['75 * * * *', 'must have minutes from 0 to 59, not 75'],
  ['0 24 * * *', 'must have hours from 0 to 23, not 24'],
  ['0 0 0 * *', 'must have days of the month from 1 to 31, not 0'],
  ['0 0 * 13 *', 'must have months from 1 to 12, not 13'],
  ['0 0 * * 8', 'must have days of the week from 0 to 7, not 8'],
  ['0 22-6 * * *', 'must have ascending ranges: instead of 22-6, write two ranges with a comma between them'],
  ['*/0 * * * *', 'must have steps of minutes from 1 to 60, not */0'],
  ['*/90 * * * *', 'must have steps of minutes from 1 to 60, not */90'],
  ['*/x * * * *', 'must have steps of minutes from 1 to 60, not */x'],
  ['1, * * * *', 'must have a number before and after each comma in its minutes'],
  ['-5 * * * *', 'must have minutes as numbers, lists, ranges or steps, not -5'],
  ['1.5 * * * *', 'must have minutes as numbers, lists, ranges or steps, not 1.5'],
  ['5- * * * *', 'must have minutes as numbers, lists, ranges or steps, not 5-'],
  ['1-2-3 * * * *', 'must have minutes as numbers, lists, ranges or steps, not 1-2-3'],
  ['1/2/3 * * * *', 'must have minutes as numbers, lists, ranges or steps, not 1/2/3'],
  ['*-5 * * * *', 'must have minutes as numbers, lists, ranges or steps, not *-5'],
  ['0 0 * * monday', 'must have days of the week as numbers or three letters: write mon instead of monday'],
  ['0 0 ? * 1', 'must not contain ?. Write * instead'],
  ['0 0 L * *', 'must not contain L: L, W and # are not supported'],
  ['0 0 15W * *', 'must not contain 15W: L, W and # are not supported'],
  ['0 0 * * 5#2', 'must not contain 5#2: L, W and # are not supported'],
  ['0 0 30 2 *', 'must match a day that exists: no month in it has day 30'],
])('%s is rejected', (text, message) => {
  expect(readCron(text)).toEqual(invalid(message));
});

const field = (least: number, most: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.integer({ min: least, max: most }).map(String),
    fc
      .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
      .map((two) => two.toSorted((a, b) => a - b).join('-')),
    fc.integer({ min: 1, max: 7 }).map((step) => `*/${step}`),
    fc
      .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 })
      .map((list) => list.join(',')),
  );

test('times are those of which every minute is asked alone, in any split of the range', () => {
  const expression = fc
    .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 7))
    .map((fields) => fields.join(' '));
  const start = at('2027-12-31');
  const minutes = fc.integer({ min: 0, max: 2 * 24 * 60 });
  fc.assert(
    fc.property(
      expression,
      minutes,
      minutes,
      fc.constantFrom(0, 3_600_000, -12_600_000),
      (text, a, b, offsetMs) => {
        const [from, to] = [start + Math.min(a, b) * 60_000, start + Math.max(a, b) * 60_000];
        const whole = cronTimes(text, from, to, fixedOffset(offsetMs));
        const alone = Array.from({ length: (to - from) / 60_000 }, (_, n) => from + n * 60_000).filter((ms) =>
          isStart(text, ms + offsetMs),
        );
        expect(whole).toEqual(alone);
        const middle = Math.floor((from + to) / 2);
        expect([
          ...cronTimes(text, from, middle, fixedOffset(offsetMs)),
          ...cronTimes(text, middle, to, fixedOffset(offsetMs)),
        ]).toEqual(whole);
      },
    ),
    { numRuns: 60 },
  );
});

/** Whether a minute matches, read field by field from its text. */
function isStart(text: string, ms: number): boolean {
  const date = new Date(ms);
  const now = [
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
  ];
  const least = [0, 0, 1, 1, 0];
  const fields = text.split(' ');
  const hits = fields.map((field, index) =>
    field.split(',').some((part) => {
      const [range = '', step = '1'] = part.split('/');
      const [from, to = from] = range === '*' ? [least[index] ?? 0, 99] : range.split('-').map(Number);
      const values = index === 4 && now[4] === 0 ? [0, 7] : [now[index] ?? -1];
      return values.some(
        (value) =>
          value >= (from ?? 0) &&
          value <= (to ?? 0) &&
          (value - (from ?? 0)) % Number(step) === 0 &&
          !(index === 4 && range === '*' && value === 7),
      );
    }),
  );
  const isEither = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  const isDay = isEither ? hits[2] === true || hits[4] === true : hits[2] === true && hits[4] === true;
  return hits[0] === true && hits[1] === true && hits[3] === true && isDay;
}
