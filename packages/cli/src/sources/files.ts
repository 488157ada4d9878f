import { readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { messageOf } from '../files/error-code.ts';
import { statOf } from '../files/identity.ts';
import type { Terminal } from '../terminal.ts';
import { fileSource } from './file.ts';
import { SourceError, type Source } from './source.ts';

/**
 * Reads a file, all files of a folder, or those that a pattern such as `out/*.parquet` names, in the order of their names.
 *
 * @throws SourceError if there is none
 */
export async function filesSource(place: string, terminal: Pick<Terminal, 'inputBytes'>): Promise<Source> {
  const files = filesAt(place);
  const [first, second] = files;
  if (first === undefined) throw new SourceError(`${place}: no such files`, { isPassing: true });
  if (second === undefined) return fileSource(first, terminal);
  const opened = await fileSource(first, terminal);
  const { isLoose = false, emptyIsNull = false } = opened;
  return {
    name: `${place} (${files.length} files)`,
    isLoose,
    emptyIsNull,
    async *read(signal) {
      yield* opened.read(signal);
      for (const file of files.slice(1)) {
        const next = await fileSource(file, terminal);
        if ((next.isLoose ?? false) !== isLoose || (next.emptyIsNull ?? false) !== emptyIsNull)
          throw new SourceError(
            `${file} has another format than ${first}. Verify files of one format at once`,
          );
        yield* next.read(signal);
      }
      if (filesAt(place).length !== files.length)
        throw new SourceError(`${place} got more files while it was read. Wait until it is complete`, {
          isPassing: true,
        });
    },
  };
}

/** The paths of the files. A path that exists is no pattern. */
export function filesAt(place: string): readonly string[] {
  if (place === '-') return [place];
  const found = statOf(place);
  if (found?.isDirectory() === true) return filesIn(place, /(?:)/);
  return found === undefined && /[*?]/.test(place) ? matching(place) : [place];
}

/** Files that a pattern names: `*` stands for any characters of a name, `?` for one. */
const matching = (pattern: string): readonly string[] =>
  foldersAt(dirname(pattern)).flatMap((folder) => filesIn(folder, expressionOf(pattern)));

const foldersAt = (pattern: string): readonly string[] =>
  /[*?]/.test(pattern)
    ? foldersAt(dirname(pattern))
        .flatMap((folder) => namesIn(folder, expressionOf(pattern)))
        .filter((each) => statOf(each)?.isDirectory())
    : [pattern];

/** Tests names by the last name of a pattern. */
function expressionOf(pattern: string): RegExp {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  const text = name.replaceAll(/[.*+?^${}()|[\]\\]/g, (each) => WILDCARDS[each] ?? `\\${each}`);
  return new RegExp(`^${text}$`, 's');
}

const WILDCARDS: Readonly<Record<string, string>> = { '*': '.*', '?': '.' };

/** Files that a process writes beside its data: they hold no rows. */
const NOT_ROWS = /^\.|\.(lock|tmp|stamps)$/;

const filesIn = (folder: string, name: RegExp): readonly string[] =>
  namesIn(folder, name).filter((each) => statOf(each)?.isFile());

/** The paths in a folder, in the order of their names and numbers: `a.ndjson`, `a.2.ndjson`, `a.10.ndjson`. */
function namesIn(folder: string, name: RegExp): readonly string[] {
  if (statOf(folder)?.isDirectory() !== true) return [];
  try {
    return readdirSync(folder)
      .filter((each) => name.test(each) && !NOT_ROWS.test(each))
      .toSorted((a, b) => stem(a).localeCompare(stem(b), 'en', { numeric: true }) || (a < b ? -1 : 1))
      .map((each) => join(folder, each));
  } catch (error) {
    throw new SourceError(`${folder} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

const stem = (name: string): string => name.slice(0, name.length - extname(name).length);
