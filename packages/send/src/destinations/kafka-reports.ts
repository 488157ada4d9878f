import { jsonOf } from '@catbird/engine';
import type { DeliveryError } from './error.ts';
import type { Outcome } from './outcomes.ts';
import { areDistinct, member } from './response.ts';

/** The status of HTTP that a code of the REST API begins with: 404 for `40403`. https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html */
export const statusOf = (code: number): number => Number(String(code).slice(0, 3));

/**
 * Reads the reports of version 3 of the REST API, one per record, in order. If there are more reports than records, no outcome is known, and
 * if two records have the same offset, no success is.
 *
 * @param errorFor the error of a report with this code
 */
export function outcomesInReports(
  text: string,
  rows: number,
  errorFor: (code: number, words: string) => DeliveryError,
): (Outcome | undefined)[] {
  const reports = concatenated(text);
  if (reports.length > rows) return [];
  const isDistinct = areDistinct(placesIn(reports, 'partition_id'));
  return reports.map((report): Outcome | undefined => {
    const code = member(report, 'error_code');
    if (code === 200) return isDistinct ? 'taken' : undefined;
    if (typeof code !== 'number' || !isRefusal(statusOf(code))) return undefined;
    const words = member(report, 'message');
    return errorFor(code, typeof words === 'string' ? words : '');
  });
}

/** Where records are stored: partition and offset, of those results that have an offset. @param partition name of the partition */
export const placesIn = (results: readonly unknown[], partition: string): readonly string[] =>
  results.flatMap((result) => {
    const offset = member(result, 'offset');
    return typeof offset === 'number' && offset >= 0
      ? [`${String(member(result, partition))} ${offset}`]
      : [];
  });

const isRefusal = (status: number): boolean => status >= 400 && status < 600;

/**
 * Splits concatenated JSON objects, with or without white space between them, up to the first that is cut off.
 * https://en.wikipedia.org/wiki/JSON_streaming#Concatenated_JSON
 */
export function concatenated(text: string): unknown[] {
  const values: unknown[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') {
      if (depth === 0) start = i;
      depth++;
    } else if (character === '}' && depth > 0) {
      depth--;
      if (depth === 0) values.push(jsonOf(text.slice(start, i + 1)));
    }
  }
  return values;
}
