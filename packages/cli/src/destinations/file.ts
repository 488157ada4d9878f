import { extname } from 'node:path';
import { choiceSetting, flagSetting, customSetting, textSetting } from '@catbird/core/internal/destinations';
import { formatOfFile } from '@catbird/core/internal/formats';
import * as z from 'zod/mini';
import { realPath, statOf } from '../files/identity.ts';
import type { CliDestination } from './local.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, kB: 1e3, MB: 1e6, GB: 1e9 };

const SIZE = /^(\d+)(kB|MB|GB)?$/;

/** Bytes of a size such as `100MB`. */
const bytesOf = (size: string): number => {
  const [, number = '', unit = ''] = SIZE.exec(size) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
};

const config = z.object({
  path: textSetting({
    label: 'Path',
    help: 'The file to write; its folder must exist. While the stream runs, a lock file is kept beside it: events.ndjson.lock.',
    example: 'events.ndjson',
  }),
  existing: choiceSetting({
    label: 'Existing file',
    help: 'What to do with an existing file. With rotation, replace also removes events.1.ndjson, events.2.ndjson and so on. A stream resumed with --state always continues its own file.',
    choices: { append: 'Append', replace: 'Replace', refuse: 'Refuse' },
  }),
  gzip: flagSetting({ label: 'Gzip', help: 'Compress with gzip; gunzip and zcat read the file.' }),
  rotate: customSetting(
    z.optional(
      z
        .string('Must be text')
        .check(z.refine((size) => bytesOf(size) > 0, 'Must be a size such as 500kB, 100MB or 1GB')),
    ),
    {
      label: 'Rotation',
      help: 'Start a new file before the current one exceeds this size: events.1.ndjson, events.2.ndjson.',
      example: '100MB',
    },
  ),
});

type Config = z.output<typeof config>;

/** Whether a path is that of a regular file, present or not: no pipe or device. */
const isFile = (path: string): boolean => statOf(path)?.isFile() !== false;

/** Lines in a file. */
export const file: CliDestination<Config> = {
  name: 'File',
  command: 'file',
  title: 'File',
  summary: 'Write events to a file, as JSON lines or in another format.',
  acknowledgement: 'The complete line has been written to the file.',
  call: 'write',
  config,
  limits: ({ path, rotate }) => ({
    rows: 10_000,
    bytes: Math.min(4_194_304, rotate === undefined ? Infinity : bytesOf(rotate)),
    inFlight: 1,
    ...(isFile(path) ? {} : { noTimeout: true }),
  }),
  formats: ['lines'],
  impliedFormat: ({ path }) => impliedBy(formatOfFile(String(path))?.name),
  keepsOrder: true,
  host: ({ path }) => path,
  open: async (config, { format }) =>
    (await import('./file-connection.ts')).open({ ...targetOf(config), head: format?.head }),
  check: async (config) =>
    (await import('./file-connection.ts')).check({ ...targetOf(config), path: config.path }),
  local(config) {
    const target = targetOf(config);
    const { path, rotateBytes } = target;
    if (!isFile(path)) return undefined;
    return {
      path,
      isPart: (other) => rotateBytes < Infinity && isNumbered(path, other),
      problem: async (before) => (await import('./file-place.ts')).problemOf(target, before),
      open: async (bookmark, format) =>
        (await import('./file-connection.ts')).open({ ...target, head: format?.head }, bookmark),
    };
  },
};

/** Other formats need settings, or are whole only at the end of the file. */
const impliedBy = (format: string | undefined): string | undefined =>
  format === 'csv' || format === 'tsv' ? format : undefined;

const targetOf = ({ path, existing, gzip, rotate }: Config) => ({
  // The target of a pipe's link is not a path.
  path: isFile(path) ? realPath(path) : path,
  existing,
  gzip,
  rotateBytes: rotate === undefined ? Infinity : bytesOf(rotate),
});

/** Whether `other` is a rotated file of `path`: `events.3.ndjson`. */
function isNumbered(path: string, other: string): boolean {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return (
    other.startsWith(`${stem}.`) &&
    other.endsWith(extension) &&
    /^[1-9]\d*$/.test(other.slice(stem.length + 1, other.length - extension.length))
  );
}
