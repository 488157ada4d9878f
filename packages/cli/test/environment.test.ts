import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catbird, jsonLines } from './catbird.ts';
import { here } from './here.ts';
import { flagName } from '@catbird/send';

const folder = await mkdtemp(join(tmpdir(), 'catbird-environment-'));
const variables = join(folder, 'test.env');
await writeFile(variables, 'CATBIRD_SEED="42" # the answer\nCATBIRD_LIMIT=3\nSHOP_URL=http://127.0.0.1:9/\n');

test('options come from the command line, else the environment, else a file', async () => {
  const seeded = await here(['sample', '--template', 'Flight Bookings', '-n3', '--seed', '42']);
  const file = await here(['sample', '--template', 'Flight Bookings', '--variables', variables]);
  expect(file.err).toContain('Seed 42\n');
  expect(jsonLines(file.out)).toHaveLength(3);
  const env = { CATBIRD_LIMIT: '2', CATBIRD_TEMPLATE: 'Flight Bookings' };
  const set = await here(['sample', '--variables', variables, '--seed', '7'], { env });
  expect(jsonLines(set.out)).toHaveLength(2);
  expect(set.err).toContain('Seed 7\n');
  expect(jsonLines(seeded.out)).toHaveLength(3);
});

test('variables of a config come from --variables', async () => {
  const input = 'destination: http\nsettings:\n  url: ${SHOP_URL}\nlimit: 5\n';
  expect(await here(['validate', '-', '--variables', variables], { input })).toMatchObject({ code: 0 });
  const printed = await here(['sample', '--config', '-', '--variables', variables], { input });
  expect(printed.code).toBe(0);
  const clash = await here(['sample', '--config', '-'], {
    input,
    env: { CATBIRD_EPS: '5', SHOP_URL: 'http://a' },
  });
  expect(clash.err).toBe('CATBIRD_EPS cannot be combined with --config: set it there\n');
  const missing = await here(['validate', '-', '--variables', join(folder, 'missing')], { input });
  expect(missing).toMatchObject({ code: 2, out: '' });
  expect(missing.err).toMatch(/^Could not read --variables .*missing: ENOENT/);
});

test.each([
  [['sample', '--seed', ''], '--seed must not be empty. Leave it out for a random seed'],
  [['run', 'a.yaml', '--eps', '5'], 'Unknown option --eps. Set eps in the config, or use --set eps=VALUE.'],
  [['run', 'a.yaml', '--retry-for=5s'], 'use --set delivery.retryFor=VALUE.'],
  [
    ['postgres', '--url', 'postgres://me:hush-now@127.0.0.1/shop', '--table', 't'],
    '--url must not contain a password, since other users of this machine can read command lines. Set the whole address in CATBIRD_POSTGRES_URL, or the password in CATBIRD_POSTGRES_PASSWORD',
  ],
])('%j is refused: %s', async (args, words) => {
  const { code, out, err } = await here(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
  expect(err).not.toContain('hush-now');
});

test('an address with a password is accepted from the environment, and hidden', async () => {
  const env = { CATBIRD_POSTGRES_URL: 'postgres://me:hush-now@127.0.0.1:9/shop' };
  const sent = await here(['postgres', '--table', 't', '--limit', '1', '--attempts', '1'], { env });
  expect(sent.code).toBe(1);
  expect(sent.err).toContain('to 127.0.0.1:9');
  expect(sent.err).not.toContain('hush-now');
  expect(sent.err.match(/ECONNREFUSED 127/g)).toHaveLength(1);
});

test('a destination without settings says so, and -v prints the version', async () => {
  const input = '{"destination": "log", "settings": {"x": 1}}';
  expect((await here(['run', '-'], { input })).err).toBe(
    'standard input:1:37: error: Unknown key settings.x. settings has no keys\n',
  );
  expect((await here(['-v'])).out).toMatch(/^\d+\.\d+\.\d+/);
});

test('Node leaves --variables to the command, and its old name says the new one', async () => {
  for (const written of ['--env-file', '--envFile'])
    expect(await here(['sample', written, variables])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `Unknown option ${written}. Use --variables FILE: Node.js takes --env-file for itself.`,
      ) as string,
    });
  // Node looks for its own options behind the script, too.
  const ended = await catbird(['sample', '-n', '1', '--variables', variables]);
  expect(ended).toMatchObject({ code: 0 });
  const missing = await catbird(['sample', '--variables', join(folder, 'missing')]);
  expect(missing.code).toBe(2);
  expect(missing.err).toMatch(/^Could not read --variables .*missing: ENOENT/);
});

test.each([
  ['sample', 'ROWS', 'LIMIT'],
  ['verify', 'SAMPLE', 'SAMPLE_SIZE'],
  ['wait', 'FOR', 'MAX_WAIT'],
])(
  'the variable of an option of %s that has another name now is no silence: CATBIRD_%s',
  async (command, old, now) => {
    const { code, err } = await here([command], { env: { [`CATBIRD_${old}`]: '5' } });
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining(`CATBIRD_${old} is now CATBIRD_${now}.`) as string,
    });
  },
);

test.each([
  ['socket', 'address', 'url'],
  ['rabbitmq', 'endpoint', 'url'],
  ['rabbitmq', 'assertQueueOptions', 'queueOptions'],
  ['aws-kinesis', 'kinesisOptions', 'endpoint'],
  ['aws-eventbridge', 'eventBus', 'eventBusName'],
])(
  'the earlier name of a setting of %s names the present one, wherever it is given: %s',
  async (...names) => {
    const [command, old, now] = names;
    const variable = (name: string): string =>
      `CATBIRD_${command}_${flagName(name)}`.replaceAll('-', '_').toUpperCase();
    const env = { [variable(old)]: '{}' };
    const config = `{"destination": "${command}", "settings": {"${old}": "{}"}}`;
    for (const option of [old, flagName(old)]) {
      const { err } = await here([command, `--${option}`, '{}']);
      expect(err).toContain(`Unknown option --${option}. Use --${flagName(now)}.`);
    }
    expect((await here([command], { env })).err).toContain(`${variable(old)} is now ${variable(now)}.`);
    expect((await here(['run', '-'], { input: `{"destination": "${command}"}`, env })).err).toContain(
      `${variable(old)} is now ${variable(now)}`,
    );
    expect((await here(['run', '-'], { input: config })).err).toContain(
      `Unknown key settings.${old}. Use ${now}`,
    );
  },
);

test('headers have one variable, and options of other clients lead to ours', async () => {
  const { err } = await here(['http', '--endpoint', 'http://h'], { env: { CATBIRD_HEADER: 'a=b' } });
  expect(err).toContain('CATBIRD_HEADER is now CATBIRD_HTTP_HEADERS.');
  expect(err).toContain('Unknown option --endpoint. Use --url.');
  const kafka = await here(['kafka', '--bootstrap-server', 'b:1', '--sasl-mechanism', 'plain']);
  expect(kafka.err).toContain('Use --brokers.');
  expect(kafka.err).toContain('Use --mechanism.');
  expect((await here(['postgres', '--dbname', 'postgres://h/db'])).err).toContain('Use --url.');
});
