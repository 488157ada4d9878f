import { lineReader } from './lines.ts';
import type { Reader, RowSink } from './sink.ts';

/** Reads one JSON value per line. Empty lines are nothing, and invalid ones are counted. */
export function ndjsonReader(sink: RowSink, maxChars: number): Reader {
  const onLine = (line: string): void => {
    if (line.length > 0 && line.trim() !== '') sink.offer(line.length, () => parseJson(line));
  };
  return lineReader(onLine, () => sink.skip('too long'), { maxChars });
}

/** The value of a JSON text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
