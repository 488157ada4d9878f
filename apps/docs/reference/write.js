// Run before the site is built: writes the pages that follow from declarations and rows into `docs`, where Git ignores them.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** @param {string} path */
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const DOCS = fileOf('../../../docs');

async function write() {
  const { module } = await runnerImport(fileOf('texts.ts'), {
    ssr: { resolve: { conditions: ['@catbird/source', 'node'] } },
  });
  for (const folder of ['types', 'templates']) {
    await rm(join(DOCS, folder), { recursive: true, force: true });
    await mkdir(join(DOCS, folder));
  }
  for (const [path, text] of await module.referenceTexts()) await writeFile(join(DOCS, path), text);
}

/** Before tests, which read the pages but need not have the newest: writes them if the site has never been built. */
export async function setup() {
  if (!existsSync(join(DOCS, 'gallery.md'))) await write();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
