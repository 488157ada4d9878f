import { access, constants, open as openFile, stat, type FileHandle } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DeliveryError, type CheckResult, type Connection } from '@catbird/core/destinations';
import { payload } from '@catbird/core';

/** Where and how rows are written. */
export interface Target {
  readonly path: string;
  readonly existing: 'append' | 'replace' | 'refuse';
  readonly gzip: boolean;
  /** Bytes after which another file is begun; `Infinity`: never. */
  readonly rotateBytes: number;
}

/** A file under way: what is beyond `bytes` was not written whole. */
interface Open {
  readonly handle: FileHandle;
  bytes: number;
}

const FLAGS = { append: 'a', replace: 'w', refuse: 'wx' } as const;

// Packed parts one after another are a packed whole. https://www.rfc-editor.org/rfc/rfc1952#section-2.2
const pack = promisify(gzip);

/**
 * Opens the file, or the first of them.
 *
 * @throws DeliveryError when it cannot be written
 */
export async function open(target: Target): Promise<Connection> {
  let number = 0;
  let current: Open | undefined = await begin(target, number);
  return {
    async send(batch, { signal }) {
      signal.throwIfAborted();
      const rows = payload(batch);
      const data = target.gzip ? await pack(rows) : rows;
      if (
        current !== undefined &&
        current.bytes > 0 &&
        current.bytes + data.byteLength > target.rotateBytes
      ) {
        await current.handle.close();
        current = undefined;
        number++;
      }
      current ??= await begin(target, number);
      await append(current, data, target.path);
      return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: data.byteLength };
    },
    async close() {
      await current?.handle.close();
      current = undefined;
    },
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

async function begin(target: Target, number: number): Promise<Open> {
  const path = number === 0 ? target.path : numbered(target.path, number);
  try {
    const handle = await openFile(path, FLAGS[target.existing]);
    return { handle, bytes: (await handle.stat()).size };
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not open ${path}`, { detail: wordsOf(cause), cause });
  }
}

/** `events.ndjson` as `events.3.ndjson`. */
function numbered(path: string, number: number): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}.${number}${extension}`;
}

async function append(file: Open, data: Uint8Array, path: string): Promise<void> {
  try {
    await file.handle.appendFile(data);
    file.bytes += data.byteLength;
  } catch (cause) {
    // Another attempt begins where this one did, so that no row is there in part or twice.
    await file.handle.truncate(file.bytes).catch(() => undefined);
    throw new DeliveryError('unavailable', `Could not write to ${path}`, {
      detail: wordsOf(cause),
      hint: 'Is there room on the disk?',
      cause,
    });
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
