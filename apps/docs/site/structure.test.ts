import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entries, placeOf, ROOT } from './structure.ts';

const UNLISTED = /^(?:contributing|decisions|images)\/|^(?:not-found|specification)\.md$/;
/** Made when the site is built, or by an earlier build. */
const GENERATED = /^(?:api|types|templates)\.md$|^(?:types|templates)\//;

test('the navigation lists every page of docs, and nothing else', () => {
  const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !UNLISTED.test(file) && !GENERATED.test(file));
  const listed = entries.map(({ page }) => `${page}.md`).filter((page) => !GENERATED.test(page));
  expect(listed.toSorted()).toEqual([...files, placeOf('SECURITY.md')].toSorted());
});

test('no page is listed twice', () => {
  const pages = entries.map(({ page }) => page);
  expect(new Set(pages).size).toBe(pages.length);
  expect(existsSync(join(ROOT, 'docs/index.md'))).toBe(true);
});
