import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/** Where a file is written before it replaces the old one. */
export const temporaryOf = (path: string): string => `${path}.new`;

/**
 * Replaces a file, atomically and durably: a crash leaves the old or the new one. Only its user can read it.
 *
 * @throws Node's error if it cannot be written
 */
export function writeDurably(path: string, text: string): void {
  const temporary = temporaryOf(path);
  // Never writes through an existing link.
  rmSync(temporary, { force: true });
  try {
    const handle = openSync(temporary, 'wx', 0o600);
    try {
      // Writes everything or throws, whereas a single write may be partial on a nearly full disk.
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    // Another process may read the folder, and the rest would take up space on a full disk.
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Errors of systems that cannot sync a folder. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']);

/** Makes the names in a folder durable, if the file system can. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!UNSUPPORTED.has(errorCode(error) ?? '')) throw error;
  }
}
