import type { Follow } from '@catbird/infer';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { textOfFile } from '@catbird/engine';
import { errorCode } from '../files/error-code.ts';

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
};

/**
 * Reads the files that a definition refers to: those below its folder and below the working folder, and no others, also by links.
 *
 * @throws Error if a file cannot be read
 */
export function linkedFrom(definition: string): Follow {
  const own = dirname(resolve(definition));
  return async (reference, from) => {
    const path = resolve(from === undefined ? own : dirname(resolve(own, from)), reference);
    try {
      const [real, ...folders] = await Promise.all([path, own, '.'].map((each) => realpath(each)));
      if (real === undefined || !folders.some((folder) => isWithin(folder, real))) return undefined;
      return { path: relative(own, path), text: textOfFile(await readFile(real)) };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  };
}
