import { lstatSync, readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from './attempt.ts';

/** Maximum number of links to follow, as in Linux. https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const MAX_LINKS = 40;

/** Resolves symbolic links in the path of a file, which need not exist. Returns the path itself if that fails: opening it shows why. */
export function realPath(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    const real = attempt(() => realpathSync(target));
    if (real !== undefined) return real;
    const link = attempt(() => readlinkSync(target));
    const folder = attempt(() => realpathSync(dirname(target)));
    if (link === undefined) return folder === undefined ? target : join(folder, basename(target));
    target = resolve(folder ?? dirname(target), link);
  }
  return target;
}

/** The file at a path, links followed; undefined if missing or inaccessible. */
export const statOf = (path: string): BigIntStats | undefined =>
  attempt(() => statSync(path, { bigint: true }));

/** Whether a path is a symbolic link, even a broken one. */
export const isLink = (path: string): boolean => attempt(() => lstatSync(path))?.isSymbolicLink() === true;

/** Identifies a file under all of its names, including hard links. */
export const inodeOf = (path: string): string | undefined => {
  const found = statOf(path);
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
};

/** The kind of a file that is not a regular one. */
export function kindOf(found: BigIntStats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}
