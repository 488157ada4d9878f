import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../test/sources.ts';
import { installations, withInstallation } from './installation.ts';
import { markdownOf } from './finish.ts';
import { entries, ROOT } from './structure.ts';

const NAME = String.raw`(?:@catbird\/core|catbird(?:-types-\w+)?)(?:@[\w.^~-]+)?(?=[\s'"\`,\])]|$)`;
/** What asks a registry for our names: `npx catbird`, `npm install catbird`, `['npx', 'catbird']`. */
const FROM_REGISTRY = new RegExp(
  String.raw`\b(?:npx|(?:npm|pnpm|yarn|bun|deno)\s+(?:i|install|add|exec|x|dlx|create))\b["'\s,[:\]a-z-]*?[\s'"]` +
    NAME,
  'gm',
);
const found = (text: string): readonly string[] =>
  Array.from(text.matchAll(FROM_REGISTRY), ([words]) => words);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const TEXTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'RELEASING.md',
  'Dockerfile',
];
const FOLDERS = ['docs', 'packages', 'apps', 'examples', 'deploy', '.github', '.changeset'];
const OWN = /^apps\/docs\/site\/installation\./;

test.each([
  'npx catbird sample',
  'npx --yes catbird@0.1.0 mcp',
  'npm install catbird',
  'npm i -g catbird',
  'npm install --global catbird@0.1.0',
  'npm install @catbird/core',
  'pnpm add @catbird/core',
  'npm install catbird-types-aviation',
  '"command": "npx",\n      "args": ["catbird", "mcp"]',
  "command: 'npx', args: ['catbird', 'mcp']",
])('%j is found', (text) => expect(found(text)).toHaveLength(1));

test('nothing that people read or copy fetches our names from a registry before they are ours', () => {
  const files = FOLDERS.flatMap((folder) =>
    filesBelow(folder, /\.(md|tsx?|js|json|ya?ml|py|vue|rb|html|txt)$/),
  ).filter((file) => !OWN.test(file) && !file.includes('/bundle/'));
  expect(files.length).toBeGreaterThan(1000);
  const places = [...TEXTS, ...files].flatMap((file) =>
    found(read(file)).map((words) => `${file}: ${words}`),
  );
  expect(places).toEqual([]);
});

test('once published, every page installs from npm, with a version', () => {
  const before = entries.map(({ page }) => markdownOf(page)).join('\n');
  const after = withInstallation(before, true);
  expect(withInstallation(before, false)).toBe(before);
  for (const [clone] of installations('1.2.3')) {
    expect(before).toContain(clone);
    expect(after).not.toContain(clone);
  }
  expect(after).not.toMatch(/packages\/(cli|core)(?![\w/.-]*\.(md|json))/);
  const installed = found(after);
  expect(installed.length).toBeGreaterThan(5);
  for (const words of installed) expect(words).toMatch(/@\d+\.\d+\.\d+$/);
});
