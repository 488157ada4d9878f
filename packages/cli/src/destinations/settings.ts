import {
  environmentName,
  flagName,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/core/destinations';
import type { Flag, Flags } from '../flags/flag.ts';

/** A destination's settings as flags. Their values are validated later, with the rest of the config, by `parseConfig`. */
export const settingFlags = (destination: Destination): Flags =>
  Object.fromEntries(
    settingsOf(destination).map((setting) => [setting.name, settingFlag(destination, setting)]),
  );

/** Picks the destination's settings from the values of a command line. */
export const settingsIn = (
  values: Readonly<Record<string, unknown>>,
  destination: Destination,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(settingsOf(destination).map(({ name }) => [name, values[name]]));

/** Problems of a config, one line per setting. */
export const settingProblems = (
  errors: Readonly<Record<string, readonly string[]>>,
  nameOf: (setting: string) => string,
): string[] => Object.entries(errors).map(([name, messages]) => `${nameOf(name)}: ${messages.join(', ')}`);

function settingFlag(destination: Destination, setting: Setting): Flag<string> {
  const { label, help, example, kind, choices, name, required, when = {} } = setting;
  const conditions = Object.entries(when).map(([other, value]) => `with --${flagName(other)} ${value}`);
  const sentences = [
    `${label}${required ? ', required' : ''}${conditions.length === 0 ? '' : ` ${conditions.join(' and ')}`}.`,
    help,
    kind === 'choice' ? `One of: ${choices.map(({ value }) => value).join(', ')}.` : undefined,
    example === undefined ? undefined : `Example: ${example}`,
  ];
  return {
    help: sentences.filter((each) => each !== undefined).join(' '),
    ...(kind === 'boolean' ? {} : { value: kind === 'json' ? 'JSON' : 'TEXT' }),
    group: destination.title,
    env: [environmentName(destination, name)],
    schema: settingSchema(setting),
    ...(setting.default === undefined || kind === 'boolean' ? {} : { default: setting.default }),
    read: (text) => ({ ok: true, value: text }),
  };
}

/** JSON Schema of a setting in a config file. Any setting may be a string, because of `${ENV}`. */
function settingSchema({ kind, choices }: Setting): Readonly<Record<string, unknown>> {
  if (kind === 'choice') return { enum: choices.map(({ value }) => value) };
  if (kind === 'boolean') return { type: ['boolean', 'string'] };
  return kind === 'json' ? { type: ['object', 'string'] } : { type: 'string' };
}
