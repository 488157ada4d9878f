import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/** Where a file is written before it takes its place. */
export const temporaryOf = (path: string): string => `${path}.new`;

/**
 * Writes a file so that it is there whole, or the one before it, whatever happens to the machine. It is there when this returns.
 *
 * @throws what Node says when it cannot be written
 */
export function writeDurably(path: string, text: string): void {
  const temporary = temporaryOf(path);
  // Never through what stands there: a link, say.
  rmSync(temporary, { force: true });
  const handle = openSync(temporary, 'wx');
  try {
    // All of it, or it throws: a single write may take only a part where the disk is nearly full.
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** What file systems and Windows say that cannot sync a folder. */
const NO_FOLDERS = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']);

/** Makes durable which names a folder holds, where the file system can. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!NO_FOLDERS.has(errorCode(error) ?? '')) throw error;
  }
}
