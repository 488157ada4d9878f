import { messagesByPath } from '@catbird/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkForm, emptyForm, errorsOf } from './settings.ts';
import { checkTime, isTimeError, loadTime, timeKey, timeOf, timeSettings } from './time.ts';
import { timeLine, whenText } from './time-line.ts';

const NOW = Date.UTC(2026, 10, 22, 6);
const log = { ...emptyForm, generatorName: 'Log' };

beforeAll(loadTime);

test('empty settings are left out, and nothing set is no setting at all', () => {
  expect(timeOf({ from: ' -30d ', to: '', future: 'false', other: 'x' })).toEqual({ from: '-30d' });
  expect(timeSettings({ from: '', rate: ' ' })).toBeUndefined();
  expect(timeSettings({ future: 'true', rate: 'business day' })).toEqual({
    future: 'true',
    rate: 'business day',
  });
});

test('a form without settings of time saves as it did before they existed', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  expect(checkForm(log)).toEqual({ ok: true, config });
  expect(checkForm({ ...log, time: { from: '', rate: '' } })).toEqual({ ok: true, config });
  expect(checkForm({ ...log, time: { from: ' -7d' } })).toEqual({
    ok: true,
    config: { ...config, time: { from: '-7d' } },
  });
});

describe('every problem is at its place', () => {
  test.each([
    [{ from: 'yesterday' }, 'from', /write -1d instead of yesterday/],
    [{ from: '-1d', to: '-2d' }, 'to', /after from/],
    [{ speed: '2x' }, 'speed', /write 2 instead of 2x/],
    [{ future: 'maybe' }, 'future', /true or false/],
    [{ arrivals: 'gauss' }, 'arrivals', /ticks, even, jitter or poisson/],
    [{ arrivals: 'ticks', from: '-1d' }, 'arrivals', /even, jitter or poisson/],
    [{ disorder: 'a bit' }, 'disorder', /duration/],
    [{ rate: '{"stages": [["0s", 5], ["1m", "x"]]}' }, 'rate.stages.1.1', /number/],
    [{ rate: '{"bursts": [{"at": "0 25 * * *", "for": "1m", "times": 2}]}' }, 'rate.bursts.0.at', /hour/],
    [{ rate: '{"week": [1, 2]}' }, 'rate.week', /7 numbers/],
    [{ rate: '{"day": [1, 2' }, 'rate', /JSON/],
    [{ rate: 'lunch break' }, 'rate', /business day/],
  ])('%j: %s', (values, place, text) => {
    const errors = messagesByPath(checkTime(values, 10, NOW));
    expect(Object.keys(errors)).toEqual([place]);
    expect(errors[place]?.join(' ')).toMatch(text);
    expect(isTimeError(place)).toBe(true);
  });

  test('a rate of more than 200 points is too long for a link', () => {
    const day = (points: number) => JSON.stringify({ day: Array.from({ length: points }, () => 1) });
    expect(checkTime({ rate: day(200) }, 10, NOW)).toEqual([]);
    expect(checkTime({ rate: day(201) }, 10, NOW)).toEqual([
      { path: ['rate'], message: 'rate must have at most 200 points' },
    ]);
  });

  test('times are checked even while Events Per Second is wrong', () => {
    const checked = checkForm({ ...log, eps: 'x', time: { from: 'soon' } });
    expect(checked).toMatchObject({ ok: false, issues: [{ message: 'Must be a number' }, {}] });
    expect(Object.keys(errorsOf(checked))).toEqual(['eps', 'from']);
  });

  test('settings of destinations are no errors of time', () => {
    expect(isTimeError('token')).toBe(false);
    expect(isTimeError('fromage')).toBe(false);
  });
});

test('a preview is old once what its times follow from changes', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  expect(timeKey({ ...config, eps: 2 })).toBe(timeKey(config));
  const timed = { ...config, time: { from: '-1d' } };
  expect(timeKey(timed)).not.toBe(timeKey(config));
  expect(timeKey({ ...timed, eps: 2 })).not.toBe(timeKey(timed));
});

test.each([
  [undefined, 'Starts now. Constant rate'],
  [{ arrivals: 'even' }, 'Starts now. Evenly spaced, constant rate'],
  [{ from: '-30d' }, 'The last 30 days, then live. Constant rate'],
  [{ from: '-1d', to: 'now' }, 'The last 1 day. Constant rate'],
  [
    { from: '2026-10-22', arrivals: 'poisson', rate: '{"day": [1]}' },
    'From 22 October, then live. Random, daily pattern',
  ],
  [{ from: '2026-10-22', to: 'now' }, 'From 22 October until now. Constant rate'],
  [{ from: '2025-10-22', to: '2026-11-21' }, 'From 22 October 2025 to 21 November. Constant rate'],
  [{ from: '2026-12-24' }, 'From 24 December. Constant rate'],
  [{ to: '+10m' }, 'From now until +10m. Constant rate'],
  [{ rate: 'business day', speed: '1d/10m' }, 'Starts now. Business day, speed 1d/10m'],
  [{ rate: '{"stages": []}' }, 'Starts now. Stages'],
  [{ starts: '5', from: '-7d' }, 'The last 7 days, then live. Constant rate, 5 journeys a second'],
  [{ rate: '{"bursts": [], "offset": "+01:00"}' }, 'Starts now. Bursts'],
  [{ rate: '{"week": [1]}' }, 'Starts now. Weekly pattern'],
  [{ rate: '{"waves": []}' }, 'Starts now. Custom rate'],
  [{ rate: '{"day": [1]; DROP' }, 'Starts now. Custom rate'],
])('%j in one line: %s', (values, line) => {
  expect(timeLine(values, NOW)).toBe(line);
});

test('an instant is in UTC unless it says otherwise', () => {
  expect(whenText('2026-10-22 14:30', NOW)).toMatch(/^22 October.*14:30$/);
  expect(whenText('2026-10-22T14:30+02:00', NOW)).toMatch(/^22 October.*12:30$/);
  expect(whenText('2026-10-22T24:30', NOW)).toBe('2026-10-22T24:30');
});
