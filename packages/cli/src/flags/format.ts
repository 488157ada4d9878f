import { readFile } from 'node:fs/promises';
import { invalid, textOfFile, type Result, type Schema, type Zone } from '@catbird/engine';
import { findFormat, formats, registrySettings, type FormatChoice } from '@catbird/formats';
import { environmentName, flagName, parseConfig, settingsOf, type Destination } from '@catbird/send';
import {
  type Flag,
  type Flags,
  type FormatKey,
  formatSettings,
  formatsOf,
  planFormat,
  type FormatReading,
} from '@catbird/stream';
import { clearTextNotes } from '../destinations/setting-flags.ts';
import { readingFailure } from '../files/error-code.ts';
import type { Terminal } from '../terminal.ts';
import { askingRegistry } from '../transport/registry.ts';
import { choiceFlag } from './readers.ts';
import { variableOf } from './read.ts';
import { isCredential, settingFlag } from './setting.ts';

const group = 'Format';

/** Settings of formats whose options have another name: `--source` is where rows that have arrived are read. */
const OPTIONS: Readonly<Record<string, string>> = { source: 'eventSource' };

/** The flag of a setting of a format, or of any other option. */
const flagOf = (setting: string): string => OPTIONS[setting] ?? setting;

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
    [...formatSettings].flatMap(([name, { setting, of }]) => {
      const own = of.filter((each) => choices.some((choice) => choice.name === each));
      return own.length === 0 || taken.includes(name)
        ? []
        : [[flagOf(name), settingFlag(setting, { of: own, group })]];
    }),
  );

/** Whether a value of `--format` is one of a destination's own setting of that name, and no format of rows. */
export const isBody = (format: unknown): boolean => findFormat(String(format)) === undefined;

/** The format of rows, and the settings of all formats. */
export const formatFlags = { format: formatFlag(formats), ...settingFlagsOf(formats) };

/** The format of rows of a stream, and the settings of the formats that its destination takes. None if that is lines of JSON only. */
export function formatFlagsOf(destination: Destination): Flags {
  if (destination.formats === undefined) return {};
  const choices = formatsOf(destination);
  const own = settingsOf(destination);
  const body = own.find(({ name }) => name === 'format');
  return {
    format: {
      ...formatFlag(
        choices,
        body?.choices.map(({ value }) => value),
      ),
      ...(body && {
        help: 'How rows are written. ndjson, array and single are bodies of JSON.',
        ...(body.default !== undefined && { default: body.default }),
        env: [environmentName(destination, 'format')],
      }),
    },
    ...settingFlagsOf(choices, [
      ...own.map(({ name }) => name),
      ...(destination.takesKeyBytes === true ? [] : ['keyFormat']),
    ]),
  };
}

/** The value of a flag, as a setting reads it. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The format and its settings among the values of flags, those of files as their texts. Undefined: none is given. */
export async function formatKeyIn(
  values: Readonly<Record<string, unknown>>,
  flags: Flags,
  env: Terminal['env'],
): Promise<FormatKeyReading> {
  // Credentials in the environment are for a registry, if there is one.
  const isIdle = (name: string): boolean =>
    isCredential(name) && values['schemaRegistry'] === undefined && values[name] === env[variableOf(name)];
  const { format: name, ...given } = Object.fromEntries(
    ['format', ...formatSettings.keys()].flatMap((each) => {
      const flag = flagOf(each);
      const isGiven = Object.hasOwn(flags, flag) && values[flag] !== undefined && !isIdle(each);
      return isGiven ? [[each, asText(values[flag])]] : [];
    }),
  );
  const key = { ...given, ...(name !== undefined && !isBody(name) && { name }) };
  return Object.keys(key).length === 0 ? { ok: true, key: undefined } : withFiles(key, String, optionName);
}

/** The format and its settings. */
export type FormatKeyReading = Result<{ readonly key: FormatKey | undefined }>;

/** Settings that are files become the texts of these. @param nameOf a setting's name where the person gave it */
export async function withFiles(
  key: FormatKey,
  pathOf: (name: string) => string,
  nameOf: (setting: string) => string,
): Promise<FormatKeyReading> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(key)) {
    if (formatSettings.get(name)?.setting.isFile !== true) continue;
    const path = pathOf(String(value));
    try {
      texts[name] = textOfFile(await readFile(path));
    } catch (error) {
      return invalid(`Could not read ${path} of ${nameOf(name)}: ${readingFailure(error)}`);
    }
  }
  return { ok: true, key: { ...key, ...texts } };
}

/** The format of rows that are printed, with what to tell people of it. */
export type PrintedFormat = FormatReading & { readonly notes?: readonly string[] };

/** Reads the format from the values of a command line, for rows of a schema that are printed. @param zone of times in text lines. Default: UTC */
export async function readFormat(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
  { out, env, interrupt }: Pick<Terminal, 'out' | 'env' | 'interrupt'>,
  zone?: Zone,
): Promise<PrintedFormat> {
  const given = await formatKeyIn(values, formatFlags, env);
  if (!given.ok) return given;
  const registry = { ask: askingRegistry({ interrupt }) };
  const reading = await planFormat(given.key ?? {}, schema, { optionOf: optionName, registry, zone });
  if (!reading.ok) return reading;
  if (reading.plan === undefined || reading.plan.isText || !out.isTerminal)
    return { ...reading, notes: registryNotes(given.key, reading) };
  const { name } = given.key ?? {};
  return invalid(`${name} is binary. Write it to a file: … > rows.${reading.plan.extension}`);
}

/** The option of a setting of a format, or any other: `--event-source` for `source`. */
export const optionName = (name: string): string => `--${flagName(flagOf(name))}`;

/** What to tell people of the schema in a registry. @param key the format and its settings */
export function registryNotes(
  key: FormatKey | undefined,
  { note }: { readonly note?: string | undefined } = {},
): readonly string[] {
  if (note === undefined) return [];
  const settings = parseConfig(registrySettings, key ?? {}, { clearText: true });
  return [...(settings.ok ? clearTextNotes(registrySettings, settings.config) : []), note];
}
