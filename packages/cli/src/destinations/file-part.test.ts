import { appendFile, mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPart, regularPart, type Handle, type Opening } from './file-part.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-part-'));
  path = join(folder, 'events.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const opening = (mode: Opening['mode'], length = 0): Opening => ({ mode, bytes: length, isRegular: true });

/** A file that takes some bytes and then no more; `meanwhile` happens just before it says so. */
async function fullAfter(most: number, meanwhile: () => Promise<void>): Promise<Handle> {
  const handle = await openFile(path, 'a');
  let left = most;
  const write = async (data: Uint8Array, from: number) => {
    if (left > 0) {
      const { bytesWritten } = await handle.write(data, from, Math.min(left, data.byteLength - from));
      left -= bytesWritten;
      return { bytesWritten, buffer: data };
    }
    await meanwhile();
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  return Object.assign(Object.create(handle) as Handle, {
    stat: handle.stat.bind(handle),
    truncate: handle.truncate.bind(handle),
    close: handle.close.bind(handle),
    write,
  });
}

test('a write that ends in the middle is taken back, and what was there stays', async () => {
  await writeFile(path, 'before\n');
  const part = regularPart(path, await fullAfter(3, async () => undefined), 7);
  await expect(part.append(bytes('a row\n'))).rejects.toMatchObject({
    kind: 'unavailable',
    detail: expect.stringContaining('ENOSPC') as unknown,
  });
  expect(await readFile(path, 'utf8')).toBe('before\n');
  expect(part.bytes).toBe(7);
  await part.close();
});

test('when another program wrote meanwhile, nothing is taken back: not its bytes, nor those before them', async () => {
  await writeFile(path, 'before\n');
  const part = regularPart(path, await fullAfter(3, () => appendFile(path, 'theirs\n')), 7);
  await expect(part.append(bytes('a row\n'))).rejects.toMatchObject({ kind: 'not-found' });
  expect(await readFile(path, 'utf8')).toBe('before\na rtheirs\n');
  await part.close();
});

test('a file that another program has changed is not written, nor counted as safe', async () => {
  const part = await openPart(path, opening('append'));
  await part.append(bytes('mine\n'));
  await appendFile(path, 'theirs\n');
  const changed = { kind: 'not-found', message: expect.stringContaining('Another program') as unknown };
  await expect(part.append(bytes('mine\n'))).rejects.toMatchObject(changed);
  await expect(part.sync()).rejects.toMatchObject(changed);
  expect(await readFile(path, 'utf8')).toBe('mine\ntheirs\n');
  await rm(path);
  await expect(part.append(bytes('mine\n'))).rejects.toThrow('was removed');
  await part.close();
});

test.each([
  ['append', 0, 'before\nmore\n'],
  ['replace', 0, 'more\n'],
  ['continue', 3, 'befmore\n'],
] as const)('%s from byte %i on', async (mode, length, expected) => {
  await writeFile(path, 'before\n');
  const part = await openPart(path, opening(mode, length));
  await part.append(bytes('more\n'));
  await part.close();
  expect(await readFile(path, 'utf8')).toBe(expected);
});

test('going on with a file that is too short, and refusing one that exists, leave it as it is', async () => {
  await writeFile(path, 'before\n');
  await expect(openPart(path, opening('continue', 8))).rejects.toMatchObject({ kind: 'not-found' });
  await expect(openPart(path, opening('refuse'))).rejects.toThrow('Could not open');
  expect(await readFile(path, 'utf8')).toBe('before\n');
});
