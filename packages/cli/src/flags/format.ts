import { readFile } from 'node:fs/promises';
import type { Flag, Flags, FormatKey } from '@catbird/core/config';
import { driftShapes, type Faults, type Schema } from '@catbird/core';
import {
  environmentName,
  flagName,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/core/destinations';
import {
  findFormat,
  formats,
  planShapes,
  shapeOf,
  type FormatChoice,
  type FormatPlan,
} from '@catbird/core/formats';
import { readingFailure } from '../files/error-code.ts';
import type { Terminal } from '../terminal.ts';
import { choiceFlag } from './readers.ts';

const group = 'Format';

/** Each setting with the formats that have it, in the order of the formats. */
const settings: ReadonlyMap<string, { readonly setting: Setting; readonly of: readonly string[] }> = (() => {
  const found = new Map<string, { setting: Setting; of: string[] }>();
  for (const format of formats)
    for (const setting of format.settings) {
      const known = found.get(setting.name);
      if (known === undefined) found.set(setting.name, { setting, of: [format.name] });
      else known.of.push(format.name);
    }
  return found;
})();

const settingFlag = (
  { help, example, kind, choices, isFile, default: usual }: Setting,
  of: readonly string[],
): Flag<string> => ({
  help: [
    help,
    kind === 'choice' ? `One of: ${choices.map(({ value }) => value).join(', ')}.` : undefined,
    `For ${of.join(', ')}.`,
    example === undefined ? undefined : `Example: ${example}`,
  ]
    .filter((each) => each !== undefined)
    .join(' '),
  ...(kind === 'boolean' ? {} : { value: isFile ? 'FILE' : 'TEXT' }),
  group,
  schema: kind === 'boolean' ? { type: 'boolean' } : { type: 'string' },
  ...(usual === undefined || kind === 'boolean' ? {} : { default: usual }),
  read: (text) => ({ ok: true, value: text }),
});

const formatFlag = (choices: readonly FormatChoice[], more: readonly string[] = []): Flag<string> =>
  choiceFlag({
    help: 'How rows are written.',
    group,
    default: 'json',
    choices: [...choices.map(({ name }) => name), ...more],
  });

/** The settings of formats. @param taken names that mean something else */
const settingFlagsOf = (choices: readonly FormatChoice[], taken: readonly string[] = []): Flags =>
  Object.fromEntries(
    [...settings].flatMap(([name, { setting, of }]) => {
      const own = of.filter((each) => choices.some((choice) => choice.name === each));
      return own.length === 0 || taken.includes(name) ? [] : [[name, settingFlag(setting, own)]];
    }),
  );

/** Whether a value of `--format` is one of a destination's own setting of that name, and no format of rows. */
export const isBody = (format: unknown): boolean => findFormat(String(format)) === undefined;

/** The format of rows, and the settings of all formats. */
export const formatFlags = { format: formatFlag(formats), ...settingFlagsOf(formats) };

/** The formats that a destination takes. */
const takenBy = ({ formats: shapes = [] }: Pick<Destination, 'formats'>): readonly FormatChoice[] =>
  formats.filter(({ name, shape }) => name === 'json' || shapes.includes(shape));

/** The format of rows of a stream, and the settings of the formats that its destination takes. None if that is lines of JSON only. */
export function formatFlagsOf(destination: Destination): Flags {
  if (destination.formats === undefined) return {};
  const choices = takenBy(destination);
  const own = settingsOf(destination);
  const body = own.find(({ name }) => name === 'format');
  return {
    format: {
      ...formatFlag(
        choices,
        body?.choices.map(({ value }) => value),
      ),
      ...(body && {
        help: `How rows are written, or the body of a request. ${body.help}`,
        env: [environmentName(destination, 'format')],
      }),
    },
    ...settingFlagsOf(
      choices,
      own.map(({ name }) => name),
    ),
  };
}

/** The value of a flag, as a setting reads it. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The format and its settings among the values of flags, those of files as their texts. Undefined: none is given. */
export async function formatKeyIn(
  values: Readonly<Record<string, unknown>>,
  flags: Flags,
): Promise<FormatKeyReading> {
  const { format: name, ...given } = Object.fromEntries(
    Object.keys(flags).flatMap((each) => (values[each] === undefined ? [] : [[each, asText(values[each])]])),
  );
  const key = { ...given, ...(name !== undefined && !isBody(name) && { name }) };
  return Object.keys(key).length === 0 ? { ok: true, key: undefined } : withFiles(key, String, optionName);
}

/** The format and its settings, or lines with what is wrong. */
export type FormatKeyReading =
  | { readonly ok: true; readonly key: FormatKey | undefined }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Settings that are files become the texts of these. @param nameOf a setting's name where the person gave it */
export async function withFiles(
  key: FormatKey,
  pathOf: (name: string) => string,
  nameOf: (setting: string) => string,
): Promise<FormatKeyReading> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(key)) {
    if (settings.get(name)?.setting.isFile !== true) continue;
    const path = pathOf(String(value));
    try {
      texts[name] = await readFile(path, 'utf8');
    } catch (error) {
      return { ok: false, lines: [`Could not read ${path} of ${nameOf(name)}: ${readingFailure(error)}`] };
    }
  }
  return { ok: true, key: { ...key, ...texts } };
}

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading =
  | { readonly ok: true; readonly plan?: FormatPlan }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Rows to write. */
export interface FormatRows {
  readonly schema: Schema;
  /** How their schema drifts, in a way that fits it. Absent: not at all. */
  readonly drift?: Faults['drift'];
}

/** How rows of a schema are written in a format. @param optionOf an option's name where the person gave it */
export async function planFormat(
  { name = 'json', ...given }: FormatKey,
  { schema, drift }: FormatRows,
  optionOf: (option: string) => string,
  destination?: Destination,
): Promise<FormatReading> {
  const nameOf = settingNames(optionOf);
  const choices = destination === undefined ? formats : takenBy(destination);
  const choice = choices.find((each) => each.name === name);
  const names = (of: readonly string[]): string => of.join(' or ');
  if (choice === undefined) {
    const problem =
      findFormat(name) === undefined
        ? `Unknown format ${name}`
        : `${destination?.title} does not take ${name}`;
    return {
      ok: false,
      lines: [`${optionOf('format')}: ${problem}. Use ${names(choices.map((each) => each.name))}`],
    };
  }
  const others = Object.keys(given).filter((each) => !choice.settings.some((its) => its.name === each));
  if (others.length > 0)
    return {
      ok: false,
      lines: others.map((each) => {
        const { of } = settings.get(each) ?? {};
        return of === undefined
          ? `Unknown key ${nameOf(each)}. Settings of ${name}: ${choice.settings.map((its) => its.name).join(', ') || 'none'}`
          : `${nameOf(each)} needs ${optionOf('format')} ${names(of)}`;
      }),
    };
  if (name === 'json') return { ok: true };
  const plan = await planShapes(driftShapes(schema, drift), {
    name,
    plan: (members) => choice.plan(members, given),
  });
  if ('problems' in plan) return { ok: false, lines: plan.problems.map((each) => named(each, nameOf)) };
  if (destination?.formats?.includes(shapeOf(choice, plan)) === false)
    return {
      ok: false,
      lines: [`${destination.title} takes no arrays of events: leave out ${nameOf('batched')}`],
    };
  return { ok: true, plan };
}

/** Reads the format from the values of a command line, for rows of a schema that are printed. */
export async function readFormat(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
  { out }: Pick<Terminal, 'out'>,
): Promise<FormatReading> {
  const given = await formatKeyIn(values, formatFlags);
  if (!given.ok) return given;
  const reading = await planFormat(given.key ?? {}, { schema }, optionName);
  if (!reading.ok || reading.plan === undefined || reading.plan.isText || !out.isTerminal) return reading;
  const { name } = given.key ?? {};
  return {
    ok: false,
    lines: [`${name} is binary. Write it to a file: … > rows.${reading.plan.extension}`],
  };
}

const optionName = (name: string): string => `--${flagName(name)}`;

/** Settings of a format are options of a command line, and members of the format of a config. */
export const settingNames =
  (optionOf: (option: string) => string) =>
  (setting: string): string =>
    optionOf('format').startsWith('--') ? optionOf(setting) : `${optionOf('format')}.${setting}`;

/** A problem of a setting, with the name that the person gave. */
function named(problem: string, nameOf: (setting: string) => string): string {
  const [name = ''] = /^\w+(?=[: ])/.exec(problem) ?? [];
  return settings.has(name) ? `${nameOf(name)}${problem.slice(name.length)}` : problem;
}
