import { createHash } from 'node:crypto';
import { records, type Batch } from '@catbird/core/internal/engine';

/** SHA-256 in hexadecimal digits. Node's is many times faster than that of the signer. */
export const hash = (body: string): string => createHash('sha256').update(body).digest('hex');

/** The bytes of each row in base64, without the newline of a text. */
export const base64Rows = (batch: Batch): string[] => Array.from(records(batch), inBase64);

/** The bytes of each row in base64, with the newline of a text, so that rows stay apart when they are written one after the other. */
export const base64Lines = (batch: Batch): string[] =>
  Array.from(records({ ...batch, isBinary: true }), inBase64);

const inBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
