import { variablesIn } from '@catbird/stream';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

const BROKEN = `destination: kafka
settings:
  brokers: \${BROKERS}
  topics: x
eps: fast
streams:
  orders:
    schema:
      id: {type: string.uuidd}
    from: soonish
  letters:
    template: Online Stop
verify:
  tables:
    orders: {source: orders.ndjson, stage: cooked}
`;

const folder = await mkdtemp(join(tmpdir(), 'catbird-validate-'));
const broken = join(folder, 'broken.yaml');
await writeFile(broken, BROKEN);

/** Counts who connects. */
let connections = 0;
const server = createServer((socket) => {
  connections++;
  socket.destroy();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
afterAll(() => server.close());

const REMOTE = `destination: kafka
settings: { brokers: 127.0.0.1:${port}, topic: orders, username: '\${WHO}', password: hush-now-please }
format: { name: avro, schemaRegistry: http://127.0.0.1:${port}, register: true }
template: Flight Bookings
eps: 50
streams:
  orders: { limit: 1000 }
  late: { from: '2026-01-01', to: '2026-01-02', startAfter: orders }
seed: 7
`;

test('every example is valid', async () => {
  // Those of `ports` are run by their own tests.
  const files = (await readdir(EXAMPLES)).filter((each) => each.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of everyNth(3, files)) {
    const path = join(EXAMPLES, file);
    const names = variablesIn(await readFile(path, 'utf8'));
    const env = Object.fromEntries(names.map((name) => [name, 'postgres://localhost/shop']));
    const { code, err } = await here(['validate', path], { env });
    expect({ file, code, err }).toEqual({
      file,
      code: 0,
      err: expect.stringMatching(/✓ .*: \d+ \w+\n$/) as string,
    });
  }
});

test('all problems of a config are reported at once, each in its place', async () => {
  const { code, out } = await here(['validate', broken, '--json']);
  expect(code).toBe(2);
  const issues = JSON.parse(out) as { line: number; column: number; message: string; file: string }[];
  expect(issues.map(({ line, column, message }) => `${line}:${column} ${message.slice(0, 48)}`)).toEqual([
    '3:12 settings.brokers: environment variable BROKERS i',
    '4:3 Unknown key settings.topics. Did you mean topic?',
    '5:6 eps must be a number above 0, or max',
    '8:5 streams.orders.settings.topic: Required, such as',
    '9:18 string.uuidd: Unknown generator type',
    '10:11 streams.orders.from must be an instant such as 2',
    '12:5 streams.letters.settings.topic: Required, such a',
    '12:15 Unknown template "Online Stop". Did you mean "On',
    '15:44 verify.tables.orders.stage: must be raw, deduped',
  ]);
  expect(new Set(issues.map(({ file }) => file))).toEqual(new Set([broken]));
  const text = await here(['validate', broken]);
  expect(text.code).toBe(2);
  expect(text.err).toContain(`${broken}:5:6: error: eps must be a number above 0, or max\n`);
  // Every command that reads a config says the same.
  for (const args of [
    ['run', broken],
    ['run', broken, '--dry-run'],
    ['sample', '--config', broken],
    ['verify', broken],
    ['digest', broken],
  ])
    expect({ args, ...(await here(args)) }).toMatchObject({ code: 2, err: text.err });
  const told = jsonLines((await here(['run', broken, '--json'])).err);
  expect(told).toEqual(
    issues.map((issue) => expect.objectContaining({ type: 'error', ...issue }) as unknown),
  );
});

test('run has the places of what only comes up when its streams are prepared, and of syntax', async () => {
  const two = join(folder, 'two.yaml');
  await writeFile(
    two,
    'destination: log\nseed: 1\nfaults: {late: {share: 1}}\ntemplate: Nope\nverify: {tables: 5}\n',
  );
  const checked = await here(['validate', two]);
  expect(checked.err.match(/two\.yaml:\d+:\d+: error/g)?.length).toBe(3);
  for (const args of [
    ['run', two],
    ['run', two, '--dry-run'],
  ])
    expect(await here(args)).toMatchObject({ code: 2, err: checked.err });
  const options = await here(['run', two, '--set', 'template=Nada', '--workers', '2']);
  expect(options.err).toContain('--set template: Unknown template "Nada"');
  for (const [name, syntax] of Object.entries({
    'a.yaml': 'destination: log\nlimit: [1\n',
    'a.json': '{"limit": 1,\n}',
  })) {
    const file = join(folder, name);
    await writeFile(file, syntax);
    const { code, err } = await here(['run', file]);
    expect(code).toBe(2);
    const [, problem = 'none'] = /^.*(\/a\.\w+:\d:\d+: error: .*)$/m.exec(err) ?? [];
    expect((await here(['validate', file])).err).toContain(problem);
  }
});

test.each([
  ['destination: log\nlimit: 9007199254740993\nseed: 12345678901234567890\n', ['2:8', '3:7']],
  ['{"destination": "log",\n"limit": 9007199254740993}', ['2:10']],
  ['destination: log\nlimit: 9007199254740994\ndelivery: {attempts: 1e20}\n', ['2:8', '3:22']],
])('whole numbers above 2^53 in a config say so, each in its place: %s', async (input, places) => {
  for (const command of ['validate', 'run']) {
    const { code, err } = await here([command, '-'], { input });
    expect(code).toBe(2);
    const found = Array.from(
      err.matchAll(
        /^standard input:(\d+:\d+): error: .*(?:numbers keep 15 digits|larger numbers lose digits)/gm,
      ),
      ([, place]) => place,
    );
    expect(found).toEqual(places);
    expect(err.trim().split('\n')).toHaveLength(places.length);
  }
});

test('a config in place of a schema says so, and a schema in place of a config', async () => {
  const config = join(folder, 'config.yaml');
  await writeFile(config, 'destination: log\nschema: {id: {type: string.uuid}}\n');
  for (const args of [
    ['sample', '--schema', config],
    ['log', '--schema', config],
    ['stats', '--schema', config],
  ]) {
    const { code, err } = await here(args);
    expect({ args, code }).toEqual({ args, code: 2 });
    expect(err).toContain('This is a config, not a schema');
    expect(err).not.toContain('infer');
  }
  for (const input of [
    'id: {type: string.uuid}\n',
    'id: string.uuid\n',
    '{"id": "string.uuid", "n": {"type": "number.int"}}',
  ])
    expect(await here(['run', '-'], { input })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/This is a schema, not a config\. Put it under schema/) as string,
    });
});

test('a problem hides no other one: of entities, faults, destinations, times and fields that settings name', async () => {
  const input = `from: yesterday
entities: { user: { size: 0, fields: { name: { type: person.fullName } } } }
faults: { late: { share: 2, delay: { mean: 5q } } }
retryFor: 5s
streams:
  drawn: { destination: http, settings: { url: 'ftp://a' }, schema: { a: { type: catbird.entity, params: { of: user } }, b: { type: lorem.wrong } } }
  keyed: { destination: kafka, settings: { brokers: 'localhost:9092', keyField: nowhere }, schema: { id: { type: string.uuid } } }
  nowhere: { destination: nothing, template: Nope, limit: 0 }
`;
  const { out } = await here(['validate', '-', '--json'], { input });
  const issues = JSON.parse(out) as { line: number; column: number; message: string }[];
  expect(
    issues.map(({ line, column, message }) => `${line}:${column} ${message.split(' ', 4).join(' ')}`),
  ).toEqual([
    '1:7 from must be an',
    '2:27 Entity user: size must',
    '3:26 faults.late.share: share must be',
    '3:44 faults.late.delay.mean: mean must be',
    '4:1 Unknown key retryFor. Did',
    '6:48 streams.drawn.settings.url: Must start with',
    '6:133 lorem.wrong: Unknown generator type',
    '7:42 streams.keyed.settings.topic: Required, such as',
    '7:81 streams.keyed.settings.keyField: Unknown field nowhere',
    '8:27 streams.nowhere.destination: Unknown destination "nothing".',
    '8:46 Unknown template "Nope". Valid',
    '8:59 streams.nowhere.limit must be a',
  ]);
});

test('a variable outside of settings is explained', async () => {
  const { err } = await here(['validate', '-'], { input: 'destination: log\neps: ${RATE}\n' });
  expect(err).toContain(
    'eps must be a number above 0, or max. Variables are replaced in settings only: use --set eps=VALUE',
  );
});

test('several files are checked, also standard input, as YAML or JSON', async () => {
  const input = 'destination: log # here\ntemplate: Simple Example\n';
  const both = await here(['validate', broken, '-'], { input });
  expect(both.code).toBe(2);
  expect(both.err).toContain('✓ standard input: 1 stream\n');
  expect((await here(['validate', '-'], { input: '{"destination": "log"}' })).code).toBe(0);
  const run = await here(['run', '-', '--set', 'limit=2', '--set', 'eps=1000', '--json'], { input });
  expect(run.code).toBe(0);
  expect(jsonLines(run.out)).toHaveLength(2);
  const rows = await here(['sample', '--schema', '-', '-n', '1'], { input: 'id: {type: string.uuid}\n' });
  expect(jsonLines(rows.out)).toHaveLength(1);
});

test('validate and --dry-run open nothing, and show no secret', async () => {
  const given = { input: REMOTE, env: { WHO: 'somebody-else' } };
  expect(await here(['validate', '-'], given)).toMatchObject({ code: 0 });
  const planned = await here(['run', '-', '--dry-run', '--state', 'redis://me:hush-now@127.0.0.1/x'], given);
  expect(planned.code).toBe(0);
  expect(planned.out).toBe(
    `orders: Would stream Flight Bookings to 127.0.0.1:${port}, 50/s, limit 1,000. Seed 7
orders:   brokers 127.0.0.1:${port}, topic orders, format avro, state redis://127.0.0.1/x.orders
late: Would stream Flight Bookings to 127.0.0.1:${port}, 50/s, even arrivals, from 2026-01-01T00:00:00Z to 2026-01-02T00:00:00Z, 4,320,000 events. Seed 7
late:   brokers 127.0.0.1:${port}, topic orders, format avro, after orders, state redis://127.0.0.1/x.late
`,
  );
  const all = await here(['run', '-', '--dry-run', '--json'], given);
  expect(jsonLines(all.out)).toMatchObject([
    {
      type: 'plan',
      stream: 'orders',
      destination: 'kafka',
      limit: 1000,
      perSecond: 50,
      format: 'avro',
      seed: '7',
    },
    { stream: 'late', time: { from: '2026-01-01T00:00:00Z' }, limit: 4_320_000 },
  ]);
  expect(JSON.stringify([planned, all])).not.toMatch(/somebody-else|hush-now|hush-now/);
  const invalid = await here(['run', broken, '--dry-run']);
  expect(invalid.code).toBe(2);
  expect(connections).toBe(0);
});

test('sample notes what run would refuse', async () => {
  const input = '{"destination": "http", "seed": 1, "faults": {"duplicates": {"share": 0.5}}}';
  const printed = await here(['sample', '--config', '-', '-n', '1'], { input });
  expect(printed.code).toBe(0);
  expect(printed.err).toContain(
    'catbird run would refuse this: settings.url: Required, such as https://example.com/events\n',
  );
  expect(jsonLines(printed.out)).toHaveLength(1);
  const wrong = await here(['sample', '--config', '-'], { input: 'destination: log\nepps: 1\n' });
  expect(wrong).toMatchObject({ code: 2, out: '' });
});

test('--watch runs again when a file changes', async () => {
  const file = join(folder, 'watched.yaml');
  await writeFile(file, 'id: {type: string.uuid}\n');
  const running = begin(['validate', file, '--watch']);
  await running.until((err) => err.includes(`✓ ${file}: 1 field\nWatching ${file}\n`));
  await writeFile(file, 'id: {type: string.uuidd}\nname: {type: person.fullName}\n');
  await running.until((err) => err.includes('Unknown generator type'));
  running.stop();
  expect((await running.ended).code).toBe(2);
  for (const args of [['sample'], ['stats', '-'], ['validate', '-']]) {
    const { code, err } = await here([...args, '--watch']);
    expect(code).toBe(2);
    expect(err).toContain('--watch needs a file');
  }
});

test('--watch sees files that the config names, and those of --variables', async () => {
  const [config, schema, table, variables] = ['named.yaml', 'named.json', 'cities.csv', 'named.env'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string];
  const out = join(folder, 'named-out.ndjson');
  await writeFile(
    config,
    `destination: file\nsettings: {path: '${out}', existing: '\${EXISTING}'}\nlimit: 5\nschema: named.json\n`,
  );
  await writeFile(
    schema,
    '{"city": {"type": "catbird.dataset", "params": {"file": "cities.csv", "column": "name"}}}',
  );
  await writeFile(variables, 'EXISTING=replace\n');
  await writeFile(out, '');
  const running = begin(['validate', config, '--variables', variables, '--watch']);
  await running.until((err) => err.includes('cities.csv: '));
  await writeFile(table, 'name\nOslo\n');
  await running.until((err) => err.includes(`✓ ${config}: 1 stream\nWatching ${config}, ${variables}, `));
  await writeFile(schema, '{"city": {"type": "location.town"}}');
  await running.until((err) => err.includes('location.town'));
  await writeFile(schema, '{"city": {"type": "location.city"}}');
  await writeFile(variables, 'EXISTING=none\n');
  await running.until((err) => /existing/.test(err.slice(err.lastIndexOf('location.town'))));
  running.stop();
  const { err } = await running.ended;
  expect(err).not.toContain('named-out.ndjson');
});
