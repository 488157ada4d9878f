import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, type Result } from '@catbird/core/internal/issue';
import type { Flags } from '@catbird/core/internal/config';
import type { ExitCode } from './exit-codes.ts';
import { switchFlag } from './flags/readers.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command again. */
export const watchFlag = switchFlag({
  help: 'Run again whenever a file on the command line changes, until you interrupt it.',
  group: 'Output',
});

/** How often files are looked at. Works on network file systems and with editors that replace files. */
const EVERY_MS = 250;

/** The files that a command line names. */
export function watchedFiles(
  values: Readonly<Record<string, unknown>>,
  operands: readonly string[],
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
    : { ok: true, files };
}

/** Runs a command until a signal comes, once more after each change of a file. Returns the last exit code. */
export async function watching(
  files: readonly string[],
  run: () => Promise<ExitCode>,
  { err, interrupt }: Pick<Terminal, 'err' | 'interrupt'>,
): Promise<ExitCode> {
  for (;;) {
    const before = marksOf(files);
    const code = await run();
    err.write(`Watching ${files.join(', ')}\n`);
    while (marksOf(files) === before && !interrupt.stop.aborted) await sleep(EVERY_MS);
    if (interrupt.stop.aborted) return code;
  }
}

/** Changes with any of the files. */
const marksOf = (files: readonly string[]): string =>
  files
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`))
    .join('\n');
