import { messagesOf } from '@catbird/engine';
import { describe, expect, test } from 'vitest';
import { destinations } from '../destinations/list.ts';
import { readConfig } from '../config/read-config.ts';
import { readCommandLine } from '../flags/read.ts';
import { streamFlags } from './flags.ts';
import type { StreamOptions } from './spec.ts';
import { readTime } from './event-times.ts';

const NOW = Date.parse('2026-11-22T12:00:00.500Z');

/** A wrong setting, where its problem is, and some of its words. */
const WRONG: readonly (readonly [StreamOptions, place: string, words: string])[] = [
  [{ from: 'soon' }, 'from', 'must be an instant'],
  [{ from: '2026-02-30' }, 'from', '2026-02-30'],
  [{ from: '2026-11-20T25:00Z' }, 'from', 'must have a time from 00:00:00'],
  [{ from: '30d' }, 'from', 'must have a sign: write -30d'],
  [{ from: '+1h' }, 'from', 'future'],
  [{ from: '10000-01-01' }, 'from', 'must be in the years 1 to 9999'],
  [{ from: '1795132800' }, 'from', 'write 2026-11-20'],
  [{ from: '2026-11-20', to: '2026-11-19' }, 'to', 'from'],
  [{ from: '2026-11-20', to: 'later' }, 'to', 'must be an instant'],
  [{ from: '2026-11-20', speed: '0' }, 'speed', 'must be above 0'],
  [{ from: '2026-11-20', speed: '2x' }, 'speed', 'write 2 instead of 2x'],
  [{ from: '2026-11-20', speed: '1d/0s' }, 'speed', 'must be from'],
  [{ from: '2026-11-20', disorder: '-1s' }, 'disorder', 'must be a duration'],
  [{ from: '2026-11-20', arrivals: 'ticks' }, 'arrivals', 'must not be ticks with from'],
  [{ from: '2026-11-20', eps: Infinity }, 'eps', 'not max'],
  [{ from: '2026-11-20', to: '2026-11-21', duration: 1000 }, 'to', 'duration'],
  [{ rate: 'business dya' }, 'rate', 'business day'],
  [{ rate: { dya: [] } }, 'rate dya', 'Did you mean day?'],
  [{ rate: { stages: [['0s', 0]] } }, 'rate stages', 'no event would ever be sent'],
  [
    {
      rate: {
        stages: [
          ['10m', 5],
          ['5m', 5],
        ],
      },
    },
    'rate stages.1.0',
    'must not be before',
  ],
  [{ rate: { stages: [['10m', -5]] } }, 'rate stages.0.1', 'must be a number from 0'],
  [{ rate: { day: [1, 2] } }, 'rate day', 'at least 24'],
  [
    { rate: { bursts: [{ at: '61 * * * *', for: '1m', times: 2 }] } },
    'rate bursts.0.at',
    'minutes from 0 to 59',
  ],
  [{ rate: { waves: [{ period: '0s', low: 0, high: 1 }] } }, 'rate waves.0.period', 'must be'],
  [{ changes: [['2026-11-20', 5]] }, 'changes 0.0', 'must not be before from'],
  [{ changes: [['now', -1]] }, 'changes 0.1', 'must be a number from 0'],
];

const lines = (options: StreamOptions, optionOf: (option: string) => string): readonly string[] => {
  const reading = readTime({ options, optionOf, nowMs: NOW }, {});
  return reading.ok ? [] : messagesOf(reading.issues);
};

describe.each(WRONG)('%j', (options, place, words) => {
  test(`is rejected at the flag ${place}`, () => {
    const [option = '', inside] = place.split(' ');
    const [line = ''] = lines(options, (name) => `--${name}`);
    const name = `--${option}${inside === undefined ? '' : ` ${inside}`}`;
    expect(line).toMatch(new RegExp(`^${name}(?: must|: [A-Z])`));
    expect(line).toContain(words);
  });

  test('is rejected at its key of a config', () => {
    const prefix = 'streams.orders.';
    const [line = ''] = lines(options, (name) => `${prefix}${name}`);
    expect(line.startsWith(`${prefix}${place.replace(' ', '.')}`), line).toBe(true);
    expect(line).toContain(words);
  });
});

test('all problems are reported at once', () => {
  expect(lines({ from: 'soon', speed: 'fast', disorder: 'some', rate: 5 }, (name) => name)).toHaveLength(4);
});

test.each([
  ['--rate', '{"stages": 5}'],
  ['--rate', 'business day'],
  ['--from', '-30d'],
  ['--speed', '1d/10m'],
  ['--changes', '[]'],
])('%s takes %s', (flag, text) => {
  const { values, issues } = readCommandLine([flag, text], streamFlags, {});
  expect(issues).toEqual([]);
  const given = flag === '--changes' ? [] : text;
  expect(values).toEqual({ [flag.slice(2)]: given });
});

test('without a setting of times, a stream has the current time', () => {
  expect(readTime({ options: { eps: 5, duration: 1000 }, optionOf: String, nowMs: NOW }, {})).toMatchObject({
    ok: true,
    timing: undefined,
    shape: undefined,
  });
});

describe('a config', () => {
  const streamsOf = (config: unknown) => {
    const reading = readConfig(config, 'stream.yaml', {});
    if (!reading.ok) throw new Error(messagesOf(reading.issues).join('\n'));
    return reading.streams;
  };
  const log = destinations.find(({ command }) => command === 'log');

  test('has the keys of its streams, and defaults for all of them', () => {
    const rate = { week: [1, 1, 1, 1, 1, 0, 0] };
    const config = {
      destination: 'log',
      from: '2026-01-01',
      rate,
      streams: {
        a: {},
        b: { from: '2025-01-01', speed: 5, future: true, rate: 'business day', changes: [] },
      },
    };
    expect(streamsOf(config)).toMatchObject([
      { name: 'a', destination: log, options: { from: '2026-01-01', rate } },
      {
        name: 'b',
        options: { from: '2025-01-01', speed: '5', future: true, rate: 'business day', changes: [] },
      },
    ]);
  });

  test('names the place of a value, own or shared', () => {
    const config = { destination: 'log', from: 'soon', streams: { a: { to: 'later' } } };
    const [stream] = streamsOf(config);
    if (stream === undefined) throw new Error('No stream');
    const { options, optionOf } = stream;
    expect(lines(options, optionOf).map((line) => line.split(' ')[0])).toEqual(['from', 'streams.a.to']);
  });

  test.each([
    [{ rate: 5 }, 'rate must be an object or the name of a preset'],
    [{ rate: [] }, 'rate must be an object or the name of a preset'],
    [{ changes: {} }, 'changes must be a list'],
    [{ from: {} }, 'from must be a string or a number'],
    [{ future: 'yes' }, 'future must be true or false'],
    [{ arrivals: 'random' }, 'arrivals must be one of: ticks, even, jitter, poisson'],
  ])('with %j is rejected', (keys, words) => {
    expect(() => streamsOf({ destination: 'log', ...keys })).toThrow(words);
  });
});
