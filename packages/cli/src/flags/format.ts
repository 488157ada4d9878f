import { readFile } from 'node:fs/promises';
import type { Flag, Flags } from '@catbird/core/config';
import { kindsOf, type Schema } from '@catbird/core';
import { flagName, type Setting } from '@catbird/core/destinations';
import { findFormat, formats, type FormatPlan } from '@catbird/core/formats';
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

/** The format of rows, and the settings of all formats. */
export const formatFlags = {
  format: choiceFlag({
    help: 'How rows are written.',
    group,
    default: 'json',
    choices: formats.map(({ name }) => name),
  }),
  ...Object.fromEntries([...settings].map(([name, { setting, of }]) => [name, settingFlag(setting, of)])),
} as const satisfies Flags;

/** How rows are written. `plan` is absent for lines of JSON. */
export type FormatReading =
  | { readonly ok: true; readonly plan?: FormatPlan }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Reads the format from the values of a command line, for rows of a schema. */
export async function readFormat(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
  { out }: Pick<Terminal, 'out'>,
): Promise<FormatReading> {
  const { format = 'json' } = values;
  const name = String(format);
  const given = await settingsIn(values, name);
  if ('lines' in given) return { ok: false, ...given };
  if (name === 'json') return { ok: true };
  const plan = await findFormat(name)?.plan(kindsOf(schema), given.input);
  if (plan === undefined) return { ok: false, lines: [`Unknown format ${name}`] };
  if ('problems' in plan) return { ok: false, lines: plan.problems.map(asOption) };
  if (!plan.isText && out.isTerminal)
    return { ok: false, lines: [`${name} is binary. Write it to a file: … > rows.${plan.extension}`] };
  return { ok: true, plan };
}

/** The settings of a format, those of files as their texts. */
async function settingsIn(
  values: Readonly<Record<string, unknown>>,
  format: string,
): Promise<{ readonly input: Readonly<Record<string, string>> } | { readonly lines: readonly string[] }> {
  const given = [...settings].filter(([name]) => values[name] !== undefined);
  const others = given.filter(([, { of }]) => !of.includes(format));
  if (others.length > 0)
    return { lines: others.map(([name, { of }]) => `--${flagName(name)} needs --format ${of.join(' or ')}`) };
  const input: Record<string, string> = {};
  for (const [name, { setting }] of given) {
    const value = String(values[name]);
    try {
      input[name] = setting.isFile ? await readFile(value, 'utf8') : value;
    } catch (error) {
      return { lines: [`Could not read ${value} of --${flagName(name)}: ${readingFailure(error)}`] };
    }
  }
  return { input };
}

/** A problem of a setting, with the name of its option. */
function asOption(problem: string): string {
  const [name = ''] = /^\w+(?=[: ])/.exec(problem) ?? [];
  return settings.has(name) ? `--${flagName(name)}${problem.slice(name.length)}` : problem;
}
