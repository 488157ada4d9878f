import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, here } from './here.ts';

const BIN = fileURLToPath(new URL('../bin/catbird.js', import.meta.url));

/** Clipboard (OSC 52), link (OSC 8), cleared screen (CSI), the same as C1 characters, and a bidirectional override. */
const HOSTILE =
  '\u001B]52;c;aGk=\u0007\u001B]8;;http://x\u001B\\\u001B[2J\u009B2J\u009D0;t\u009C\u202Etxt\u2066\r\u007F\b';
const OBEYED = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
/** How each of them is printed. */
const SHOWN = ['\\u001b]52;', '\\u001b]8;', '\\u001b[2J', '\\u009b2J', '\\u009d0;', '\\u202e', '\\u2066'];

function expectHarmless({ err }: { readonly err: string }): void {
  expect(err).not.toMatch(OBEYED);
  for (const each of SHOWN) expect(err).toContain(each);
}

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-escapes-'))));
afterAll(() => rm(folder, { recursive: true }));

const schemaOf = (schema: object): { input: string } => ({ input: JSON.stringify(schema) });

describe('control characters on standard error are escaped:', () => {
  test("a field's name and type", async () => {
    expectHarmless(await here(['validate', '-'], schemaOf({ [HOSTILE]: { type: HOSTILE } })));
    const { err } = await here(['sample', '--schema', '-'], schemaOf({ a: { type: 'x\n✓ forged\u009B' } }));
    expect(err).toMatch(/: error: x\\u000a✓ forged\\u009b: /);
  });

  test('the names of a field and a schema without issues', async () => {
    const file = join(folder, `${HOSTILE.replaceAll('/', '')}.json`);
    await writeFile(file, `{"$comment": "all is well", "a": {"type": "number.int"}}`);
    const { code, err } = await here(['validate', file]);
    expect(code).toBe(0);
    expect(err).not.toMatch(OBEYED);
    expect(err).toContain('\\u001b[2J');
  });

  test('the name of a dataset', async () => {
    const schema = { v: { type: 'catbird.dataset', params: { file: HOSTILE, column: 'a' } } };
    expectHarmless(await here(['validate', '-'], schemaOf(schema)));
  });

  test('a column of a dataset', async () => {
    await writeFile(join(folder, 'rows.csv'), `"${HOSTILE.replaceAll('\r', '')}"\n1\n`);
    await mkdir(join(folder, 'schemas'), { recursive: true });
    const schema = { v: { type: 'catbird.dataset', params: { file: 'rows.csv', column: HOSTILE } } };
    const file = join(folder, 'dataset.json');
    await writeFile(file, JSON.stringify(schema));
    expectHarmless(await here(['validate', file]));
  });

  test('keys and values of a config, and the name of a stream', async () => {
    const config = {
      [HOSTILE]: 1,
      destination: HOSTILE,
      settings: { [HOSTILE]: '${NOT_SET}' },
      streams: { [HOSTILE]: { destination: 'log', eps: HOSTILE, [HOSTILE]: 1 } },
    };
    for (const json of [[], ['--json']])
      expectHarmless(await here(['run', '-', ...json], { input: JSON.stringify(config) }));
    const { err } = await here(['run', '-'], { input: `{"a": ${HOSTILE}` });
    expect(err).not.toMatch(OBEYED);
    expect(err).toContain('\\u001b]52;');
  });

  test('arguments', async () => {
    expectHarmless(await here(['sample', HOSTILE]));
    expectHarmless(await here(['log', `--${HOSTILE.replaceAll('=', '')}`]));
    expectHarmless(await here([HOSTILE]));
  });

  test('responses of a service, in errors, --logs and JSON lines', async () => {
    const server = createServer((request, response) => {
      request.resume();
      const status = Number(request.headers['x-status'] ?? 403);
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(Buffer.concat([Buffer.from(`${HOSTILE}\n✓ forged`), Buffer.of(0x9b, 0x32, 0x4a)]));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const line = ['http', '--url', url, '--limit', '1', '--logs'];
    for (const more of [[], ['--json'], ['--quiet'], ['--headers', '{"x-status": "200"}']]) {
      const ended = await here([...line, ...more]);
      expectHarmless(ended);
      expect(ended.err).not.toMatch(/^✓ forged/m);
    }
    expectHarmless(
      await here(['check', 'tinybird', '--endpoint', url, '--datasource', 'a', '--token', 'p.any']),
    );
    server.close();
  });
});

// `script` of util-linux runs a process in a terminal.
const SCRIPT = 'script';
const hasScript = spawnSync(SCRIPT, ['--version']).status === 0;
if (!hasScript) console.warn('SKIPPED: rows on a terminal; the command `script` of util-linux is not here');

describe('the output of `receive`', () => {
  const ROW = `{"a":"\u009B2J\u202E"}\n`;

  test('is unchanged in a pipe', async () => {
    const running = begin(['receive', '--port', '0', '--limit', '1']);
    const port = /^\d+/.exec(await running.printed('http://127.0.0.1:'))?.[0];
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: ROW });
    expect((await running.ended).out).toBe(ROW);
  });

  test.skipIf(!hasScript)('is escaped on a terminal', async () => {
    const child = spawn(
      SCRIPT,
      ['-qec', `"${process.execPath}" "${BIN}" receive --port 0 --limit 1`, '/dev/null'],
      {
        env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm' },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const ended = once(child, 'close');
    let shown = '';
    let send: Promise<unknown> | undefined;
    child.stdout.on('data', (chunk: Uint8Array) => {
      shown += Buffer.from(chunk).toString('utf8');
      const port = /127\.0\.0\.1:(\d+)\r?\n/.exec(shown)?.[1];
      if (port !== undefined)
        send ??= fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: `${ROW.trim()}${HOSTILE}\n` });
    });
    await ended;
    await send;
    expectHarmless({ err: shown.replaceAll('\r\n', '\n') });
    expect(shown).toContain('{"a":"\\u009b2J\\u202e"}');
  });
});
