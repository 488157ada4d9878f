import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Paths of files below `folder`, relative to the root, built and installed files left out. */
export function filesBelow(folder: string, ending: RegExp): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/^(node_modules|dist|lib|bundle|dist-test|test-results)$/.test(entry.name))
      found.push(...filesBelow(path, ending));
    if (entry.isFile() && ending.test(entry.name)) found.push(path);
  }
  return found;
}

/** One import of a source file. */
export interface Import {
  readonly from: string;
  /** A package's name as written, or the imported file relative to the root. */
  readonly to: string;
  readonly isPackage: boolean;
  /** `import type` or `export type`: erased when compiled, so it loads nothing. */
  readonly isType: boolean;
  /** `import()`: loaded when the line runs, not with the file. */
  readonly isDynamic: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b(?:\s[^'"=;()]*?\sfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]/g;

/** Every import line of a file: static, dynamic, re-exports, and worker addresses. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...text.matchAll(IMPORT)].map((match) => {
    // What stands behind a question mark tells Vite what to make of the file.
    const target = (match[1] ?? match[2] ?? match[3] ?? '').replace(/\?.*/, '');
    const isPackage = !target.startsWith('.');
    return {
      from: file,
      to: isPackage ? target : relative(ROOT, resolve(ROOT, dirname(file), target)),
      isPackage,
      isType: /^\s*(?:import|export) type\b/.test(match[0]),
      isDynamic: match[1] === undefined,
    };
  });
}
