import {
  environmentName,
  flagName,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/core/destinations';
import type { Flag, Flags } from '../flags/flag.ts';

/** A destination's settings as flags. What they say is checked together with the rest of the config, by `parseConfig`. */
export const settingFlags = (destination: Destination): Flags =>
  Object.fromEntries(
    settingsOf(destination).map((setting) => [setting.name, settingFlag(destination, setting)]),
  );

/** Of the values of a command line, those that are the destination's settings. */
export const settingsIn = (
  values: Readonly<Record<string, unknown>>,
  destination: Destination,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(settingsOf(destination).map(({ name }) => [name, values[name]]));

/** What is wrong with a config, a line a setting. */
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

/** JSON Schema of a setting in a config file. A text may be `${ENV}`, whatever it stands for. */
function settingSchema({ kind, choices }: Setting): Readonly<Record<string, unknown>> {
  if (kind === 'choice') return { enum: choices.map(({ value }) => value) };
  if (kind === 'boolean') return { type: ['boolean', 'string'] };
  return kind === 'json' ? { type: ['object', 'string'] } : { type: 'string' };
}
