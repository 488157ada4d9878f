import { readFile } from 'node:fs/promises';
import type { Flag, Flags } from '@catbird/core/config';
import { kindsOf, suggestion, type Schema } from '@catbird/core';
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
  const name = typeof values['format'] === 'string' ? values['format'] : 'json';
  const format = findFormat(name);
  if (format === undefined) {
    const near = suggestion(
      name,
      formats.map((each) => each.name),
    );
    return {
      ok: false,
      lines: [`Unknown format ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`],
    };
  }
  const given = [...settings].filter(([setting]) => values[setting] !== undefined);
  const others = given.filter(([, { of }]) => !of.includes(name));
  if (others.length > 0)
    return {
      ok: false,
      lines: others.map(([setting, { of }]) => `--${flagName(setting)} needs --format ${of.join(' or ')}`),
    };
  const input: Record<string, unknown> = {};
  for (const [setting, { setting: declared }] of given) {
    const value = String(values[setting]);
    try {
      input[setting] = declared.isFile ? await readFile(value, 'utf8') : value;
    } catch (error) {
      return {
        ok: false,
        lines: [`Could not read ${value} of --${flagName(setting)}: ${readingFailure(error)}`],
      };
    }
  }
  if (name === 'json') return { ok: true };
  const plan = await format.plan(kindsOf(schema), input);
  if (!('problems' in plan) && !plan.isText && out.isTerminal)
    return { ok: false, lines: [`${name} is binary. Write it to a file: … > rows.${plan.extension}`] };
  return 'problems' in plan ? { ok: false, lines: plan.problems.map(asOption) } : { ok: true, plan };
}

/** A problem of a setting, with the name of its option. */
function asOption(problem: string): string {
  const [name = ''] = /^\w+(?=[: ])/.exec(problem) ?? [];
  return settings.has(name) ? `--${flagName(name)}${problem.slice(name.length)}` : problem;
}
