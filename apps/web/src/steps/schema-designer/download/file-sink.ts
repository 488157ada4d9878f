import { download } from '../../../ui/index.ts';
import type { FileFormat } from '../../../worker/schema-protocol.ts';

/** A file that is being written. */
export interface FileSink {
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
} as const satisfies Readonly<Record<FileFormat, { description: string; mime: string }>>;

/**
 * Opens a file: on disk where the browser asks where to save it, otherwise in memory. Call it in the handler of a click.
 *
 * @returns undefined if the user cancelled
 */
export async function openFile(name: string, format: FileFormat): Promise<FileSink | undefined> {
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
