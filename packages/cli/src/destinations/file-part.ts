import { messagesOf } from '@catbird/engine';
import { DeliveryError } from '@catbird/send';
import { constants, openSync, rmSync } from 'node:fs';
import { open as openFile, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, messageOf, writingFailure } from '../files/error-code.ts';
import { takeLock, type Owner } from '../files/lock.ts';

/** An open file of the stream. Data beyond `bytes` does not belong to the stream. */
export interface FilePart {
  readonly path: string;
  /** Length after the last complete write. */
  readonly bytes: number;
  /**
   * Appends data. A partial write is truncated, so that a retry starts at the same position.
   *
   * @param signal abandons a pipe; a write to a file ends by itself
   * @throws DeliveryError if the write fails, or another program writes to the file
   */
  append(data: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Makes everything written so far durable, while writing may continue. */
  flush(): Promise<void>;
  /** Makes everything durable; nothing may be written meanwhile. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The methods used of an open file. */
export type Handle = Pick<FileHandle, 'stat' | 'write' | 'truncate' | 'datasync' | 'close'>;

/** How to open a part. */
export interface Opening {
  /** `continue`: an earlier process of the same stream wrote it. */
  readonly mode: 'append' | 'replace' | 'refuse' | 'continue';
  /** For `continue`: the expected length. */
  readonly bytes: number;
  /** False for devices and pipes, which have neither length nor lock. */
  readonly isRegular: boolean;
}

/**
 * Opens a file for appending.
 *
 * @throws DeliveryError if it cannot be opened
 */
export async function openPart(path: string, { mode, bytes, isRegular }: Opening): Promise<FilePart> {
  const handle = await asDelivery(path, () => openFile(path, mode === 'refuse' ? 'ax' : 'a'));
  try {
    if (!isRegular)
      return plainPart(path, {
        append: (data) => appendTo(path, handle, data),
        close: () => handle.close(),
      });
    const size = (await handle.stat()).size;
    if (mode === 'append') return regularPart(path, handle, size);
    const wanted = mode === 'continue' ? bytes : 0;
    if (size < wanted) throw changed(path, sizes(size, wanted));
    await asDelivery(path, () => handle.truncate(wanted));
    return regularPart(path, handle, wanted);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @throws DeliveryError if it cannot be removed */
export function removePart(path: string): void {
  try {
    rmSync(path);
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not remove ${path}`, { detail: messageOf(cause), cause });
  }
}

/** A lock of a part. */
export interface PartLock {
  /** Owner of the stale lock that this one replaced. */
  readonly left: Owner | undefined;
  release(): void;
}

/** @throws DeliveryError if another process holds the lock of the file */
export function lockPart(path: string, state: string | null): PartLock {
  const lock = takeLock(path, state);
  if (!lock.ok) throw new DeliveryError('not-found', messagesOf(lock.issues).join('. '));
  return lock;
}

/** @throws DeliveryError instead of Node's error */
export async function asDelivery<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not open ${path}`, { detail: writingFailure(cause), cause });
  }
}

/** A regular file of length `size`, open for appending. */
export function regularPart(path: string, handle: Handle, size: number): FilePart {
  let bytes = size;
  /** @throws DeliveryError if another program changed the length; the file is then left untouched */
  const expectLength = async (expected: number): Promise<void> => {
    const { size, nlink } = await handle.stat();
    if (nlink === 0)
      throw new DeliveryError('not-found', `${path} was deleted while the stream was writing to it`);
    if (size !== expected) throw changed(path, sizes(size, expected));
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

/** What is written to stays as it is: a device, a pipe or stdout. */
function plainPart(path: string, { append, close }: Pick<FilePart, 'append' | 'close'>): FilePart {
  let bytes = 0;
  return {
    path,
    get bytes() {
      return bytes;
    },
    async append(data, signal) {
      await append(data, signal);
      bytes += data.byteLength;
    },
    flush: async () => undefined,
    sync: async () => undefined,
    close,
  };
}

/** @throws DeliveryError if the write fails */
async function appendTo(path: string, handle: FileHandle, data: Uint8Array): Promise<void> {
  try {
    await handle.appendFile(data);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Stdout. @param write resolves once the data is written */
export const openStdout = (write: (data: Uint8Array) => void | Promise<void>): FilePart =>
  plainPart('stdout', {
    append: async (data) => write(data),
    close: () => Promise.resolve(),
  });

const unwritable = (path: string, cause: unknown): DeliveryError =>
  new DeliveryError('unavailable', `Could not write to ${path}`, {
    detail: messageOf(cause),
    hint: 'Check the free disk space.',
    cause,
  });

/** Another program writes to a file. @param detail what shows it, in a phrase */
export const changed = (path: string, detail?: string): DeliveryError =>
  new DeliveryError('not-found', `Another program has changed ${path}`, {
    ...(detail !== undefined && { detail }),
    hint: 'The stream stopped writing to it. Use a separate file for each program.',
  });

const sizes = (size: number, expected: number): string =>
  `It has ${size.toLocaleString('en')} bytes instead of ${expected.toLocaleString('en')}`;

/** Time between attempts to open a pipe that nobody reads yet. */
const READER_MS = 50;

/**
 * Opens a named pipe once somebody reads it. Neither that nor a write blocks a thread, which would keep the process from ending.
 *
 * @throws Node's error if it cannot be opened
 */
export async function openPipe(path: string): Promise<FilePart> {
  const fd = await openWithReader(path);
  const socket = new Socket({ fd, readable: false, writable: true });
  // Writes report it.
  socket.on('error', () => undefined);
  return plainPart(path, {
    append: (data, signal) =>
      new Promise((resolve, reject) => {
        // What a write has left in the pipe cannot be taken back, so the pipe is not used again.
        const abandon = (): void => {
          socket.destroy();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abandon, { once: true });
        socket.write(data, (cause) => {
          signal?.removeEventListener('abort', abandon);
          if (cause) reject(broken(path, cause));
          else resolve();
        });
      }),
    close: async () => void socket.destroy(),
  });
}

/** https://man7.org/linux/man-pages/man7/fifo.7.html */
async function openWithReader(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (errorCode(error) !== 'ENXIO') throw error;
      await sleep(READER_MS);
    }
  }
}

/** A retry would repeat what was written. */
const broken = (path: string, cause: Error): DeliveryError =>
  new DeliveryError('not-found', `Could not write to ${path}`, {
    detail: messageOf(cause),
    hint: 'The program that reads it may have ended.',
    uncertain: true,
    cause,
  });
