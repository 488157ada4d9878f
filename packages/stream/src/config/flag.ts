import {
  pathAdvice,
  invalid,
  type Invalid,
  DURATION,
  read as ok,
  readDuration,
  type Reading,
  jsonOf,
} from '@catbird/engine';

/** One flag of a command, which is also a key of a config. Its name is in camelCase; on the command line, `--apiKey` and `--api-key` are the same. */
export interface Flag<Value = unknown> {
  /** One sentence. */
  readonly help: string;
  /** Placeholder of the value in help: `FILE`. Absent for a switch, which has no value and can be turned off with `--no-…`. */
  readonly value?: string;
  /** One letter: `n` for `-n`. */
  readonly short?: string;
  /** Its heading in help. */
  readonly group: string;
  /** Environment variables to use if the command line does not set it. The first one set applies. Default: `CATBIRD_` and its name. */
  readonly env?: readonly string[];
  /** Its earlier name, if that has changed, and the variable in its place. Both are errors that name the present ones. */
  readonly former?: { readonly name?: string; readonly env: string };
  /** Why a text must not be on a command line, which other users can read. Undefined if it may. */
  readonly exposes?: (text: string) => string | undefined;
  /** Its default, as shown in help. */
  readonly default?: string;
  /** Whether it may be repeated; its value is then a list. */
  readonly many?: boolean;
  /** JSON Schema of its value in a config file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Reads its text. A switch reads `true` or `false`. */
  read(text: string): Reading<Value>;
  /** Reads its value in a config file, if that may be an object or an array. Default: the text of a plain value is read. */
  readConfig?(value: unknown): Reading<Value>;
}

/** Flags by name. */
export type Flags = Readonly<Record<string, Flag>>;

/** The value of each flag; `undefined` if not set. */
export type Values<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value | undefined : never;
};

/** A flag without its reader. */
export type FlagParts = Omit<Flag, 'read' | 'readConfig' | 'value' | 'schema' | 'many'>;

/** Any text. */
export const textFlag = (parts: FlagParts & { readonly value: string }): Flag<string> => ({
  ...parts,
  schema: { type: ['string', 'number'] },
  read: ok,
});

/** The path of a file or folder that is written. */
export const pathFlag = (parts: FlagParts & { readonly value: string }): Flag<string> => ({
  ...textFlag(parts),
  read(text) {
    const advice = pathAdvice(text);
    return advice === undefined ? ok(text) : invalid(`${advice.charAt(0).toLowerCase()}${advice.slice(1)}`);
  },
});

/** A JSON value, checked further where it is used. */
export const jsonFlag = ({
  example,
  ...parts
}: FlagParts & { readonly value: string; readonly example: string }): Flag => ({
  ...parts,
  schema: {},
  read(text) {
    const value = jsonOf(text);
    return value === undefined ? invalid(`must be JSON, such as '${example}'`) : ok(value);
  },
});

/** On or off. */
export const switchFlag = (parts: FlagParts): Flag<boolean> => ({
  ...parts,
  schema: { type: 'boolean' },
  read: (text) =>
    text === 'true' || text === 'false' ? ok(text === 'true') : invalid('must be true or false'),
});

/** One of a list of words. */
export const choiceFlag = <Value extends string>(
  parts: FlagParts & { readonly choices: readonly Value[] },
): Flag<Value> => ({
  ...parts,
  value: parts.choices.join('|'),
  schema: { enum: parts.choices },
  read: (text) => {
    const choice = parts.choices.find((each) => each === text);
    return choice === undefined ? invalid(`must be one of: ${parts.choices.join(', ')}`) : ok(choice);
  },
});

/** A whole number in decimal digits. */
export const wholeFlag = (
  parts: FlagParts & { readonly least: number; readonly most?: number; readonly value?: string },
): Flag<number> => ({
  ...parts,
  value: parts.value ?? 'N',
  schema: { type: 'integer', minimum: parts.least, maximum: parts.most ?? Number.MAX_SAFE_INTEGER },
  read: (text) => {
    const { least, most = Number.MAX_SAFE_INTEGER } = parts;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return ok(number);
    return invalid(
      most === Number.MAX_SAFE_INTEGER
        ? (tooLarge(text) ?? `must be a whole number of at least ${least}${notThis(text)}`)
        : `must be a whole number from ${least} to ${most}${notThis(text)}`,
    );
  },
});

/** A finite number. */
export const numberFlag = (
  parts: FlagParts & { readonly value: string; readonly least: number; readonly most?: number },
): Flag<number> => ({
  ...parts,
  schema: {
    type: 'number',
    minimum: parts.least,
    ...(parts.most === undefined ? {} : { maximum: parts.most }),
  },
  read: (text) => {
    const { least, most = Infinity } = parts;
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(number) && number >= least && number <= most) return ok(number);
    return invalid(
      most === Infinity
        ? `must be a number of at least ${least}${notThis(text)}`
        : `must be a number from ${least} to ${most}${notThis(text)}`,
    );
  },
});

/** Events per second: a number above 0, or `max`, which is `Infinity`. */
export function readRate(text: string): Reading<number> {
  if (text === 'max') return ok(Infinity);
  const rate = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(rate) && rate > 0) return ok(rate);
  const [, perSecond] = /^([\d.]+) *(?:\/ *s(?:ec)?|[er]?ps)$/i.exec(text) ?? [];
  return invalid(
    `must be a number above 0, or max${perSecond === undefined ? '' : `: write ${perSecond} instead of ${text}`}`,
  );
}

/** At least 1 row, or −1 for no limit. */
export function readLimit(text: string): Reading<number> {
  if (text === '-1') return ok(-1);
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  return limit >= 1 && Number.isSafeInteger(limit)
    ? ok(limit)
    : invalid(tooLarge(text) ?? `must be a whole number of at least 1, or -1 for no limit${notThis(text)}`);
}

const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size, in bytes: `10GB`, or `512MiB` with units of 1,024. */
export const sizeFlag = (parts: FlagParts): Flag<number> => ({
  ...parts,
  value: 'SIZE',
  schema: { type: 'string', pattern: /^\d+(\.\d+)? ?([kK]i?|[MG]i?|Ti?)?B$/.source },
  read: (text) => {
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(text.trim()) ?? [];
    const place = SIZE_UNITS.findIndex((each) => each.toLowerCase() === unit.toLowerCase());
    if (number !== undefined && unit === '') return invalid(`needs a unit: ${number}MB or ${number}GB`);
    const bytes = place > 4 ? Number(number) * 1024 ** (place - 4) : Number(number) * 1000 ** place;
    return place >= 0 && bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER
      ? ok(bytes)
      : invalid(`must be a size above 0, such as 500MB or 10GB. Units: ${SIZE_UNITS.join(', ')}`);
  },
});

/** What was given, at the end of a sentence. */
const notThis = (text: string): string =>
  text === '' ? '' : `, not ${text.length > 30 ? `${text.slice(0, 30)}…` : text}`;

/** What is wrong with a whole number above 2^53, of which digits would be lost; undefined for others. */
const tooLarge = (text: string): string | undefined =>
  /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(text) && Number(text) > Number.MAX_SAFE_INTEGER
    ? `must be at most ${Number.MAX_SAFE_INTEGER}: larger numbers lose digits`
    : undefined;

/** What is wrong with a duration on a command line: it needs a unit, as tools differ about a bare number. In a config, that is seconds. */
export const unitMissing = (text: string): Invalid | undefined =>
  DURATION.test(text) && /[1-9]/.test(text) && /\d$/.test(text)
    ? invalid(`needs a unit: ${text}s or ${text}ms`)
    : undefined;

/** A duration, in milliseconds. */
export const durationFlag = (parts: FlagParts): Flag<number> => ({
  ...parts,
  value: 'TIME',
  schema: { type: ['string', 'number'], pattern: DURATION.source, exclusiveMinimum: 0 },
  read: (text) => unitMissing(text) ?? readDuration(text),
  readConfig: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? readDuration(String(value))
      : invalid('must be a string or a number'),
});
