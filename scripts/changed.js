// Used by the other scripts: detects builds that are older than their sources.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';

const NOT_SOURCES = /^(\.(?!vitepress$)|dist$|node_modules$|test$)|\.test\.tsx?$|\.tsbuildinfo$/;

/**
 * @param {string} path
 * @returns {number} When the file, or the newest file below the folder, was changed, in milliseconds; 0 when there is none.
 */
function changedAtMs(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = readdirSync(path).filter((name) => !NOT_SOURCES.test(name));
  return Math.max(0, ...inside.map((name) => changedAtMs(join(path, name))));
}

/**
 * @param {string} built a file that the build writes last
 * @param {readonly string[]} sources files and folders of the repository
 * @returns {boolean} whether the build is newer than all of them
 */
export const isUpToDate = (built, sources) =>
  changedAtMs(built) > Math.max(...sources.map((path) => changedAtMs(join(ROOT, path))));
