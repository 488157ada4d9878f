import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CheckResult, Receipt } from '@catbird/core/internal/destinations';
import { payload, type Batch } from '@catbird/core';
import { writingFailure } from '../files/error-code.ts';
import type { Target } from './file-place.ts';
import { openFiles } from './file-rotation.ts';
import type { Bookmark, LocalConnection } from './local.ts';

// Concatenated gzip members are a valid gzip file. https://www.rfc-editor.org/rfc/rfc1952#section-2.2
const compress = promisify(gzip);

/**
 * Opens the file, the first of several, or the one an earlier process stopped at.
 *
 * @throws DeliveryError if it cannot be written
 */
export async function open(target: Target, bookmark?: Bookmark): Promise<LocalConnection> {
  const { head } = target;
  const begin = head && target.gzip ? await compress(head) : head;
  const files = await openFiles({ ...target, head: begin }, bookmark);
  // Receipts of writes that finished after their request was aborted: their rows must not be written again.
  const late = new Map<string, Receipt>();
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs one action at a time. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    async send(batch, { signal, id }) {
      signal.throwIfAborted();
      const data = target.gzip ? await compress(payload(batch)) : payload(batch);
      return inTurn(async () => {
        const earlier = late.get(id);
        if (late.delete(id) && earlier !== undefined) return earlier;
        signal.throwIfAborted();
        await files.append(data, signal);
        const receipt = receiptFor(batch, data);
        if (signal.aborted) late.set(id, receipt);
        return receipt;
      });
    },
    async checkpoint() {
      // Flushes most of the data while writing continues, so that the sync below is short.
      await files.flush();
      await inTurn(async () => {
        await files.sync();
        files.keep();
      });
    },
    close: () => inTurn(() => files.close()),
  };
}

/** Checks that the file can be written, without writing or creating it. */
export async function check({ path, existing }: Target): Promise<CheckResult> {
  const kind = await stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => undefined,
  );
  if (kind === 'folder') return { ok: false, message: `${path} is a folder` };
  if (kind === 'file' && existing === 'refuse') return { ok: false, message: `${path} already exists` };
  try {
    await access(kind === 'file' ? path : dirname(path), constants.W_OK);
    return { ok: true, message: `${path} can be written. Nothing was written.` };
  } catch (error) {
    return { ok: false, message: `${path} cannot be written: ${writingFailure(error)}` };
  }
}

const receiptFor = ({ count }: Batch, { byteLength }: Uint8Array): Receipt => ({
  accepted: count,
  quarantined: 0,
  rejected: 0,
  bytes: byteLength,
});
