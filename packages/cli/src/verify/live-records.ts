import type { Result } from '@catbird/engine';
import { statOf } from '../files/identity.ts';
import { readRecord, type RecordedStream } from '../record/file.ts';

/** What records say now. */
export interface RecordsNow {
  /** Changes when a record does. */
  readonly version: string;
  readonly streams: readonly RecordedStream[];
  /** A record that does not exist yet. */
  readonly missing: string | undefined;
}

/** Reads records again whenever they have changed. */
export function newRecordReader(files: readonly string[]): () => Result<{ readonly now: RecordsNow }> {
  let last: RecordsNow | undefined;
  return () => {
    const found = files.map((file) => ({ file, stat: statOf(file) }));
    const version = found.map(({ stat }) => `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`).join(', ');
    if (last?.version === version) return { ok: true, now: last };
    const missing = found.find(({ stat }) => stat === undefined)?.file;
    const streams: RecordedStream[] = [];
    for (const { file } of missing === undefined ? found : []) {
      const read = readRecord(file);
      if (!read.ok) return read;
      streams.push(...read.record.streams);
    }
    last = { version, streams, missing };
    return { ok: true, now: last };
  };
}
