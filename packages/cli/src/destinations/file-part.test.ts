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

/** A file that fails with ENOSPC after `most` bytes; `meanwhile` runs just before the failure. */
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

test('a partial write is undone, and existing content is kept', async () => {
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

test('if another program wrote meanwhile, nothing is undone', async () => {
  await writeFile(path, 'before\n');
  const part = regularPart(path, await fullAfter(3, () => appendFile(path, 'theirs\n')), 7);
  await expect(part.append(bytes('a row\n'))).rejects.toMatchObject({ kind: 'not-found' });
  expect(await readFile(path, 'utf8')).toBe('before\na rtheirs\n');
  await part.close();
});

test('a file changed by another program is neither written nor synced', async () => {
  const part = await openPart(path, opening('append'));
  await part.append(bytes('mine\n'));
  await appendFile(path, 'theirs\n');
  const changed = { kind: 'not-found', message: expect.stringContaining('Another program') as unknown };
  await expect(part.append(bytes('mine\n'))).rejects.toMatchObject(changed);
  await expect(part.sync()).rejects.toMatchObject(changed);
  expect(await readFile(path, 'utf8')).toBe('mine\ntheirs\n');
  await rm(path);
  await expect(part.append(bytes('mine\n'))).rejects.toThrow('was deleted');
  await part.close();
});

test.each([
  ['append', 0, 'before\nmore\n'],
  ['replace', 0, 'more\n'],
  ['continue', 3, 'befmore\n'],
] as const)('%s writes from byte %i', async (mode, length, expected) => {
  await writeFile(path, 'before\n');
  const part = await openPart(path, opening(mode, length));
  await part.append(bytes('more\n'));
  await part.close();
  expect(await readFile(path, 'utf8')).toBe(expected);
});

test('continuing a file that is too short, and refusing an existing one, leave it unchanged', async () => {
  await writeFile(path, 'before\n');
  await expect(openPart(path, opening('continue', 8))).rejects.toMatchObject({ kind: 'not-found' });
  await expect(openPart(path, opening('refuse'))).rejects.toThrow('Could not open');
  expect(await readFile(path, 'utf8')).toBe('before\n');
});
