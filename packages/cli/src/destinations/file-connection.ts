import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DeliveryError, type CheckResult, type Receipt } from '@catbird/core/destinations';
import { payload, type Batch } from '@catbird/core';
import { wordsOf } from '../files/error-code.ts';
import { statOf } from '../files/identity.ts';
import { lookAtLock } from '../files/lock.ts';
import { lockPart, openPart, type Opening, type Part, type PartLock } from './file-part.ts';
import { beyond, lastPart, numbered, sizeOf, type Target } from './file-place.ts';
import type { Bookmark, FilePlace, LocalConnection } from './local.ts';

// Packed parts one after another are a packed whole. https://www.rfc-editor.org/rfc/rfc1952#section-2.2
const pack = promisify(gzip);

/**
 * Opens the file, or the first of them, or the one that an earlier process came to.
 *
 * @throws DeliveryError when it cannot be written
 */
export async function open(target: Target, bookmark?: Bookmark): Promise<LocalConnection> {
  const files = await openFiles(target, bookmark);
  // Receipts of writes that ended after nobody waited for them any more: their rows must not be written again.
  const late = new Map<string, Receipt>();
  let turn: Promise<unknown> = Promise.resolve();
  /** Does one thing after another. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    async send(batch, { signal, id }) {
      signal.throwIfAborted();
      const data = target.gzip ? await pack(payload(batch)) : payload(batch);
      return inTurn(async () => {
        const earlier = late.get(id);
        if (late.delete(id) && earlier !== undefined) return earlier;
        signal.throwIfAborted();
        await files.append(data);
        const receipt = receiptFor(batch, data);
        if (signal.aborted) late.set(id, receipt);
        return receipt;
      });
    },
    async checkpoint() {
      // Most of it while writing goes on, so that the rest is short.
      await files.flush();
      await inTurn(async () => {
        await files.sync();
        files.keep();
      });
    },
    close: () => inTurn(() => files.close()),
  };
}

/** Says whether the file can be written, without writing or making it. */
export async function check({ path, existing }: Target): Promise<CheckResult> {
  const isThere = await stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => undefined,
  );
  if (isThere === 'folder') return { ok: false, message: `${path} is a folder` };
  if (isThere === 'file' && existing === 'refuse') return { ok: false, message: `${path} is there already` };
  try {
    await access(isThere === 'file' ? path : dirname(path), constants.W_OK);
    return { ok: true, message: `${path} can be written. Nothing was written.` };
  } catch (error) {
    return { ok: false, message: `${path} cannot be written: ${wordsOf(error)}` };
  }
}

const receiptFor = ({ count }: Batch, { byteLength }: Uint8Array): Receipt => ({
  accepted: count,
  quarantined: 0,
  rejected: 0,
  bytes: byteLength,
});

/** The files of a stream, of which one is open. */
interface Files {
  append(data: Uint8Array): Promise<void>;
  /** Makes durable what was written so far, while more is written. */
  flush(): Promise<void>;
  /** Makes durable all that was written; nothing is written meanwhile. */
  sync(): Promise<void>;
  /** Keeps where it ends. */
  keep(): void;
  close(): Promise<void>;
}

async function openFiles(target: Target, bookmark: Bookmark | undefined): Promise<Files> {
  const { path, gzip, rotateBytes } = target;
  const state = bookmark?.state ?? null;
  const isRegular = statOf(path)?.isFile() ?? true;
  const lock = isRegular ? lockPart(path, state) : undefined;
  let number = 0;
  let current: Part | undefined;
  let partLock: PartLock | undefined;

  /** Keeps that the stream is there now, before anything is changed there. At each moment the place that is kept is locked. */
  const begin = async ({ part, bytes, mode }: Start): Promise<void> => {
    const name = numbered(path, part);
    const place = { path, part, bytes, gzip };
    const nextLock = part > 0 ? lockPart(name, state) : undefined;
    try {
      const left = part > 0 ? nextLock?.left : lock?.left;
      const problem = mode === 'continue' ? beyond(place, state, left) : undefined;
      if (problem !== undefined) throw new DeliveryError('not-found', problem);
      bookmark?.keep(place);
    } catch (error) {
      nextLock?.release();
      throw error;
    }
    await shut();
    number = part;
    partLock = nextLock;
    current = await openPart(name, { mode, bytes, isRegular });
  };
  const shut = async (): Promise<void> => {
    const last = current;
    current = undefined;
    await last?.close();
    partLock?.release();
    partLock = undefined;
  };
  const close = async (): Promise<void> => {
    await shut();
    lock?.release();
  };
  const part = (): Part => {
    if (current === undefined) throw new DeliveryError('not-found', `${path} is not open`);
    return current;
  };
  try {
    const start = startOf(target, bookmark);
    await begin(start);
    if (start.mode === 'continue' && start.part > 1) freeLeft(numbered(path, start.part - 1), state);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async append(data) {
      while (part().bytes > 0 && part().bytes + data.byteLength > rotateBytes) {
        if (bookmark !== undefined) await part().sync();
        await begin(nextOf(target, number));
      }
      await part().append(data);
    },
    flush: async () => current?.flush(),
    sync: () => part().sync(),
    keep: () => bookmark?.keep({ path, part: number, bytes: part().bytes, gzip }),
    close,
  };
}

/** Where writing begins. */
interface Start extends Pick<FilePlace, 'part' | 'bytes'> {
  readonly mode: Opening['mode'];
}

/** @throws DeliveryError when it cannot begin there */
function startOf(target: Target, bookmark: Bookmark | undefined): Start {
  const { path, existing } = target;
  if (bookmark !== undefined && bookmark.kept !== null) return { ...bookmark.kept, mode: 'continue' };
  if (existing === 'append' || bookmark?.hasRows === true) {
    const part = lastPart(target);
    return { part, bytes: sizeOf(numbered(path, part)) ?? 0, mode: 'append' };
  }
  return newPart(path, 0, existing);
}

/** Takes away the lock that an earlier process of the stream left which was killed between two parts. */
function freeLeft(name: string, state: string | null): void {
  const lock = lookAtLock(name);
  if (lock.kind === 'left' && lock.owner.state === state) lockPart(name, state).release();
}

/** The part that follows one. */
const nextOf = ({ path, existing }: Target, number: number): Start => newPart(path, number + 1, existing);

/** @throws DeliveryError when it is there and must not be: before the state says that it is this stream's */
function newPart(path: string, part: number, mode: Target['existing']): Start {
  const name = numbered(path, part);
  const size = sizeOf(name);
  if (mode === 'refuse' && size !== undefined)
    throw new DeliveryError('not-found', `Could not open ${name}`, {
      detail: 'It exists, and --existing is refuse',
    });
  return { part, bytes: mode === 'append' ? (size ?? 0) : 0, mode };
}
