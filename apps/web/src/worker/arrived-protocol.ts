import type { TableReport } from '@catbird/core/verify';
import type { SentRows, StreamRequest } from './run-protocol.ts';

/** What was sent, and a file with what has arrived. */
export interface ArrivedRequest {
  readonly stream: StreamRequest;
  readonly sent: SentRows;
  readonly file: Blob;
}

/** Messages about a comparison. */
export type ArrivedAnswer =
  | { readonly kind: 'arrived read'; readonly bytes: number }
  | { readonly kind: 'judged'; readonly report: TableReport }
  /** The file cannot be read: why. */
  | { readonly kind: 'not judged'; readonly reason: string };
