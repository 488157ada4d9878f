import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryError } from '@catbird/core/destinations';
import { errorCode, messageOf } from '../files/error-code.ts';
import type { Part } from './file-part.ts';

/** Time between attempts to open a pipe that nobody reads yet. */
const READER_MS = 50;

/**
 * Opens a named pipe once somebody reads it. Neither that nor a write blocks a thread, which would keep the process from ending.
 *
 * @throws Node's error if it cannot be opened
 */
export async function openPipe(path: string): Promise<Part> {
  const fd = await openWithReader(path);
  const socket = new Socket({ fd, readable: false, writable: true });
  // Writes report it.
  socket.on('error', () => undefined);
  return {
    path,
    bytes: 0,
    append: (data, signal) =>
      new Promise((resolve, reject) => {
        // What a write has left in the pipe cannot be taken back, so the pipe is not used again.
        const abandon = (): void => {
          socket.destroy();
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', abandon, { once: true });
        socket.write(data, (cause) => {
          signal?.removeEventListener('abort', abandon);
          if (cause) reject(broken(path, cause));
          else resolve();
        });
      }),
    flush: async () => undefined,
    sync: async () => undefined,
    close: async () => void socket.destroy(),
  };
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
