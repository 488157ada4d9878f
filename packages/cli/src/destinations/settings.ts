import {
  environmentName,
  flagName,
  isClearText,
  secretsOf,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/core/internal/destinations';
import type { Flag, Flags } from '@catbird/core/internal/config';

/** Environment variables that the predecessor read for certain values, by command, setting and value. */
const FROM_ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    tinybird: { endpoint: { custom: 'TB_ENDPOINT' } },
  };

/** Resolves the predecessor's placeholder values: `--endpoint custom` becomes the address in `TB_ENDPOINT`. */
export function withPredecessor(
  command: string,
  settings: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const known = FROM_ENVIRONMENT[command] ?? {};
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const variable = known[name]?.[String(value)];
      return [name, (variable === undefined ? undefined : env[variable]) ?? value];
    }),
  );
}

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

/** A warning if credentials would be sent unencrypted; empty if there are none, or the connection is encrypted. */
export function clearTextNotes<Config>(
  destination: Pick<Destination<Config>, 'config' | 'customEndpoint' | 'host'>,
  config: Config,
): readonly string[] {
  const own = destination.customEndpoint?.(config);
  if (own === undefined || !isClearText(own.address) || secretsOf(destination, config).length === 0)
    return [];
  return [
    `Credentials are sent to ${destination.host(config)} in clear text, so anyone on the network path can read them. Use https:// if the server supports it`,
  ];
}
