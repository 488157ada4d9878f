import type { Batch } from '@catbird/engine';

/**
 * What rows become: `lines` of text, maybe below a head; `records` of bytes that stand alone; one JSON `array`; or a `file` that is
 * whole only at its end.
 */
export type FormatShape = 'lines' | 'records' | 'array' | 'file';

/** Rows as they are added to a file. */
export interface Block {
  readonly bytes: Uint8Array;
  /** What the end of the file needs to know of the block. Absent: nothing. */
  readonly note?: string;
}

/** How rows become files that grow by blocks, each of which is the rows of one batch. */
export interface Blocks {
  /** @param at where the block begins in the file. Behind the head, it is the first one */
  readonly block: (batch: Batch, at: number) => Block;
  /** Whether blocks depend on their place. Default: no. */
  readonly isPlaced?: true;
  /** What every block ends with. Absent: nothing that is known. */
  readonly ending?: Uint8Array;
  /** What makes a file whole. Absent: it is whole after each block. @param notes those of its blocks */
  readonly foot?: (notes: readonly string[]) => Uint8Array;
  /** Whether blocks have notes. Default: no. */
  readonly hasNotes?: true;
  /** Most bytes of a file with one block: those of its rows times a factor, and more for each row and for the rest. Absent: those of its rows. */
  readonly growth?: { readonly factor: number; readonly perRow: number; readonly rest: number };
  /** Blocks have so many rows or bytes of rows where they may be of any size. Absent: one size is as good as another. */
  readonly usual?: { readonly rows: number; readonly bytes: number };
  /** Blocks are compressed, so that gzip does not pay. Default: no. */
  readonly isCompressed?: true;
}

/** The format of the rows that a connection sends. */
export interface RowFormat {
  /** Media type of a request: `text/csv`. */
  readonly contentType: string;
  /** Ending of file names, without the dot: `csv`. */
  readonly extension: string;
  /** Rows are text. Otherwise they are bytes. */
  readonly isText: boolean;
  /** What comes before the first row of a file. Absent: nothing. */
  readonly head?: Uint8Array | undefined;
  /** How rows become files. */
  readonly blocks: Blocks;
  /** The rows of a batch as the body of a request. */
  readonly body: (batch: Batch) => Uint8Array;
}
