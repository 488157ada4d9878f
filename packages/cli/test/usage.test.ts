import { flagName, settingsOf } from '@catbird/send';
import { expect, test } from 'vitest';
import { destinations } from '../src/destinations/list.ts';
import { catbird } from './catbird.ts';
import { here } from './here.ts';

test('--help lists every command on stdout', async () => {
  const { code, out, err } = await catbird(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const names = new Set(out.split(/[\s,]+/));
  for (const { command } of destinations) expect(names).toContain(command);
  // Each of a kind.
  expect(out).not.toContain('Others');
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(out.split('\n').length).toBeLessThanOrEqual(50);
});

test('without a command, help goes to stderr and the exit code is 2', async () => {
  const { code, out, err } = await here([]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage: catbird <command>');
});

test.each(destinations.map(({ command }) => command))(
  '%s --help all lists every setting with its flag and environment variable',
  async (command) => {
    const { code, out } = await here([command, '--help', 'all']);
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

test.each(destinations.map((each) => [each.command, each] as const))(
  '%s --help fits a screen, with the settings and options that most people need',
  async (command, { config }) => {
    const { out } = await here([command, '--help']);
    expect(out.split('\n').length - 1).toBeLessThanOrEqual(45);
    const own = settingsOf({ config }).filter(({ rare }) => rare !== true);
    const options = [...own.map(({ name }) => flagName(name)), 'eps', 'limit', 'template', 'record'];
    for (const name of options) expect(out).toMatch(new RegExp(`^  (?:-n, )?--${name}\\b`, 'm'));
  },
);

test.each(['sample', 'run', 'verify', 'infer', 'stats', 'wait', 'compare', 'receive', 'check kafka'])(
  '%s --help fits a screen, and --help all has every option',
  async (line) => {
    const [brief, whole] = await Promise.all(
      [[], ['all']].map((more) => here([...line.split(' '), '--help', ...more])),
    );
    const lines = brief?.out.split('\n') ?? [];
    expect(lines.length - 1).toBeLessThanOrEqual(45);
    const listed = lines.flatMap((each) => /^ {2}(?:-\w, )?(--[a-z-]+)/.exec(each)?.[1] ?? []);
    for (const option of listed) expect(whole?.out).toContain(` ${option}`);
  },
);

test.each([
  ['kafka', '--help=all'],
  ['help', 'kafka', 'all'],
])('%s %s asks for every option, too', async (...args) => {
  const { out } = await here(['kafka', '--help', 'all']);
  expect(await here(args)).toMatchObject({ code: 0, out });
});

test.each([
  [['smaple'], 'Unknown command smaple. Did you mean sample?'],
  [['tinybrid'], 'Unknown command tinybrid. Did you mean tinybird?'],
  [['--eps', '3'], 'Missing command before --eps.'],
  [['sample', '--tempalte', 'x'], 'Unknown option --tempalte. Did you mean --template?'],
  [['log', '--ep', '5'], 'Unknown option --ep. Did you mean --eps?'],
  [['ably', '--apikey', 'x'], 'Unknown option --apikey. Did you mean --api-key?'],
  [['stdout'], 'Unknown command stdout. Did you mean log?'],
  [['kinesis'], 'Unknown command kinesis. Did you mean aws-kinesis?'],
  [['pubsub'], 'Unknown command pubsub. Did you mean gcp-pubsub?'],
  [['opensearch'], 'Unknown command opensearch. Did you mean elasticsearch?'],
  [['pulsar'], 'Unknown command pulsar. Pulsar takes events as kafka, mqtt or rabbitmq'],
  [
    ['Pulsar'],
    'works with catbird http, whose --row and --body put events into its form. Destinations: log, file,',
  ],
  [['check', 'bigquery'], '--row \'{"json":{{row}}}\' --body \'{"rows":[{{rows}}]}\''],
  [['generate'], 'Unknown command generate. Did you mean sample?'],
  [['xy'], 'Unknown command xy.\n'],
  [['check', 'tinybrid'], 'Unknown command check tinybrid. Did you mean tinybird?'],
  [['sample', 'extra'], 'Unexpected argument: extra.'],
  [['sample', 'orders.json'], 'Unexpected argument: orders.json. Did you mean --schema orders.json?'],
  [['sample', 'online shop'], 'Did you mean --template "online shop"?'],
  [['http', 'http://127.0.0.1:9'], 'Did you mean --url http://127.0.0.1:9?'],
  [['sample', '--count', '5'], 'Unknown option --count. Use -n or --limit.'],
  [['stats', '--rows=5'], 'Unknown option --rows. Use -n or --limit.'],
  [['log', '--rps', '5'], 'Unknown option --rps. Use --eps.'],
  [['log', '--source', '/shop'], 'Unknown option --source. Use --event-source.'],
  [['infer', '--schema', 'public'], 'Unknown option --schema. Use --db-schema.'],
  [['infer', '--sample', '100'], 'Unknown option --sample. Use --sample-size.'],
  [['infer', '--from', 'sql'], 'Unknown option --from. Use --language.'],
  [['infer', '--header', 'no'], 'Unknown option --header. Use --header-row.'],
  [['list', '--schema'], 'Unknown option --schema. Use --show-schema.'],
  [['verify', '--wait', '1m'], 'Unknown option --wait. Use --max-wait.'],
  [['verify', '--sample', '5'], 'Unknown option --sample. Use --sample-size.'],
  [['verify', '--digest'], 'Unknown option --digest. Use --checksum.'],
  [['verify', '--out', 'd'], 'Unknown option --out. Use --out-dir.'],
  [['run', 'shop.yaml', '-n', '5'], 'Unknown option -n. Set limit in the config, or use --set limit=VALUE.'],
  [['wait', '--for', '1m'], 'Unknown option --for. Use --max-wait.'],
  [['wait', '--timeout', '1m'], 'Unknown option --timeout. Use --max-wait.'],
  [['log', '--duration', '60'], '--duration needs a unit: 60s or 60ms.'],
  [['log', '--disorder', '5'], '--disorder needs a unit: 5s or 5ms.'],
  [['sample', '--constructor'], 'Unknown option --constructor.'],
  [['sample', '--template', 'simple'], 'Unknown template "simple". Did you mean "Simple Example"?'],
  [['sample', '--schema', '{"id": {}}'], 'This is JSON, not the path of a file. Save it in a file'],
  [['sample', 'extra'], 'Run catbird sample --help for usage.'],
  [['validate'], 'Missing FILE.'],
  [['sample', '-n', '0'], '--limit must be a whole number of at least 1, not 0.'],
  [['sample', '-n', 'five'], '--limit must be a whole number of at least 1, not five.'],
  [['sample', '--seed', '-n', '1'], '--seed needs a value.'],
  [['log', '--eps', '0'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', '-1'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', '5/s'], '--eps must be a number above 0, or max: write 5 instead of 5/s.'],
  [['log', '--eps', 'fast'], '--eps must be a number above 0, or max.'],
  [['log', '--eps', ''], '--eps must be a number above 0, or max.'],
  [['log', '--limit', '0'], '--limit must be a whole number of at least 1, or -1 for no limit, not 0.'],
  [['log', '--limit', '1.5'], '--limit must be a whole number of at least 1, or -1 for no limit, not 1.5.'],
  [['log', '--limit'], '--limit needs a value.'],
  [['log', '--template', '--eps', '5'], '--template needs a value.'],
  [['log', '--duration', 'soon'], '--duration must be a duration such as 30s, 5m or 1h30m.'],
  [['log', '--duration', '5 minutes'], '--duration must be a duration: write 5m instead of 5 minutes.'],
  [['http'], '--url: Required, such as https://example.com/events'],
  [['http', '--url', '127.0.0.1:7999'], '--url: Must be a URL: write http://127.0.0.1:7999'],
  [['http', '--url', 'localhost:7999/in'], '--url: Must be a URL: write http://localhost:7999/in'],
  [['http', '--url', 'example.com'], '--url: Must be a URL: write https://example.com'],
  [['http', '--url', 'http://a:b@127.0.0.1'], 'Give them as settings of their own'],
  [['http', '--url', 'http://127.0.0.1', '--headers', 'X=1'], '--headers: Invalid JSON. Write {"X": "1"}'],
  [['file', '--path', 'o.xlsx'], '--path: Catbird writes no .xlsx files. Use .csv, .parquet'],
  [['file', '--path', 'o.csv', '--rotate', '100'], '--rotate: Must be a size with its unit, such as 500kB'],
  [['log', '--on-failure', 'cry'], '--on-failure must be one of: stop, continue.'],
  [['log', '--template', 'Flappybird', '--schema', 'x.json'], 'Use either --template or --schema, not both'],
])('catbird %j is rejected: %s', async (args, words) => {
  const { code, out, err } = await here(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
});

test('all mistakes are reported at once', async () => {
  const { code, err } = await here(['aws-sns', '--eps', '0', '--limit', '0', '--colour']);
  expect(code).toBe(2);
  expect(err.split('\n').filter((line) => line.endsWith('.'))).toHaveLength(4);
});

test('missing and invalid settings are reported by their flags, all at once', async () => {
  const { code, err } = await here(['aws-sns', '--topicArn', 'not-an-arn'], {
    env: { CATBIRD_AWS_SNS_REGION: 'us east' },
  });
  expect(code).toBe(2);
  expect(err).toContain('--region: Must be a region such as us-east-1');
  expect(err).toContain('--topic-arn: Must be a topic ARN');
  expect(err).toContain('--access-key-id: Required');
  expect(err).toContain('--secret-access-key: Required');
});

test('a variable that looks like a misspelt one is named, and others are not', async () => {
  const env = { CATBIRD_HTTP_ULR: 'x', CATBIRD_OWN_THING: 'x', CATBIRD_TINYBIRD_TOKEN: 'x' };
  const { err } = await here(['sample', '-n', '1'], { env });
  expect(err).toContain('No option reads CATBIRD_HTTP_ULR. Did you mean CATBIRD_HTTP_URL?\n');
  expect(err.match(/No option reads/g)).toHaveLength(1);
});

test.each(['--version', 'version'])('%s prints the version of the package', async (word) => {
  expect((await here([word])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
