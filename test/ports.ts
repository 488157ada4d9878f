import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Rows } from '../examples/ports/rows.ts';
import { ROOT } from './sources.ts';

/** The folder of configs with the ideas of other tools. */
export const PORTS = join(ROOT, 'examples', 'ports');

/** The names of the folders in it. */
export const ports: readonly string[] = readdirSync(PORTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** The rows of all files in a folder that a config has written. */
export const rowsIn = (folder: string): Rows =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.ndjson', ''),
      readFileSync(join(folder, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Row),
    ]),
  );

/** The text of a config, in which streams have the destination that a comment after their file names. */
export const withServices = (config: string): string =>
  config.replaceAll(
    /^( *)(?:destination: file\n\1)?settings: .*\n(?:\1# To .*\n)?\1# (destination: .*)\n\1# (settings: .*)/gm,
    '$1$2\n$1$3',
  );
