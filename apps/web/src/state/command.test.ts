import { newTiming, parseTime } from '@catbird/engine';
import { environmentName } from '@catbird/send';
import { expect, test } from 'vitest';
import { commandOf, configFile, secretNames, type StreamSource } from './command.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG';
const sns: StreamSource = {
  config: {
    generatorName: 'AWSSNS',
    settings: {
      region: 'us-east-1',
      topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: SECRET,
      subject: "it's a mock; rm -rf $HOME",
      batch: 'false',
    },
    eps: 10,
    limit: 250,
  },
  template: 'Stock Prices',
  content: '{}',
  seed: '42',
};

test('the command contains only settings that differ from their defaults', () => {
  expect(commandOf(sns)).toBe(
    [
      'catbird aws-sns --region us-east-1 --topic-arn arn:aws:sns:us-east-1:123456789012:events',
      '--access-key-id AKIAIOSFODNN7EXAMPLE',
      String.raw`--subject 'it'\''s a mock; rm -rf $HOME'`,
      "--template 'Stock Prices' --eps 10 --limit 250 --seed 42",
    ].join(' '),
  );
});

test('secrets come from environment variables and are in neither the command nor the file', () => {
  expect(secretNames(sns)).toEqual(['CATBIRD_AWS_SNS_SECRET_ACCESS_KEY']);
  expect(commandOf(sns)).not.toContain(SECRET);
  expect(configFile(sns)).not.toContain(SECRET);
  expect(JSON.parse(configFile(sns))).toMatchObject({
    destination: 'aws-sns',
    settings: { secretAccessKey: '${CATBIRD_AWS_SNS_SECRET_ACCESS_KEY}' },
    template: 'Stock Prices',
    eps: 10,
    limit: 250,
    seed: '42',
  });
});

test('a custom schema is a file beside the command, and part of the config file', () => {
  const custom = { ...sns, template: 'Custom', content: '{"a":{"type":"string.uuid"}}' };
  expect(commandOf(custom)).toContain('--schema schema.json');
  expect(JSON.parse(configFile(custom))).toMatchObject({ schema: { a: { type: 'string.uuid' } } });
});

test('faults, and what was changed while the stream ran, are in command and file', () => {
  const faults = { dropped: { share: 0.1 } };
  const timing = {
    ...newTiming({ fromMs: 0, eps: 10 }),
    changes: [{ atMs: 1000, to: 20 }],
  };
  const source: StreamSource = {
    ...sns,
    config: { ...sns.config, options: { duplicates: '1', late: '5', from: '-1h' } },
    timing,
    faultChanges: [{ position: 7, faults }],
  };
  expect(commandOf(source)).toContain(
    [
      `--faults '{"duplicates":{"share":0.01},"late":{"share":0.05,"delay":{"mean":"1m"}}}' --from 1970-01-01T00:00:00Z`,
      `--changes '[["1970-01-01T00:00:01Z",20]]'`,
      `--fault-changes '[{"position":7,"faults":{"dropped":{"share":0.1}}}]' --seed 42`,
    ].join(' '),
  );
  expect(JSON.parse(configFile(source))).toMatchObject({
    faults: { duplicates: { share: 0.01 }, late: { share: 0.05, delay: { mean: '1m' } } },
    faultChanges: [{ position: 7, faults }],
    from: '1970-01-01T00:00:00Z',
    changes: [['1970-01-01T00:00:01Z', 20]],
  });
});

test('journeys per second replace events per second', () => {
  const source = { ...sns, config: { ...sns.config, options: { starts: '5' } } };
  expect(commandOf(source)).toContain("--template 'Stock Prices' --limit 250 --starts 5 --seed 42");
  const file = JSON.parse(configFile(source)) as object;
  expect(file).toMatchObject({ starts: 5 });
  expect(file).not.toHaveProperty('eps');
});

test('an unlimited stream has no --limit', () => {
  expect(commandOf({ ...sns, config: { ...sns.config, limit: -1 } })).not.toContain('--limit');
});

test('hidden settings are left out', () => {
  const http: StreamSource = {
    ...sns,
    config: {
      generatorName: 'HTTP',
      settings: { url: 'https://example.com/', auth: 'none', bearerToken: 'left over' },
      eps: 1,
      limit: -1,
    },
  };
  expect(commandOf(http)).not.toMatch(/bearer|left over/);
  expect(secretNames(http)).toEqual([]);
});

test('a value that starts with a hyphen is quoted', () => {
  expect(commandOf({ ...sns, seed: '-1' })).toContain("--seed '-1'");
});

test('environment variable names', () => {
  expect(environmentName({ command: 'aws-sns' }, 'secretAccessKey')).toBe(
    'CATBIRD_AWS_SNS_SECRET_ACCESS_KEY',
  );
  expect(environmentName({ command: 'tinybird' }, 'token')).toBe('CATBIRD_TINYBIRD_TOKEN');
});

test('delivery settings are included, and a value that looks like a flag stays a value', () => {
  const config = {
    generatorName: 'HTTP',
    settings: { url: 'https://example.com', bearerToken: 's', auth: 'bearer', headers: '{"X": "${HOME}"}' },
    eps: 5,
    limit: -1,
    options: { onFailure: 'continue', attempts: '10' },
  };
  const stream = { config, template: 'Stock Prices', content: '{}', seed: '--7' };
  expect(commandOf(stream)).toContain("--on-failure continue --attempts 10 --seed='--7'");
  expect(JSON.parse(configFile(stream))).toMatchObject({
    delivery: { onFailure: 'continue', attempts: 10 },
    settings: { headers: '{"X": "$${HOME}"}' },
  });
});

test('a duration without a unit, which a link may have, gets one on the command line', () => {
  const config = { generatorName: 'Log', settings: {}, eps: 5, limit: -1, options: { disorder: '90' } };
  expect(commandOf({ ...sns, config })).toContain('--disorder 90s');
});

test('settings of time are flags of the command and keys of the file', () => {
  const rate = '{"stages":[["0s",0],["2m",500]]}';
  const options = { from: '-30d', to: '+10m', future: 'true', arrivals: 'poisson', rate };
  const config = { generatorName: 'Log', settings: {}, eps: 5, limit: -1, options };
  const stream = { config, template: 'Stock Prices', content: '{}', seed: '42' };
  expect(commandOf(stream)).toContain(
    `--eps 5 --from='-30d' --to +10m --future --arrivals poisson --rate '${rate}' --seed 42`,
  );
  expect(JSON.parse(configFile(stream))).toMatchObject({
    from: '-30d',
    future: true,
    rate: {
      stages: [
        ['0s', 0],
        ['2m', 500],
      ],
    },
  });
  const preset = { ...stream, config: { ...config, options: { rate: 'business day' } } };
  expect(commandOf(preset)).toContain("--rate 'business day'");
  expect(JSON.parse(configFile(preset))).toMatchObject({ rate: 'business day' });
});

test('a stream whose rate was changed can be run again: the file has its own instants and the changes', () => {
  const timing = newTiming({
    fromMs: Date.UTC(2026, 9, 22),
    eps: 10,
    changes: [
      { atMs: Date.UTC(2026, 10, 21, 9, 36, 0, 250), to: 400 },
      { atMs: Date.UTC(2026, 10, 21, 9, 37), to: { day: { low: 0.5, high: 1.5, topMs: 50_400_000 } } },
      { atMs: Date.UTC(2026, 10, 21, 9, 38), to: 'planned' },
    ],
  });
  const config = { ...sns.config, options: { from: '-30d' } };
  const file = JSON.parse(configFile({ ...sns, config, timing })) as Record<string, unknown>;
  expect(file).toMatchObject({
    from: '2026-10-22T00:00:00Z',
    changes: [
      ['2026-11-21T09:36:00.250Z', 400],
      ['2026-11-21T09:37:00Z', { day: { low: 0.5, high: 1.5, top: '14:00' } }],
      ['2026-11-21T09:38:00Z', 'planned'],
    ],
  });
  const { from, changes } = file;
  expect(parseTime({ from, changes }, { eps: 10, nowMs: Date.UTC(2026, 11, 1) })).toMatchObject({
    ok: true,
    timing,
  });
  const unchanged = JSON.parse(configFile({ ...sns, config, timing: { ...timing, changes: [] } })) as object;
  expect(unchanged).toMatchObject({ from: '-30d' });
  expect(unchanged).not.toHaveProperty('changes');
});
