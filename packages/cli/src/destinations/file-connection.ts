import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Batch } from '@catbird/engine';
import type { CheckResult, Receipt } from '@catbird/send';
import { writingFailure } from '../files/error-code.ts';
import { compress, type Piece, type Target } from './file-place.ts';
import { openFiles } from './file-rotation.ts';
import type { Bookmark, LocalConnection } from './file.ts';

/**
 * Opens the file, the first of several, or the one an earlier process stopped at.
 *
 * @throws DeliveryError if it cannot be written
 */
export async function open(target: Target, bookmark?: Bookmark): Promise<LocalConnection> {
  const { blocks, gzip } = target;
  const files = await openFiles(target, bookmark);
  const pieceOf = async (batch: Batch, place: number): Promise<Piece> => {
    const { bytes, note } = blocks.block(batch, place);
    return { data: gzip ? await compress(bytes) : bytes, note };
  };
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
      // Requests compress their rows side by side.
      const made = blocks.isPlaced === true ? undefined : await pieceOf(batch, 0);
      return inTurn(async () => {
        const earlier = late.get(id);
        if (late.delete(id) && earlier !== undefined) return earlier;
        signal.throwIfAborted();
        const bytes = await files.append(async (place) => made ?? pieceOf(batch, place), signal);
        const receipt = { accepted: batch.count, quarantined: 0, rejected: 0, bytes };
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
export async function check({ path, existing, write }: Target): Promise<CheckResult> {
  if (write !== undefined) return { ok: true, message: 'Rows go to stdout. Nothing was written.' };
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
