import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/core';
import { expect, test } from 'vitest';
import { isSchema } from '../site/markdown.ts';
import { blocksOf, markdownOf, pages, type Block } from './blocks.ts';

const NOON = { startMs: Date.UTC(2026, 0, 1, 12), stepMs: 1000 };

/** A reader would take it for a schema: an object of fields with types. */
const looksLikeSchema = ({ language, code }: Block): boolean =>
  language === 'json' && /^\{\s*("\$(entities|locale)":|"[^"]+":\s*\{\s*"(type|value)":)/.test(code);

async function firstRows(schema: string, count: number): Promise<readonly string[]> {
  const parsed = parseSchema(schema);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  await loadData(parsed.schema);
  const rows = compile(parsed.schema, { seed: 42 });
  return [...texts(rows.fill(newBatch(), { first: 0, count, time: NOON }))];
}

const examples = pages.flatMap((page) => {
  const blocks = blocksOf(markdownOf(page));
  return blocks.flatMap((block, i) =>
    looksLikeSchema(block) ? [{ page, block, following: blocks[i + 1] }] : [],
  );
});

test('schema examples are found in the references and the guides', () => {
  expect(new Set(examples.map(({ page }) => page.split('/')[0]))).toEqual(
    new Set(['cli', 'formats', 'guides', 'schema', 'types']),
  );
  expect(examples.length).toBeGreaterThan(80);
});

test.each(examples)(
  'the schema in $page is valid and makes the rows shown below it',
  async ({ block, following }) => {
    expect(isSchema(block.code)).toBe(true);
    const shown =
      following?.language === 'json' && !looksLikeSchema(following)
        ? following.code.trimEnd().split('\n')
        : [];
    const rows = await firstRows(block.code, Math.max(1, shown.length));
    expect(rows.slice(0, shown.length)).toEqual(shown);
  },
);
