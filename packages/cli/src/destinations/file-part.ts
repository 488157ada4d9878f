import { open as openFile, type FileHandle } from 'node:fs/promises';
import { DeliveryError } from '@catbird/core/destinations';
import { wordsOf } from '../files/error-code.ts';
import { takeLock, type Owner } from '../files/lock.ts';

/** A file under way: what is beyond `bytes` was not written by this stream. */
export interface Part {
  readonly path: string;
  /** Its length after the last whole write. */
  readonly bytes: number;
  /**
   * Adds data at the end. What is written in part is taken back, so that another attempt begins where this one did.
   *
   * @throws DeliveryError when it cannot be written, or somebody else writes to the file
   */
  append(data: Uint8Array): Promise<void>;
  /** Makes durable what was written so far, while more is written. */
  flush(): Promise<void>;
  /** Makes durable all that was written. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What is needed of an open file. */
export type Handle = Pick<FileHandle, 'stat' | 'write' | 'truncate' | 'datasync' | 'close'>;

/** A part that is being opened. */
export interface Opening {
  /** `continue`: an earlier process of the same stream wrote it. */
  readonly mode: 'append' | 'replace' | 'refuse' | 'continue';
  /** For `continue`: its length. */
  readonly bytes: number;
  /** A device or pipe has neither a length nor a lock. */
  readonly isRegular: boolean;
}

/**
 * Opens a file for adding to it.
 *
 * @throws DeliveryError when it cannot be had
 */
export async function openPart(path: string, { mode, bytes, isRegular }: Opening): Promise<Part> {
  const handle = await asDelivery(path, () => openFile(path, mode === 'refuse' ? 'ax' : 'a'));
  try {
    if (!isRegular) return plainPart(path, handle);
    const size = (await handle.stat()).size;
    if (mode === 'append') return regularPart(path, handle, size);
    const wanted = mode === 'continue' ? bytes : 0;
    if (size < wanted) throw changed(path, size, wanted);
    await asDelivery(path, () => handle.truncate(wanted));
    return regularPart(path, handle, wanted);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A lock as this destination needs it. */
export interface PartLock {
  readonly left: Owner | undefined;
  release(): void;
}

/** @throws DeliveryError when another process has the lock of this file */
export function lockPart(path: string, state: string | null): PartLock {
  const lock = takeLock(path, state);
  if ('problem' in lock) throw new DeliveryError('not-found', lock.problem);
  return lock;
}

/** @throws DeliveryError in place of what Node says */
async function asDelivery<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not open ${path}`, { detail: wordsOf(cause), cause });
  }
}

/** A regular file that is open for adding to it, of this length. */
export function regularPart(path: string, handle: Handle, size: number): Part {
  let bytes = size;
  /** @throws DeliveryError when the file is not as long as it was left: then nothing of it is touched */
  const expectLength = async (expected: number): Promise<void> => {
    const { size, nlink } = await handle.stat();
    if (nlink === 0) throw new DeliveryError('not-found', `${path} was removed while it was written`);
    if (size !== expected) throw changed(path, size, expected);
  };
  return {
    path,
    get bytes() {
      return bytes;
    },
    async append(data) {
      await expectLength(bytes);
      let written = 0;
      try {
        while (written < data.byteLength) written += (await handle.write(data, written)).bytesWritten;
      } catch (cause) {
        await expectLength(bytes + written);
        if (written > 0) await handle.truncate(bytes);
        throw unwritable(path, cause);
      }
      bytes += written;
    },
    flush: () => handle.datasync(),
    async sync() {
      await expectLength(bytes);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}

function plainPart(path: string, handle: FileHandle): Part {
  return {
    path,
    bytes: 0,
    async append(data) {
      try {
        await handle.appendFile(data);
      } catch (cause) {
        throw unwritable(path, cause);
      }
    },
    flush: async () => undefined,
    sync: async () => undefined,
    close: () => handle.close(),
  };
}

const unwritable = (path: string, cause: unknown): DeliveryError =>
  new DeliveryError('unavailable', `Could not write to ${path}`, {
    detail: wordsOf(cause),
    hint: 'Is there room on the disk?',
    cause,
  });

const changed = (path: string, size: number, expected: number): DeliveryError =>
  new DeliveryError('not-found', `Another program has changed ${path}`, {
    detail: `It is ${size.toLocaleString('en')} bytes long, where ${expected.toLocaleString('en')} were left`,
    hint: 'Nothing more is written to it. Give each program a file of its own.',
  });
