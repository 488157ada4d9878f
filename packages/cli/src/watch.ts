import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, textOfFile, type Result } from '@catbird/engine';
import type { Flags } from '@catbird/stream';
import type { ExitCode } from './exit-codes.ts';
import { attempt } from './files/attempt.ts';
import { switchFlag } from './flags/readers.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command again. */
export const watchFlag = switchFlag({
  help: 'Run again whenever a file on the command line, or one that it names, changes.',
  group: 'Output',
});

/** How often files are looked at. Works on network file systems and with editors that replace files. */
const EVERY_MS = 250;

/** The files that a command line names. */
export function watchedFiles(
  {
    values,
    operands,
    variableFiles,
  }: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly operands: readonly string[];
    readonly variableFiles: readonly string[];
  },
  flags: Flags,
): Result<{ readonly files: readonly string[] }> {
  const named = Object.entries(flags).flatMap(([name, { value = '' }]) => {
    const given = values[name];
    return value.split('|').includes('FILE') && typeof given === 'string' ? [given] : [];
  });
  const files = [...operands, ...named];
  if (files.includes('-')) return invalid('--watch needs a file: standard input cannot be read again');
  return files.length === 0
    ? invalid('--watch needs a file, such as --schema FILE or --config FILE')
    : { ok: true, files: [...files, ...variableFiles] };
}

/** Runs a command until a signal comes, once more after each change of a file. Returns the last exit code. */
export async function watching(
  files: readonly string[],
  run: () => Promise<ExitCode>,
  { err, interrupt }: Pick<Terminal, 'err' | 'interrupt'>,
): Promise<ExitCode> {
  for (;;) {
    const all = withNamed(files);
    const before = marksOf(all);
    const code = await run();
    const found = all.filter((file) => files.includes(file) || isFile(file));
    err.write(
      `Watching ${found.map((file) => (files.includes(file) ? file : relative('', file))).join(', ')}\n`,
    );
    while (marksOf(all) === before && !interrupt.stop.aborted) await sleep(EVERY_MS);
    if (interrupt.stop.aborted) return code;
  }
}

/** Changes with any of the files. */
const marksOf = (files: readonly string[]): string =>
  files
    .map(statOf)
    .map((stats) => (stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`))
    .join('\n');

/** A name that is no path, such as one with a null character, has none. */
const statOf = (file: string): ReturnType<typeof statSync> =>
  attempt(() => statSync(file, { throwIfNoEntry: false }));

const isFile = (file: string): boolean => statOf(file)?.isFile() === true;

/** Files with configs and schemas, which name other files, and how long they may be. */
const NAMING = /\.(ya?ml|json)$/i;
const MAX_BYTES = 2 ** 20;

/** Files that a text may name before they exist. */
const NAMED = /\.(ya?ml|json|jsonl|ndjson|csv|tsv|proto|avsc)$/i;

/** Most files that are watched. */
const MOST_FILES = 200;

/**
 * Files, and those that their texts name: schemas of configs, tables and recordings of schemas. Any word that is a file beside the text
 * counts, whatever it stands for, and so does one that looks like a file that is still missing.
 */
function withNamed(files: readonly string[]): readonly string[] {
  const all = new Map(files.map((file) => [resolve(file), file]));
  // Grows while it is read, so that files named by named files are found.
  for (const [path, file] of all) {
    if (file === path && !NAMING.test(path) && !files.includes(file)) continue;
    const named = namesIn(textOf(path)).map((name) => resolve(dirname(path), name));
    for (const found of named.filter((each) => isFile(each) || NAMED.test(each)))
      if (all.size < MOST_FILES && !all.has(found)) all.set(found, found);
  }
  return [...all.values()];
}

/** The text of a file; empty if it is too long, or there is none. */
const textOf = (path: string): string =>
  (statOf(path)?.size ?? Infinity) > MAX_BYTES ? '' : (attempt(() => textOfFile(readFileSync(path))) ?? '');

/** Members whose values are files that are written, which a stream may do all the time. */
const WRITTEN = /\b(path|state|record)["']?\s*:\s*("[^"\n]*"|'[^'\n]*'|[^\s,}]+)/g;

/** Words of a text that can be paths: in quotes, or without spaces. */
const namesIn = (text: string): readonly string[] =>
  Array.from(
    text.replaceAll(WRITTEN, '').matchAll(/"([^"\n]{1,255})"|'([^'\n]{1,255})'|[^\s"',:{}[\]()]{2,255}/g),
    ([word, double, single]) => double ?? single ?? word,
  ).filter((word) => /[./]/.test(word));
