import { type FromDefinition, readTinybirdProject } from '@catbird/infer';
import { textOfFile } from '@catbird/engine';
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Whether a path is a folder. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Files of a project that define data sources or say which of them pipes fill. */
const READ = /\.(datasource|pipe|ts)$/;

/** Folders that are not those of the project, and files of types and tests. */
const SKIPPED = /(^|[\\/])(node_modules|vendor|dist|\.[^\\/]+)([\\/]|$)|\.(d|test|spec)\.ts$/;

/**
 * Reads the data sources of a Tinybird project. Nothing of it is run.
 *
 * @param isFixtures rows go to files in it, in place of its workspace
 * @throws Error if a file cannot be read
 */
export async function projectIn(folder: string, isFixtures: boolean): Promise<FromDefinition> {
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => READ.test(path) && !SKIPPED.test(path),
  );
  // One after the other: there may be more than a process may have open.
  const files = paths.toSorted().map((path) => ({
    path: path.split(sep).join('/'),
    text: textOfFile(readFileSync(join(folder, path))),
  }));
  return readTinybirdProject(files, (datasource) =>
    isFixtures
      ? { settings: { path: join(relative('.', folder), 'fixtures', `${datasource}.ndjson`) } }
      : { destination: 'tinybird', settings: { datasource } },
  );
}
