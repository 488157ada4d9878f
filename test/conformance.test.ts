import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './sources.ts';

/**
 * docs/conformance.md holds one table row per sentence of docs/specification.md:
 * the sentence, and beside it either the tests that show it, as `file › name of the test`, or "Differs:" or "Says nothing to show:" and why.
 */

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const plain = (text: string): string =>
  text
    .replaceAll(/[*`\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function sentencesOf(specification: string): string[] {
  return specification.split('\n').flatMap((raw) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || /^\|[-|\s]+\|$/.test(line)) return [];
    if (line.startsWith('|')) return [plain(line.slice(1, -1).replaceAll('|', '·'))];
    return plain(line.replace(/^(?:- |\d+\. )/, '')).split(/(?<=[.;?])\s+(?=[A-Z"])/);
  });
}

interface Row {
  readonly sentence: string;
  readonly shownBy: string;
}

function rowsOf(conformance: string): Row[] {
  return conformance
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-:|\s]+\|$/.test(line) && !line.includes('| Shown by'))
    .map((line) => {
      const cells = line.slice(1, -1).split(/(?<!\\)\|/);
      return { sentence: plain(cells[0] ?? ''), shownBy: (cells[1] ?? '').trim() };
    });
}

const rows = rowsOf(read('docs/conformance.md'));
const REFERENCE = /`([^`›]+\.(?:test|spec)\.tsx?) › ([^`]+)`/g;
const DIFFERS = /^(?:Differs|Says nothing to show): .{20,}/;

describe('conformance', () => {
  test('every sentence of the specification has its row, in order', () => {
    expect(rows.map(({ sentence }) => sentence)).toEqual(sentencesOf(read('docs/specification.md')));
  });

  test.each(rows)('"$sentence" is shown or explained', ({ shownBy }) => {
    const references = [...shownBy.matchAll(REFERENCE)];
    expect(references.length > 0 || DIFFERS.test(shownBy), shownBy).toBe(true);
    for (const [, file = '', name = ''] of references) {
      expect(read(file).replaceAll("\\'", "'"), `${file} has no test "${name}"`).toContain(name);
    }
  });
});
