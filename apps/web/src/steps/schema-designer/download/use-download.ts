import { useEffect, useRef, useState } from 'react';
import { download } from '../../../ui/index.ts';
import { downloadRows } from '../../../worker/row-download.ts';
import type { FileFormat, FileRequest } from '../../../worker/schema-protocol.ts';

/** A file that is being written. */
interface FileSink {
  /** @throws Error if the file becomes too large, or the disk is full */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Completes the file. */
  close(): Promise<void>;
  /** Leaves no file. */
  discard(): Promise<void>;
}

const TYPES = {
  ndjson: { description: 'JSON lines', mime: 'application/x-ndjson' },
  csv: { description: 'CSV', mime: 'text/csv' },
  avro: { description: 'Avro', mime: 'application/avro' },
  parquet: { description: 'Parquet', mime: 'application/vnd.apache.parquet' },
  arrow: { description: 'Arrow', mime: 'application/vnd.apache.arrow.file' },
} as const satisfies Readonly<Record<FileFormat, { description: string; mime: string }>>;

/**
 * Opens a file: on disk where the browser asks where to save it, otherwise in memory. Call it in the handler of a click.
 *
 * @returns undefined if the user cancelled
 */
async function openFile(name: string, format: FileFormat): Promise<FileSink | undefined> {
  const { description, mime } = TYPES[format];
  // A method of the window.
  const pick = window.showSaveFilePicker?.bind(window);
  if (pick === undefined) return fileInMemory(name, mime);
  try {
    const handle = await pick({
      suggestedName: name,
      types: [{ description, accept: { [mime]: [`.${format}`] } }],
    });
    return fileOnDisk(await handle.createWritable());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // The picker is not allowed here, such as in a frame of another site.
    if (error instanceof DOMException && error.name === 'SecurityError') return fileInMemory(name, mime);
    throw error;
  }
}

/** What was written replaces the file when it is closed, and only then. */
const fileOnDisk = (stream: FileSystemWritableFileStream): FileSink => ({
  write: (bytes) => stream.write(bytes),
  close: () => stream.close(),
  discard: () => stream.abort(),
});

/** A file in memory may have this many bytes; the browser keeps it until it is saved. */
const MAX_BYTES = 256 * 2 ** 20;
/** Pieces that are put together, so that the browser can move them out of memory. */
const BLOCK_BYTES = 8 * 2 ** 20;

function fileInMemory(name: string, type: string): FileSink {
  let blocks: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let pieceBytes = 0;
  let bytes = 0;
  const pack = (): void => {
    blocks.push(new Blob(pieces));
    pieces = [];
    pieceBytes = 0;
  };
  return {
    write(piece) {
      bytes += piece.byteLength;
      if (bytes > MAX_BYTES)
        return Promise.reject(
          new Error('This browser can save 256 MiB at most. Download fewer rows, or run catbird sample.'),
        );
      pieces.push(piece);
      pieceBytes += piece.byteLength;
      if (pieceBytes >= BLOCK_BYTES) pack();
      return Promise.resolve();
    },
    close() {
      pack();
      download(name, new Blob(blocks, { type }));
      return Promise.resolve();
    },
    discard() {
      blocks = [];
      pieces = [];
      return Promise.resolve();
    },
  };
}

/** A download. */
export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly percent: number }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly message: string };

/** Downloads files of rows, one at a time. */
interface Downloads {
  readonly state: DownloadState;
  /** Call it in the handler of a click. */
  start(name: string, request: FileRequest): Promise<void>;
  cancel(): void;
  /** Shows why there is no download. */
  fail(message: string): void;
}

/** How long it says that a file was saved. */
const SAVED_MS = 2000;

const IDLE: DownloadState = { kind: 'idle' };

/** Downloads of a component. A download ends with it. */
export function useDownload(): Downloads {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (state.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setState(IDLE), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state.kind]);
  return {
    state,
    async start(name, request) {
      const control = new AbortController();
      running.current = control;
      try {
        setState((await save(name, request, control.signal, setState)) ? { kind: 'saved' } : IDLE);
      } catch (error) {
        setState(control.signal.aborted ? IDLE : { kind: 'failed', message: messageOf(error) });
      }
    },
    cancel: () => running.current?.abort(),
    fail: (message) => setState({ kind: 'failed', message }),
  };
}

/** @returns false if the user chose no file */
async function save(
  name: string,
  request: FileRequest,
  signal: AbortSignal,
  onState: (state: DownloadState) => void,
): Promise<boolean> {
  const file = await openFile(name, request.format);
  if (file === undefined) return false;
  onState({ kind: 'running', percent: 0 });
  let shown = 0;
  try {
    await downloadRows(request, {
      signal,
      write: (bytes) => file.write(bytes),
      onRows(rows) {
        const percent = Math.floor((100 * rows) / request.rows);
        if (percent !== shown) onState({ kind: 'running', percent });
        shown = percent;
      },
    });
    await file.close();
    return true;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
