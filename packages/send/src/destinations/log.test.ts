import { expect, test } from 'vitest';
import { batchOf } from '../../test/destinations/batch.ts';
import { sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { log } from './log.ts';

test('Log writes the rows as JSON lines and counts them', async () => {
  const written: string[] = [];
  const write = (lines: Uint8Array) => void written.push(new TextDecoder().decode(lines));
  const connection = await log.open({}, { ...testEnv(), write });
  const receipt = await connection.send(batchOf([{ a: 1 }, { a: 'ü' }]), sendOptions());
  expect(written).toEqual(['{"a":1}\n{"a":"ü"}\n']);
  expect(receipt).toEqual({ accepted: 2, quarantined: 0, rejected: 0, bytes: 19 });
  await connection.close();
  await connection.close();
});

test('Log counts rows only once they are written', async () => {
  let makeRoom = (): void => undefined;
  const write = () => new Promise<void>((resolve) => (makeRoom = resolve));
  const connection = await log.open({}, { ...testEnv(), write });
  let done = false;
  const sending = connection.send(batchOf([{}]), sendOptions()).then(() => (done = true));
  await Promise.resolve();
  expect(done).toBe(false);
  makeRoom();
  await sending;
});

test('Log writes nothing after an abort and rejects with its reason', async () => {
  const reason = new Error('enough');
  const write = () => expect.unreachable();
  const connection = await log.open({}, { ...testEnv(), write });
  await expect(
    connection.send(batchOf([{}]), sendOptions({ signal: AbortSignal.abort(reason) })),
  ).rejects.toBe(reason);
});

test('Log has no host, and its connection test always succeeds', async () => {
  expect(await log.check({}, testEnv(), new AbortController().signal)).toMatchObject({ ok: true });
  expect(log.host({})).toBeUndefined();
});
