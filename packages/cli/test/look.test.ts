import { destinations } from '@catbird/core/destinations';
import { generatorTypes, templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { here } from './here.ts';

test('validate accepts a valid schema', async () => {
  const { code, out, err } = await here(['validate', '-'], { input: '{"a": {"type": "number.int"}}' });
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: '✓ standard input: 1 field\n' });
});

test('validate shows the notes of a valid schema', async () => {
  const input = '{"a": {"type": "mockingbird.timestampNow"}}';
  const { code, err } = await here(['validate', '-'], { input });
  expect(code).toBe(0);
  expect(err).toContain('✓ standard input: 1 field');
});

test('validate --json prints issues with their places', async () => {
  const { code, out } = await here(['validate', '-', '--json'], {
    input: '{"a":\n {"type": "nuber.int"}}',
  });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject([{ code: 'unknown-type', line: 2, path: ['a', 'type'] }]);
});

test('list shows every template, destination and generator type', async () => {
  const { out } = await here(['list', '--json']);
  const listed = JSON.parse(out) as Record<string, readonly { name: string }[]>;
  const names = (key: string): string[] => (listed[key] ?? []).map(({ name }) => name);
  expect(names('templates')).toEqual(templates.map(({ name }) => name));
  expect(names('types')).toEqual(generatorTypes.map(({ name }) => name));
  expect(names('destinations')).toEqual(expect.arrayContaining(destinations.map(({ command }) => command)));
  const text = await here(['list', 'templates']);
  expect(text.out).toContain('Flight Bookings');
  expect(text.out).not.toContain('number.int');
  expect((await here(['list', 'birds'])).code).toBe(2);
});

test('list types finds types by meaning, the best first', async () => {
  const { out } = await here(['list', 'types', 'response', 'time']);
  expect(out).toMatch(/^\s*catbird\.logNormal /);
  const { out: json } = await here(['list', 'types', 'guid', '--json']);
  expect(JSON.parse(json)).toMatchObject({ types: [{ name: 'string.uuid' }] });
  const none = await here(['list', 'types', 'xyzzy']);
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toContain('No generator type matches "xyzzy"');
  expect((await here(['list', 'templates', 'shop'])).code).toBe(2);
});

test('list types NAME shows params, an example and values of every type', async () => {
  const { out } = await here(['list', 'types', 'number.int']);
  expect(out).toContain('Params\n- A number: Maximum, inclusive\n- min (number): Minimum, inclusive');
  expect(out).toContain('{ "type": "number.int", "params": { "min": 1, "max": 6 } }');
  expect(out).toMatch(/\nRows\n(\{"value":[1-6]\}\n){3}$/);
  for (const { name } of everyNth(4, generatorTypes)) {
    const shown = JSON.parse((await here(['list', 'types', name.toUpperCase(), '--json'])).out) as object;
    expect(shown).toMatchObject({ name, params: {}, schema: {}, rows: [{}, {}, {}] });
  }
});

test('list templates NAME shows a template, and --show-schema prints it', async () => {
  const printed = await here(['list', 'templates', 'online', 'shop', '--show-schema']);
  expect(printed.out).toBe(`${templates.find(({ name }) => name === 'Online Shop')?.text}\n`);
  const rows = await here(['sample', '--schema', '-', '-n', '2'], { input: printed.out });
  expect(rows.code).toBe(0);
  const { out } = await here(['list', 'templates', 'Stock Prices']);
  expect(out).toMatch(/^Stock Prices\n.+\n\nSchema\n\{[^]+\n\nRows\n(\{.+\}\n){3}$/);
  for (const args of [
    ['templates', 'shops'],
    ['types', 'number.int', '--schema'],
    ['templates', '--schema'],
  ])
    expect(await here(['list', ...args])).toMatchObject({ code: 2, out: '' });
});

test('HTTP works with any address, with a warning about credentials in clear text', async () => {
  const elsewhere = ['check', 'http', '--url', 'http://127.0.0.2:9/'];
  const bare = await here(elsewhere);
  expect(bare).toMatchObject({ code: 1 });
  expect(bare.err).toMatch(/^✗ .*127\.0\.0\.2:9/);
  const known = await here([...elsewhere, '--auth', 'bearer', '--bearer-token', 'a-secret']);
  expect(known.err).toMatch(/^Credentials are sent to 127\.0\.0\.2:9 in clear text/);
  expect(known.err).not.toContain('a-secret');
  const sent = await here(
    ['http', ...elsewhere.slice(2), '--limit', '1', '--attempts', '1', '--auth', 'bearer'],
    {
      env: { CATBIRD_HTTP_BEARER_TOKEN: 'a-secret' },
    },
  );
  expect(sent).toMatchObject({ code: 1 });
  expect(sent.err).toContain('Credentials are sent to 127.0.0.2:9 in clear text');
});

test('check reports why a destination is unusable, with exit code 1', async () => {
  const nobody = await here(['check', 'http', '--url', 'http://127.0.0.1:9/']);
  expect(nobody).toMatchObject({ code: 1, out: '' });
  expect(nobody.err).toMatch(/^✗ .*127\.0\.0\.1:9/);
  expect((await here(['check'])).code).toBe(2);
  expect((await here(['check', 'tinybrid'])).err).toContain('Did you mean tinybird?');
  expect((await here(['check', 'tinybird'])).err).toContain('--token: Required');
});

test('validate rejects unknown params and misplaced keys, but only warns in a mockingbird schema', async () => {
  const spec = '"n": {"type": "number.int", "params": {"minimum": 1}, "max": 9}';
  const ours = await here(['validate', '-'], { input: `{${spec}}` });
  expect(ours.code).toBe(2);
  expect(ours.err).toContain('error: number.int: Unknown param minimum');
  expect(ours.err).toContain('= Did you mean min?');
  expect(ours.err).toContain('error: number.int: max belongs in params');
  expect(ours.err).toContain('2 errors');
  const theirs = await here(['validate', '-'], {
    input: `{"at": {"type": "mockingbird.timestampNow"}, ${spec}}`,
  });
  expect(theirs.code).toBe(0);
  expect(theirs.err).toContain('warning: number.int: Unknown param minimum (ignored)');
});

test('a config rejects unknown params in its schema', async () => {
  const config = {
    destination: 'log',
    limit: 1,
    schema: { n: { type: 'number.int', params: { minimum: 1 } } },
  };
  const { code, out, err } = await here(['run', '-'], { input: JSON.stringify(config) });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Unknown param minimum');
});
