import {
  openRecording,
  recordedSchema,
  type ReplayOptions,
  scanRecording,
  type Schema,
} from '@catbird/engine';
import { mistakes } from './given.ts';

/**
 * The schema of recorded rows, for `stream` and `rows`: they are sent again, in their own rhythm unless `eps` is given.
 *
 * @param lines JSON, one object per line, which must not change later
 * @throws Error with a line for each mistake
 */
export async function readRecording(
  lines: string | Uint8Array,
  options: ReplayOptions = {},
): Promise<Schema> {
  const bytes = typeof lines === 'string' ? new TextEncoder().encode(lines) : lines;
  const scanned = await scanRecording(inMemory(bytes), {
    name: 'The recording',
    ...options,
    optionOf: String,
  });
  if (!scanned.ok) throw mistakes(scanned.issues);
  const recording = openRecording(
    { ...scanned.recording, digest: '' },
    { read: (from, to) => bytes.subarray(from, to), check: () => undefined },
  );
  return recordedSchema(scanned.members, recording);
}

/** Bytes of a piece: lines are looked at in pieces. */
const PIECE = 1024 * 1024;

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
