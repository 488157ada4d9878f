import { newDecoder, lineReader } from '@catbird/infer';
import { newCollector } from './collect.ts';
import type { Statistics } from './figures.ts';

/** Statistics of lines that were read. */
export interface LineStatistics extends Statistics {
  /** There are more rows than were asked for. */
  readonly hasMore: boolean;
  /** Lines in another encoding than UTF-8. */
  readonly foreignLines: number;
}

/** Longest line, in characters. A longer one takes no memory. */
const MAX_CHARS = 64 * 2 ** 20;

/**
 * The statistics of the first rows in NDJSON: one JSON object per line, in pieces of any size. Empty lines are nothing, and lines that
 * are no rows are counted.
 *
 * @param rows how many rows to count
 * @throws what the source throws
 */
export async function lineStatistics(
  chunks: AsyncIterable<Uint8Array>,
  rows: number,
): Promise<LineStatistics> {
  const collector = newCollector();
  const decoder = newDecoder();
  let hasMore = false;
  const isFull = (): boolean => {
    hasMore ||= collector.rows >= rows;
    return hasMore;
  };
  const reader = lineReader(
    (line) => {
      if (line.trim() === '') collector.skip('blank');
      else if (!isFull()) collector.addText(line);
    },
    () => {
      if (!isFull()) collector.skip('tooLong');
    },
    { maxChars: MAX_CHARS },
  );
  for await (const chunk of chunks) {
    reader.push(decoder.decode(chunk));
    if (hasMore) break;
  }
  if (!hasMore) {
    reader.push(decoder.end());
    reader.end();
  }
  return { ...collector.statistics(), hasMore, foreignLines: decoder.foreignLines };
}
