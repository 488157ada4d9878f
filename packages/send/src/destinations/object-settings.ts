import * as z from 'zod/mini';
import { textCheck } from './http-address.ts';
import type { RequestLimits, SettingMeta } from './destination.ts';
import type { RowFormat } from './row-format.ts';
import {
  choiceSetting,
  customSetting,
  flagSetting,
  optionalTextSetting,
  optionalRouteSetting,
} from './setting.ts';

const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6 };
const SIZE = /^(\d+)(kB|MB)$/;

/** Bytes of a size such as `16MB`. */
const bytesOf = (size: string): number => {
  const [, number = '', unit = ''] = SIZE.exec(size) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
};

const DEFAULT_SIZE = '16MB';
const MAX_SIZE = 1e9;
/** Rows of an object, beyond which nothing is won. */
const ROWS = 1_000_000;
/** Rows of an aligned object, which always wait until they are all there. */
const ALIGNED_ROWS = 100_000;
/** How long an object waits until it is full. */
const WAIT_MS = 60_000;
/** Most bytes of rows in an object of the default size, as one row may have many. */
const BYTES = 64 * 2 ** 20;

const PREFIX: SettingMeta = {
  label: 'Prefix',
  help: 'Folder of the objects, without a slash at the end.',
  example: 'events/raw',
};

/** Longest prefix. A key has at most 1,024 bytes. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const PREFIX_LENGTH = 700;

/** What is wrong with a prefix, as a sentence. */
function prefixFault(prefix: string): string | undefined {
  if (prefix.length > PREFIX_LENGTH) return `Must have at most ${PREFIX_LENGTH} characters`;
  if (/\p{Cc}|\p{Surrogate}/u.test(prefix)) return 'Must not contain control characters';
  return prefix.split('/').some((part) => ['', '.', '..'].includes(part))
    ? 'Must be names with single slashes between them, such as events/raw'
    : undefined;
}

/**
 * A value as a part of a name or an address: a slash would begin another part. Undefined for `.` and `..`, which would name another
 * place.
 */
export const encodePart = (value: string): string | undefined =>
  value === '.' || value === '..'
    ? undefined
    : encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

/** Settings of what becomes objects, whichever the service. */
export const objectShape = {
  prefix: optionalTextSetting(PREFIX, textCheck(prefixFault)),
  partitionBy: choiceSetting({
    label: 'Partitions',
    help: 'Folders by time, in UTC unless the stream has a time zone: dt=2026-11-21, or dt=2026-11-21/hour=13. The time of an event is its event time if times are computed, with from or rate, else when it is made.',
    side: 'division',
    choices: { none: 'None', day: 'By day', hour: 'By hour' },
  }),
  objectSize: customSetting(
    z.optional(
      z
        .string('Must be text')
        .check(
          z.refine(
            (size) => bytesOf(size) > 0 && bytesOf(size) <= MAX_SIZE,
            'Must be a size from 1kB to 1000MB',
          ),
        ),
    ),
    {
      label: 'Object size',
      help: `Bytes of events in an object before they are compressed. Four of this size are in memory. Default: ${DEFAULT_SIZE}.`,
      example: '64MB',
    },
  ),
  compression: choiceSetting({
    label: 'Compression',
    help: 'auto: gzip for text.',
    choices: { auto: 'Text with gzip', gzip: 'Gzip', none: 'None' },
  }),
  existing: choiceSetting({
    label: 'Existing object',
    help: 'What to do with an existing object of the same name: the same events of the same stream.',
    choices: { replace: 'Replace', refuse: 'Refuse' },
  }),
  align: flagSetting({
    label: 'Align objects',
    help: 'Begin each object at a multiple of its number of events, and wait until it is full. If a saved state resumes the stream, objects have the same names and events as before.',
  }),
};

/** The folder of the objects, which may follow from the events. */
export const routedPrefix = optionalRouteSetting({
  ...PREFIX,
  help: 'Folder of the objects, without a slash at the end. {{field}} stands for a value of the event.',
  example: 'events/country={{country}}',
  fault: prefixFault,
  encode: encodePart,
});

/** Settings of what becomes objects. */
export type ObjectSettings = z.output<z.ZodMiniObject<typeof objectShape>>;

/** The folders of a time, in milliseconds since 1970: `dt=2026-11-21/hour=13`. */
export const divisionBy: Readonly<
  Record<ObjectSettings['partitionBy'], ((ms: number) => string) | undefined>
> = {
  none: undefined,
  day: (ms) => `dt=${new Date(ms).toISOString().slice(0, -14)}`,
  hour: (ms) =>
    `dt=${new Date(ms).toISOString().slice(0, -14)}/hour=${new Date(ms).toISOString().slice(-13, -11)}`,
};

/** The limits of requests that are objects. Their size is that of rows, whatever the format makes of them. */
export function objectLimits(
  { objectSize = DEFAULT_SIZE, partitionBy, align }: ObjectSettings,
  format: Partial<Pick<RowFormat, 'head' | 'blocks'>> = {},
): RequestLimits {
  const divisionOf = divisionBy[partitionBy];
  const size = bytesOf(objectSize);
  const { factor, rest } = format.blocks?.growth ?? { factor: 1, rest: 0 };
  return {
    rows: align ? ALIGNED_ROWS : ROWS,
    bytes: Math.max(BYTES, size) * factor + rest + (format.head?.length ?? 0),
    ...(align ? { aligned: true, waitMs: Infinity } : { fullBytes: size, waitMs: WAIT_MS }),
    oneRoute: true,
    ...(divisionOf !== undefined && { divisionOf }),
  };
}

/** Why rows in a format cannot become objects, in a sentence. */
export const objectFormatProblem = (
  { compression }: ObjectSettings,
  { blocks }: Pick<RowFormat, 'blocks'>,
  nameOf: (setting: string) => string,
): string | undefined =>
  compression === 'gzip' && blocks.isCompressed === true
    ? `The format compresses by itself: leave out ${nameOf('compression')}`
    : undefined;
