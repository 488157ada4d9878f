import {
  type Connection,
  type Destination,
  type RowFormat,
  choiceSetting,
  customSetting,
  flagSetting,
  textSetting,
  type DestinationEnv,
} from '@catbird/send';
import { extname } from 'node:path';
import { pathAdvice } from '@catbird/engine';
import { blocksOf, formatOfFile } from '@catbird/formats';
import * as z from 'zod/mini';
import { realPath, statOf } from '../files/identity.ts';
import type { Target } from './file-place.ts';

/** Where a stream's rows end in local files. */
export interface FilePlace {
  /** With symbolic links resolved. */
  readonly path: string;
  /** Number of the file, from 0, with rotation. */
  readonly part: number;
  /** Length; data after it does not belong to the stream. */
  readonly bytes: number;
  readonly gzip: boolean;
}

/** Saves where the rows end, for a later process. */
export interface Bookmark {
  /** Path of the state file. */
  readonly state: string;
  /** As saved by an earlier process; null for a new stream. */
  readonly kept: FilePlace | null;
  /** Rows were acknowledged, so existing files are appended to. */
  readonly hasRows: boolean;
  /**
   * Saves a position durably, together with the acknowledged rows: exactly these precede it.
   *
   * @throws DeliveryError if it cannot be saved
   */
  keep(place: FilePlace): void;
}

/** A connection to local files. */
export interface LocalConnection extends Connection {
  /** Makes everything written durable, and saves the position. */
  checkpoint(): Promise<void>;
}

/** The stream before this process. */
export interface Before {
  /** Path of the state file; null without one. */
  readonly state: string | null;
  readonly kept: FilePlace | null;
  /** Rows were acknowledged. */
  readonly hasRows: boolean;
  /** All rows were sent. */
  readonly isFinished: boolean;
}

/** Local files as a destination. A format that is absent is lines of JSON. */
export interface LocalFiles {
  /** The file, with symbolic links resolved. */
  readonly path: string;
  /** Whether a path, with symbolic links resolved, is one of its rotated files. */
  isPart(path: string): boolean;
  /** Why these files cannot be written or continued, in sentences. Changes nothing. */
  problem(before: Before, format?: FileFormat): Promise<string | undefined>;
  /** @throws DeliveryError if they cannot be opened */
  open(bookmark: Bookmark | undefined, format?: FileFormat): Promise<LocalConnection>;
}

/** How rows become files. */
export type FileFormat = Pick<RowFormat, 'head' | 'blocks'>;

/** A destination of the command line. */
export interface CliDestination<Config = unknown> extends Destination<Config> {
  /** The local files that it writes; undefined for devices and pipes. */
  local?(config: Config): LocalFiles | undefined;
}

const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };

const SIZE = /^(\d+)(B|kB|MB|GB)$/;

/** Bytes of a size such as `100MB`. */
const bytesOf = (size: string): number => {
  const [, number = '', unit = ''] = SIZE.exec(size) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
};

/** Stands for stdout. */
const STDOUT = '-';

/** A path for people. */
const placeOf = (path: string): string => (path === STDOUT ? 'stdout' : path);

/** Whether a path is that of a regular file, present or not: no pipe or device. */
const isFile = (path: string): boolean => path !== STDOUT && statOf(path)?.isFile() !== false;

/** Endings of files that would hold lines of JSON, which their programs do not read. */
const STRANGE = /\.(xlsx?|ods|db|sqlite3?|duckdb|orc|zip|tar|bz2|xz|zst)$/i;

const strangeFile = (path: string): string | undefined => {
  const ending = STRANGE.exec(path)?.[0];
  return (
    ending && `Catbird writes no ${ending} files. Use .csv, .parquet, .ndjson or .json, with .gz to compress`
  );
};

const shape = {
  path: textSetting(
    {
      label: 'Path',
      help: 'The file to write, or - for stdout; its folder must exist. While the stream runs, a lock file is kept beside it: events.ndjson.lock.',
      example: 'events.ndjson',
    },
    z.superRefine((path, context) => {
      const message = pathAdvice(path) ?? strangeFile(path);
      if (message !== undefined) context.addIssue({ code: 'custom', message, input: path });
    }),
  ),
  existing: choiceSetting({
    label: 'Existing file',
    help: 'What to do with an existing file. With rotation, replace also removes events.1.ndjson, events.2.ndjson and so on. A stream resumed with --state always continues its own file.',
    choices: { append: 'Append', replace: 'Replace', refuse: 'Refuse' },
  }),
  gzip: flagSetting({
    label: 'Gzip',
    help: 'Compress with gzip; gunzip and zcat read the file. Implied by .gz.',
  }),
  rotate: customSetting(
    z.optional(
      z
        .string('Must be text')
        .check(
          z.refine((size) => bytesOf(size) > 0, 'Must be a size with its unit, such as 500kB, 100MB or 1GB'),
        ),
    ),
    {
      label: 'Rotation',
      help: 'Start a new file before the current one exceeds this size: events.1.ndjson, events.2.ndjson.',
      example: '100MB',
    },
  ),
};

const config = z.object(shape).check(
  z.superRefine(({ path, rotate, existing }, context) => {
    if (isFile(path)) return;
    const fail = (name: string): void => {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `Needs a file, and ${placeOf(path)} is none`,
      });
    };
    if (rotate !== undefined) fail('rotate');
    if (existing !== 'append') fail('existing');
  }),
);

type Config = z.output<typeof config>;

/** A request to a file. */
const USUAL = { rows: 10_000, bytes: 4_194_304 };

/** Rows in a file. */
export const file: CliDestination<Config> = {
  name: 'File',
  command: 'file',
  title: 'File',
  kind: 'Files, HTTP, sockets',
  summary: 'Write events to a file, as JSON lines or in another format.',
  acknowledgement: 'The complete line has been written to the file.',
  call: 'write',
  config,
  normalise: (given) => (isGzipped(given['path']) ? { gzip: true, ...given } : given),
  limits: ({ path, rotate }, format) => {
    const { rows, bytes } = format?.blocks.usual ?? USUAL;
    return {
      rows,
      bytes: Math.min(bytes, rotate === undefined ? Infinity : bytesOf(rotate)),
      inFlight: 1,
      ...(isFile(path) ? {} : { noTimeout: true }),
    };
  },
  formats: ['lines', 'records', 'array', 'file'],
  impliedFormat: ({ path }) => formatOfFile(String(path))?.name,
  formatProblem: problemOfFormat,
  keepsOrder: true,
  host: ({ path }) => placeOf(path),
  async open(config, env) {
    // Without a checkpoint: a pipe or a device has no place to save.
    const opened = await (await import('./file-connection.ts')).open(targetOf(config, env));
    return { send: (batch, options) => opened.send(batch, options), close: () => opened.close() };
  },
  check: async (config, env) => (await import('./file-connection.ts')).check(targetOf(config, env)),
  local(config) {
    const { path } = config;
    if (!isFile(path)) return undefined;
    const target = targetOf(config);
    return {
      path: target.path,
      isPart: (other) => target.rotateBytes < Infinity && isNumbered(target.path, other),
      problem: async (before, format) =>
        (await import('./file-place.ts')).problemOf(targetOf(config, { format }), before),
      open: async (bookmark, format) =>
        (await import('./file-connection.ts')).open(targetOf(config, { format }), bookmark),
    };
  },
};

const isGzipped = (path: unknown): boolean => typeof path === 'string' && /\.gz$/i.test(path);

/** Why rows cannot be written in a format. */
function problemOfFormat(
  { gzip, rotate }: Config,
  { head, blocks }: FileFormat,
  nameOf: (setting: string) => string,
): string | undefined {
  if (gzip && blocks.isCompressed === true)
    return `The format compresses by itself: leave out ${nameOf('gzip')}, and .gz in ${nameOf('path')}`;
  const least = (head?.length ?? 0) + (blocks.growth?.rest ?? 0);
  return rotate === undefined || bytesOf(rotate) > 2 * least
    ? undefined
    : `${nameOf('rotate')} ${rotate} has no room for rows in this format. It must be more than ${2 * least} bytes`;
}

const targetOf = (
  { path, existing, gzip, rotate }: Config,
  {
    format,
    write,
  }: { readonly format?: FileFormat | undefined; readonly write?: DestinationEnv['write'] } = {},
): Target => ({
  // The target of a pipe's link is not a path.
  path: isFile(path) ? realPath(path) : placeOf(path),
  existing,
  gzip,
  rotateBytes: rotate === undefined ? Infinity : bytesOf(rotate),
  head: format?.head ?? new Uint8Array(0),
  blocks: format?.blocks ?? blocksOf({ isText: true }),
  ...(path === STDOUT && { write }),
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
