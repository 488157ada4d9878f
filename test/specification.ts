import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** Text without the marks of Markdown: what is the same sentence is the same text. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[*`\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Every sentence of docs/specification.md, in order; a row of its table is one sentence. */
export function specifiedSentences(): readonly string[] {
  return readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
    .split('\n')
    .flatMap((raw) => {
      const line = raw.trim();
      if (line === '' || line.startsWith('#') || /^\|[-|\s]+\|$/.test(line)) return [];
      if (line.startsWith('|')) return [plainText(line.slice(1, -1).replaceAll('|', '·'))];
      return plainText(line.replace(/^(?:- |\d+\. )/, '')).split(/(?<=[.;?])\s+(?=[A-Z"])/);
    });
}

/**
 * The sentence that begins like this, for tests that take its names and numbers as they stand there.
 *
 * @throws Error when there is none
 */
export function specified(beginning: string): string {
  const found = specifiedSentences().find((sentence) => sentence.startsWith(beginning));
  if (found === undefined) throw new Error(`No sentence of the specification begins with "${beginning}"`);
  return found;
}
