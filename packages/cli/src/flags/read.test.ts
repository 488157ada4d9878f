import { readDuration } from '@catbird/engine';
import { flagName } from '@catbird/send';
import type { Flags } from '@catbird/stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommandLine } from './read.ts';
import { switchFlag, textFlag, textsFlag, wholeFlag } from './readers.ts';

const part = { help: '', group: '' };
const FLAGS = {
  apiKey: textFlag({ ...part, value: 'KEY', env: ['A_KEY', 'OLD_KEY'] }),
  rows: wholeFlag({ ...part, short: 'n', least: 1 }),
  logs: switchFlag(part),
  set: textsFlag({ ...part, value: 'X' }),
} satisfies Flags;

const read = (args: readonly string[], env: Record<string, string> = {}) => readCommandLine(args, FLAGS, env);

test.each([
  [['--apiKey', 'x'], { apiKey: 'x' }],
  [['--api-key', 'x'], { apiKey: 'x' }],
  [['--api-key=x=y'], { apiKey: 'x=y' }],
  [['--apiKey='], { apiKey: '' }],
  [['--apiKey', 'a', '--api-key', 'b'], { apiKey: 'b' }],
  [['--apiKey', '-x'], { apiKey: '-x' }],
  [['-n', '5'], { rows: 5 }],
  [['-n5'], { rows: 5 }],
  [['-n=5'], { rows: 5 }],
  [['--logs'], { logs: true }],
  [['--no-logs'], { logs: false }],
  [['--logs', 'false'], { logs: false }],
  [['--logs=true'], { logs: true }],
  [['--set', 'a', '--set', 'b'], { set: ['a', 'b'] }],
  [['--logs', '--no-logs'], { logs: false }],
  [['--no-logs', '--logs'], { logs: true }],
  [['--apiKey', '-1'], { apiKey: '-1' }],
  [['--apiKey', '-'], { apiKey: '-' }],
  [['--apiKey', ''], { apiKey: '' }],
  [['--apiKey=--logs'], { apiKey: '--logs' }],
  [['-n', '1', '--rows', '2'], { rows: 2 }],
])('%j gives %j', (args, values) => {
  expect(read(args)).toEqual({ values, operands: [], issues: [] });
});

test.each([
  [['a', '--', '--logs', '-n'], ['a', '--logs', '-n'], {}],
  [['--logs', '--', 'false'], ['false'], { logs: true }],
  [['a', '-5', '-1.5', '-', ''], ['a', '-5', '-1.5', '-', ''], {}],
  [['--logs', 'a', '-n', '3', 'b'], ['a', 'b'], { logs: true, rows: 3 }],
  [['--no-logs', 'true'], ['true'], { logs: false }],
  [['-1-', '--', '-5n', 'a'], ['-1-', '-5n', 'a'], {}],
  [['-5n', 'a'], ['-5n', 'a'], {}],
])('%j has the operands %j', (args, operands, values) => {
  expect(read(args)).toEqual({ values, operands, issues: [] });
});

test('environment variables are defaults for the command line; the first one set wins', () => {
  const env = { A_KEY: '', OLD_KEY: 'old' };
  expect(read([], env).values).toEqual({ apiKey: 'old' });
  expect(read(['--api-key', 'new'], env).values).toEqual({ apiKey: 'new' });
});

test('every flag has an environment variable', () => {
  const env = { CATBIRD_ROWS: '3', CATBIRD_LOGS: 'true', CATBIRD_API_KEY: 'not its own', CATBIRD_SET: '' };
  expect(read([], env)).toEqual({ values: { rows: 3, logs: true }, operands: [], issues: [] });
  expect(read(['-n4', '--no-logs'], env).values).toEqual({ rows: 4, logs: false });
  expect(read([], { CATBIRD_ROWS: 'x' }).issues).toEqual([
    { message: 'CATBIRD_ROWS must be a whole number of at least 1, not x' },
  ]);
});

test.each([[['--apiKey', '--logs']], [['--nope']], [['-x']], [['--no-apiKey']], [['--rows', '1e3']]])(
  '%j is a problem',
  (args) => {
    expect(read(args).issues).toHaveLength(1);
  },
);

test.each([
  [['--nope=1', 'a'], '--nope'],
  [['-x', '5'], '-x'],
  [['-s='], '-s'],
  [['-logs'], '-logs'],
  [['-nlogs=1'], '-nlogs'],
  [['--n', '5'], '--n'],
  [['---logs'], '---logs'],
  [['--=x'], '--'],
  [['--no-logs=x'], '--no-logs'],
  [['-no-logs'], '-no-logs'],
  [['--no-'], '--no-'],
  [['--LOGS'], '--LOGS'],
])('%j has the unknown option %s', (args, word) => {
  const { issues, values } = read(args);
  expect(issues.map(({ unknown }) => unknown?.word)).toEqual([word]);
  expect(values).toEqual({});
});

test('an option is never the value of the one before it', () => {
  const { values, operands, issues } = read(['--api-key', '--set', '--rows=2', '--set', '--', '--logs']);
  expect(issues.map(({ message }) => message)).toEqual([
    '--api-key needs a value',
    '--set needs a value',
    '--set needs a value',
  ]);
  expect({ values, operands }).toEqual({ values: { rows: 2 }, operands: ['--logs'] });
});

test('a short option is never the value of the one before it', () => {
  expect(read(['--api-key', '-n', '2'])).toMatchObject({
    values: { rows: 2 },
    issues: [{ message: '--api-key needs a value' }],
  });
  expect(read(['--api-key', 'rows']).values).toEqual({ apiKey: 'rows' });
});

test('any value survives after =', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(read([`--api-key=${value}`]).values).toEqual({ apiKey: value });
    }),
  );
});

test('no argument is lost, and none crashes the reader', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('--', '--logs', '-n', '--set', '-'))),
      (args) => {
        const { operands, issues, values } = read(args);
        if (args.some((each) => each !== '--'))
          expect(operands.length + issues.length + Object.keys(values).length).toBeGreaterThan(0);
      },
    ),
  );
});

test.each([
  ['30', 30_000],
  ['30s', 30_000],
  ['1h30m', 5_400_000],
  ['250ms', 250],
  ['0.5s', 500],
  ['1d', 86_400_000],
])('a duration of %s is %d milliseconds', (text, ms) => {
  expect(readDuration(text)).toEqual({ ok: true, value: ms });
});

test.each(['', '0', 'soon', '-1s', '1x', 's', '1 s'])('"%s" is not a duration', (text) => {
  expect(readDuration(text).ok).toBe(false);
});

test('a flag has a name in kebab-case', () => {
  expect(flagName('secretAccessKey')).toBe('secret-access-key');
});
