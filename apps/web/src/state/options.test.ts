import { messagesByPath } from '@catbird/engine';
import type { Values } from './config.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkForm, emptyForm, errorsOf } from './settings.ts';
import { parseFaults } from '@catbird/core';
import { readLink } from '../link/link.ts';
import { commandOf } from './command.ts';
import {
  checkOptions,
  checkTime,
  isErrorOf,
  keysOf,
  loadTime,
  optionParams,
  optionsOf,
  readOptions,
  timeKey,
  timeSettings,
} from './options.ts';
import { settingsIn, START_WINDOW_MS } from './stream-settings.ts';
import { optionNames, timeLine, whenText } from './summary.ts';

const NOW = Date.UTC(2026, 10, 22, 6);
const log = { ...emptyForm, generatorName: 'Log' };

beforeAll(loadTime);

test('empty settings are left out, and nothing set is no setting at all', () => {
  expect(optionsOf({ from: ' -30d ', to: '', future: 'false', other: 'x' })).toEqual({ from: '-30d' });
  expect(timeSettings({ from: '', rate: ' ' })).toBeUndefined();
  expect(timeSettings({ future: 'true', rate: 'business day' })).toEqual({
    future: 'true',
    rate: 'business day',
  });
});

test('a form without settings of time saves as it did before they existed', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  expect(checkForm(log)).toEqual({ ok: true, config });
  expect(checkForm({ ...log, options: { from: '', rate: '' } })).toEqual({ ok: true, config });
  expect(checkForm({ ...log, options: { from: ' -7d' } })).toEqual({
    ok: true,
    config: { ...config, options: { from: '-7d' } },
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
    expect(isErrorOf('time', place)).toBe(true);
  });

  test('a rate of more than 200 points is too long for a link', () => {
    const day = (points: number) => JSON.stringify({ day: Array.from({ length: points }, () => 1) });
    expect(checkTime({ rate: day(200) }, 10, NOW)).toEqual([]);
    expect(checkTime({ rate: day(201) }, 10, NOW)).toEqual([
      { path: ['rate'], message: 'rate must have at most 200 points' },
    ]);
  });

  test('times are checked even while Events Per Second is wrong', () => {
    const checked = checkForm({ ...log, eps: 'x', options: { from: 'soon' } });
    expect(checked).toMatchObject({ ok: false, issues: [{ message: 'Must be a number' }, {}] });
    expect(Object.keys(errorsOf(checked))).toEqual(['eps', 'from']);
  });

  test('settings of destinations are no errors of time', () => {
    expect(isErrorOf('time', 'token')).toBe(false);
    expect(isErrorOf('time', 'fromage')).toBe(false);
  });
});

test('a preview is old once what its times follow from changes', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  expect(timeKey({ ...config, eps: 2 })).toBe(timeKey(config));
  const timed = { ...config, options: { from: '-1d' } };
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

const stream = (options: Values) => ({ eps: 1, limit: -1, options });
const linked = (faults: string) => readOptions(new URLSearchParams({ faults }));

test('empty fields mean no faults', () => {
  expect(checkOptions({ duplicates: ' ', late: '0' }, 1)).toEqual([]);
  expect(keysOf(stream({ duplicates: ' ', late: '0' }))).toEqual({ eps: 1 });
});

test('percentages of the form become shares that the engine accepts', () => {
  const { faults } = keysOf(
    stream({ duplicates: '1', late: '0.1', reordering: '50', malformed: '2.5', dropped: '90' }),
  );
  expect(parseFaults(faults)).toEqual({
    ok: true,
    faults: {
      duplicates: { share: 0.01 },
      late: { share: 0.001, delayMs: { mean: 60_000 } },
      reordering: { window: 50 },
      malformed: { share: 0.025 },
      dropped: { share: 0.9 },
    },
  });
});

test('all invalid faults are reported at once', () => {
  expect(checkOptions({ duplicates: '91', late: 'x', reordering: '1.5', malformed: '-1' }, 1)).toEqual([
    { path: ['duplicates'], message: 'Must be a number from 0 to 90' },
    { path: ['late'], message: 'Must be a number from 0 to 100' },
    { path: ['reordering'], message: 'Must be a whole number from 2 to 1,000,000' },
    { path: ['malformed'], message: 'Must be a number from 0 to 100' },
  ]);
});

test.each(settingsIn('faults'))('$name has the same maximum in the form and in the engine', (setting) => {
  const { name, control } = setting;
  const most = control.kind === 'number' ? control.range[1] : NaN;
  const engine = (text: string) => parseFaults(keysOf(stream({ [name]: text })).faults).ok;
  expect(checkOptions({ [name]: String(most) }, 1)).toEqual([]);
  expect(checkOptions({ [name]: String(most + 1) }, 1)).toMatchObject([{ path: [name] }]);
  expect(engine(String(most))).toBe(true);
  expect(engine(String(most + 1))).toBe(false);
});

test('a link restores faults and ignores unknown ones', () => {
  const values = { duplicates: '1', reordering: '100' };
  expect(linked(optionParams(values)['faults'] ?? '')).toEqual(values);
  expect(optionParams({})).toEqual({});
  expect(linked('duplicates:1,__proto__:2,nothing:3,')).toEqual({ duplicates: '1' });
  expect(readOptions(new URLSearchParams('?late=5&attempts=7&onFailure=stop&future=false'))).toEqual({});
});

test('by default it retries for 30 seconds, or for two until something is accepted', () => {
  const attempts = settingsIn('delivery').find(({ name }) => name === 'attempts');
  const [first] = attempts?.control.kind === 'choice' ? attempts.control.choices : [];
  expect(first?.[1]).toBe('Keep trying for 30 s');
  expect(START_WINDOW_MS).toBe(2000);
  expect(optionsOf({ attempts: first?.[0] ?? '' })).toEqual({});
});

test.each(['1', '2', '3', '5', '10', '20'])('a link with attempts=%s restores them', (attempts) => {
  const { options } = readLink(`?generatorName=Log&attempts=${attempts}`);
  expect(options).toEqual({ attempts });
  expect(keysOf(stream(options)).delivery).toEqual({ attempts: Number(attempts) });
  const config = { generatorName: 'Log', settings: {}, ...stream(options) };
  expect(commandOf({ config, template: 'Simple Example', content: '', seed: '1' })).toContain(
    `--attempts ${attempts}`,
  );
});

test('hints name the retry limit, and how to keep going in the labels of the form', () => {
  expect(optionNames()).toEqual({
    retryFor: 'the retry limit of 30 s',
    continueOnFailure: 'choose “Keep going” for “If events are rejected” in the settings',
  });
});
