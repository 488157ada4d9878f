import { lstatSync, readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from './attempt.ts';

/** Links that are followed before a path counts as a circle of them, as in Linux. https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const MOST_LINKS = 40;

/** A path without symbolic links, of a file that need not exist. The path itself where it cannot be resolved: opening it tells why. */
export function realPath(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const real = attempt(() => realpathSync(target));
    if (real !== undefined) return real;
    const link = attempt(() => readlinkSync(target));
    const folder = attempt(() => realpathSync(dirname(target)));
    if (link === undefined) return folder === undefined ? target : join(folder, basename(target));
    target = resolve(folder ?? dirname(target), link);
  }
  return target;
}

/** What stands at a path, links followed; undefined when nothing does, or it cannot be looked at. */
export const statOf = (path: string): BigIntStats | undefined =>
  attempt(() => statSync(path, { bigint: true }));

/** Whether a path is a symbolic link, whatever it leads to. */
export const isLink = (path: string): boolean => attempt(() => lstatSync(path))?.isSymbolicLink() === true;

/** What tells a file apart under all of its names, hard links among them. */
export const inodeOf = (path: string): string | undefined => {
  const found = statOf(path);
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
};

/** What something other than a regular file is called. */
export function kindOf(found: BigIntStats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}
