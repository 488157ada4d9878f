import { expect, test } from 'vitest';
import { llmsFullText, llmsText } from './finish.ts';
import { entries } from './structure.ts';

const paths = entries.map(({ page }) => `docs/${page}.html`);

test('the index lists every page once, with its description', () => {
  const text = llmsText(new Map(paths.map((path) => [path, `About ${path}.`])));
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): (.+)$/gm)].map(([, path, about]) => [
    path,
    about,
  ]);
  expect(links).toEqual(paths.map((path) => [path, `About ${path}.`]));
  expect(text).toMatch(/^# Catbird\n\n> .+\n\n## Start\n/);
});

test('the whole text has every page with its heading, in reading order', () => {
  const text = llmsFullText();
  const found = [...text.matchAll(/^<!-- (docs\/\S+\.html) -->\n\n(?:---[\s\S]*?---\s+)?# .+$/gm)];
  expect(found.map(([, path]) => path)).toEqual(paths);
});
