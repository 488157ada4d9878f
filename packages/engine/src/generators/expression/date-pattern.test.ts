import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSchema } from '../../schema/parse.ts';
import { datePattern, formatter } from './date-pattern.ts';

const FRIDAY = Date.parse('2027-01-01T00:05:09.078Z');
const SUNDAY = Date.parse('2024-12-29T13:45:50.600Z');

test.each([
  ['y yy yyy yyyy yyyyy', '2027 27 2027 2027 02027', '2024 24 2024 2024 02024'],
  ['u Y YY YYYY', '2027 2026 26 2026', '2024 2024 24 2024'],
  ['Q QQ QQQ QQQQ q', '1 01 Q1 1st quarter 1', '4 04 Q4 4th quarter 4'],
  ['M MM MMM MMMM MMMMM L LLLL', '1 01 Jan January J 1 January', '12 12 Dec December D 12 December'],
  ['w ww', '53 53', '52 52'],
  ['d dd D DDD', '1 01 1 001', '29 29 364 364'],
  ['E EEE EEEE EEEEE EEEEEE', 'Fri Fri Friday F Fr', 'Sun Sun Sunday S Su'],
  ['h hh a aaaaa', '12 12 AM a', '1 01 PM p'],
  ['H HH k kk K KK', '0 00 24 24 0 00', '13 13 13 13 1 01'],
  ['m mm s ss', '5 05 9 09', '45 45 50 50'],
  ['S SS SSS SSSSSS SSSSSSSSS', '0 07 078 078000 078000000', '6 60 600 600000 600000000'],
  ['A', '309078', '49550600'],
  ['z zzzz O OOOO', 'UTC Coordinated Universal Time GMT GMT', 'UTC Coordinated Universal Time GMT GMT'],
  ['Z ZZ ZZZ ZZZZ ZZZZZ', '+0000 +0000 +0000 GMT Z', '+0000 +0000 +0000 GMT Z'],
  ['X XX XXX x xx xxx', 'Z Z Z +00 +0000 +00:00', 'Z Z Z +00 +0000 +00:00'],
  ["'on' d, 'o''clock' ''H''", "on 1, o'clock '0'", "on 29, o'clock '13'"],
  ['/.:-_ 1é', '/.:-_ 1é', '/.:-_ 1é'],
])('%s', (pattern, friday, sunday) => {
  const write = datePattern(pattern);
  expect([write(FRIDAY), write(SUNDAY)]).toEqual([friday, sunday]);
});

const instant = fc
  .date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.getTime());

describe('at any instant', () => {
  test('the ISO 8601 pattern matches Date', () => {
    const write = datePattern("yyyy-MM-dd'T'HH:mm:ss.SSSX");
    fc.assert(
      fc.property(instant, (ms) => {
        expect(write(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  test('names, AM/PM and 12-hour clocks match Intl', () => {
    const write = datePattern('EEEE, MMMM d, h:mm:ss a');
    const intl = new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZone: 'UTC',
      calendar: 'gregory',
    });
    const recent = instant.filter((ms) => ms > Date.UTC(1600, 0, 1));
    fc.assert(
      fc.property(recent, (ms) => {
        const expected = intl.format(ms).replace(' at ', ', ').replaceAll(' ', ' ');
        expect(write(ms)).toBe(expected);
      }),
    );
  });

  test('a week has seven days from Monday, and January 4 is in the first week', () => {
    const week = datePattern('Y w');
    fc.assert(
      fc.property(instant, (ms) => {
        const monday = ms - ((new Date(ms).getUTCDay() + 6) % 7) * 86_400_000;
        expect(week(monday)).toBe(week(ms));
        expect(week(monday + 7 * 86_400_000)).not.toBe(week(ms));
        const january = new Date(ms);
        january.setUTCMonth(0, 4);
        expect(week(january.getTime())).toBe(`${january.getUTCFullYear()} 1`);
      }),
    );
  });
});

test.each([
  [
    'yyyy-MM-ddTHH:mm',
    /^Unknown date field T at character 11 of yyyy-MM-ddTHH:mm\. .*in single quotes, as in 'T'/,
  ],
  ['YYYY-MM-DDDD', /^Unknown date field DDDD at character 9/],
  ['ddd', /^Unknown date field ddd at character 1/],
  ['SSSSSSSSSS', /^Unknown date field SSSSSSSSSS at character 1/],
  ['MMMMMM', /^Unknown date field MMMMMM at character 1/],
  ["HH 'h", /^Unclosed quote at character 4/],
  ['j', /^Unknown date field j at character 1/],
])('rejects %s', (pattern, message) => {
  expect(() => datePattern(pattern)).toThrow(message);
  expect(formatter()(FRIDAY, pattern)).toBeUndefined();
});

test('in a schema, an invalid literal pattern is an issue at the params, and an invalid computed pattern gives null', () => {
  const read = (pattern: string) =>
    parseSchema(
      JSON.stringify({
        at: { type: 'catbird.timestampNow' },
        bad: { type: 'helpers.arrayElement', params: ['T'] },
        on: { type: 'catbird.expression', params: `formatDate(at, ${pattern})` },
      }),
    );
  const invalid = read('"ddT"');
  expect(invalid).toMatchObject({
    ok: false,
    issues: [
      { message: expect.stringContaining('T at character 3 of ddT') as unknown, path: ['on', 'params'] },
    ],
  });
  expect(read('bad').ok).toBe(true);
});
