import { destinations } from '@catbird/core';
import { expect, test } from 'vitest';
import { catbird } from './catbird.ts';

test('--help names every command on standard output', async () => {
  const { code, out, err } = await catbird(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const { command } of destinations) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('without a command the help goes to standard error, and the exit code is 2', async () => {
  const { code, out, err } = await catbird([]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage: catbird <command>');
});

test.each(destinations.map(({ command }) => command))(
  '%s --help has every setting and how to give it',
  async (command) => {
    const { code, out } = await catbird([command, '--help']);
    expect(code).toBe(0);
    const settings = Object.keys(destinations.find((each) => each.command === command)?.config.shape ?? {});
    for (const name of settings) {
      const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(out).toContain(`--${kebab}`);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(
        `CATBIRD_${command}_${kebab}`.replaceAll('-', '_').toUpperCase(),
      );
    }
  },
);

test.each([
  [['smaple'], 'There is no command smaple. Did you mean sample?'],
  [['tinybrid'], 'There is no command tinybrid. Did you mean tinybird?'],
  [['--eps', '3'], 'A command comes before --eps.'],
  [['sample', '--tempalte', 'x'], 'There is no --tempalte here. Did you mean --template?'],
  [['ably', '--apikey', 'x'], 'There is no --apikey here. Did you mean --api-key?'],
  [['sample', 'extra'], 'There is no use for extra here.'],
  [['sample', '-n', '0'], '--rows must be a whole number, at least 1.'],
  [['log', '--eps', '0'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', '-1'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', 'fast'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', ''], '--eps must be a number above 0, or max.'],
  [['log', '--limit', '0'], '--limit must be a whole number of at least 1, or -1 for no limit.'],
  [['log', '--limit', '1.5'], '--limit must be a whole number of at least 1, or -1 for no limit.'],
  [['log', '--limit'], '--limit needs a value.'],
  [['log', '--template', '--eps', '5'], '--template needs a value.'],
  [['log', '--duration', 'soon'], '--duration must be a time such as 30s, 5m or 1h30m.'],
  [['log', '--on-failure', 'cry'], '--on-failure must be one of: stop, continue.'],
  [['log', '--template', 'Flappybird', '--schema', 'x.json'], 'Give --template or --schema, not both'],
])('catbird %j is refused with what to do', async (args, words) => {
  const { code, out, err } = await catbird(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
});

test('everything that is wrong is said at once', async () => {
  const { code, err } = await catbird(['aws-sns', '--eps', '0', '--limit', '0', '--colour']);
  expect(code).toBe(2);
  expect(err.split('\n').filter((line) => line.endsWith('.'))).toHaveLength(4);
});

test('settings that are missing or wrong are named as flags, all at once', async () => {
  const { code, err } = await catbird(['aws-sns', '--topicArn', 'not-an-arn'], {
    env: { CATBIRD_AWS_SNS_REGION: 'us east' },
  });
  expect(code).toBe(2);
  expect(err).toContain('--region: Must be a region such as us-east-1');
  expect(err).toContain('--topic-arn: Must be the ARN of a topic');
  expect(err).toContain('--access-key-id: Required');
  expect(err).toContain('--secret-access-key: Required');
});

test('the version is that of the package', async () => {
  expect((await catbird(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
