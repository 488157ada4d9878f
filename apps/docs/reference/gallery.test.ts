import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { decompress } from '../../web/src/link/decompress.ts';
import { ROOT } from '../site/structure.ts';
import { figureOf, GALLERY, linkOf, rowsOf } from './gallery.ts';

test('the gallery has 24 streams, each once', () => {
  expect(GALLERY).toHaveLength(24);
  expect(new Set(GALLERY.map(({ asked }) => JSON.stringify(asked))).size).toBe(24);
});

test.each(everyNth(8, GALLERY))('$title has rows, a figure and a link', async (shown) => {
  const rows = await rowsOf(shown, 60);
  expect(rows).toHaveLength(60);
  for (const row of rows) expect(Object.keys(JSON.parse(row) as object).length).toBeGreaterThan(0);
  expect(figureOf(rows)).toMatch(/^`[\w.[\]]+`: .*`[▁-█ ]+`/u);
  const link = new URLSearchParams((await linkOf(shown)).replace('../?', ''));
  const { asked } = shown;
  if ('template' in asked) expect(link.get('template')).toBe(asked.template);
  else {
    const text = await decompress(link.get('config') ?? '', 'config');
    expect(text).toBe(readFileSync(join(ROOT, asked.config), 'utf8'));
  }
});
