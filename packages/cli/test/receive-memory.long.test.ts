import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonLines, start, type Running } from './catbird.ts';
import { GZIP, ROW, send, type Answer } from './sender.ts';

let running: Running | undefined;
afterEach(() => void running?.child.kill('SIGKILL'));

/** Starts a receiver in a process of its own. */
async function receiver(...flags: string[]): Promise<number> {
  running = start(['receive', '--port', '0', ...flags]);
  return Number(/^\d+/.exec(await running.printed('"port":'))?.[0]);
}

/** Ends the receiver and returns its summary. */
async function summary(): Promise<unknown> {
  running?.child.kill('SIGINT');
  const ended = await running?.ended;
  return jsonLines(ended?.err ?? '').at(-1);
}

/** The receiver's peak memory, in MiB. */
async function peakMiB(): Promise<number> {
  const status = await readFile(`/proc/${running?.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

describe.skipIf(process.platform !== 'linux')('the memory of receive is bounded', () => {
  test('if 12 bodies of 96 kB expand to 96 MB each', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const bomb = gzipSync(Buffer.alloc(96 * 2 ** 20, '\n'));
    expect(bomb.length).toBeLessThan(100_000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(port, { headers: GZIP, body: bomb })),
    );
    for (const { status } of answers) expect([413, 503]).toContain(status);
    expect(answers.map(({ body }) => body).join('\n')).toMatch(/64 MiB|at once/);
    expect(await peakMiB()).toBeLessThan(500);
    // The memory is free again.
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(await summary()).toMatchObject({ rows: 1 });
  });

  test('if each sender sends half of the limit and stops before the end', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const half = Buffer.alloc(32 * 2 ** 20, ROW);
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${half.length + 1}\r\n\r\n`;
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(head);
      socket.write(half);
      return socket;
    });
    // Two senders fill the memory and keep it; the others are rejected.
    const answers = new Set<string>();
    let left = 4;
    await new Promise<void>((resolve) => {
      for (const socket of sockets)
        socket.once('data', (chunk) => {
          answers.add(chunk.toString('latin1').slice(0, 12));
          if (--left === 0) resolve();
        });
    });
    expect([...answers]).toEqual(['HTTP/1.1 503']);
    for (const socket of sockets) socket.destroy();
    // Once they disconnect, the memory is free again.
    while ((await send(port, { body: half })).status !== 200);
    expect(await peakMiB()).toBeLessThan(500);
  });

  test('if a body comes in two million chunks of one byte', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let n = 0; n < 20; n++) socket.write('1\r\n\n\r\n'.repeat(100_000));
    const answered = once(socket, 'data');
    socket.write(`${ROW.length.toString(16)}\r\n${ROW}\r\n0\r\n\r\n`);
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
    expect(await peakMiB()).toBeLessThan(300);
    expect(await summary()).toMatchObject({ rows: 1 });
  });

  test('if a form has 100,000 entries, or JSON has millions of values', async () => {
    const port = await receiver('--json', '--out', '/dev/null');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const entries = (count: number): string =>
      Array.from(
        { length: count },
        (_, n) =>
          `&PublishBatchRequestEntries.member.${n + 1}.Id=${n}&PublishBatchRequestEntries.member.${n + 1}.Message=1`,
      ).join('');
    const batch = (count: number): Promise<Answer> =>
      send(port, { headers: form, body: `Action=PublishBatch${entries(count)}` });
    expect(await batch(10)).toMatchObject({ status: 200 });
    const eleven = await batch(11);
    expect(eleven.status).toBe(400);
    expect(eleven.body).toContain('<Code>TooManyEntriesInBatchRequest</Code>');
    expect((await batch(9000)).body).toContain('<Code>TooManyEntriesInBatchRequest</Code>');
    expect((await batch(100_000)).body).toContain('<Code>BatchRequestTooLong</Code>');
    const json = { 'content-type': 'application/json' };
    const values = `[${'{},'.repeat(20e6)}1]`;
    expect(await send(port, { headers: json, body: values })).toMatchObject({ status: 413 });
    expect(await send(port, { path: '/channels/a/messages', body: values })).toMatchObject({ status: 413 });
    expect(await peakMiB()).toBeLessThan(500);
    expect(await summary()).toMatchObject({ rows: 10 });
  });

  test('if --sequence gets numbers that are far apart; forgotten ones are reported', async () => {
    const port = await receiver('--json', '--out', '/dev/null', '--sequence', 'i');
    const far = Array.from({ length: 40_000 }, (_, n) => `{"i":${n * 65_536}}\n`).join('');
    expect(await send(port, { body: far })).toMatchObject({ status: 200 });
    expect(await send(port, { body: ROW })).toMatchObject({ status: 200 });
    expect(await send(port, { body: '\n'.repeat(60e6) })).toMatchObject({ status: 200 });
    expect(await peakMiB()).toBeLessThan(500);
    const end = (await summary()) as { forgottenBelow: number };
    expect(end).toMatchObject({ rows: 40_001, duplicates: 0, unchecked: 1 });
    expect(end.forgottenBelow).toBeGreaterThan(35_000 * 65_536);
  });
});
