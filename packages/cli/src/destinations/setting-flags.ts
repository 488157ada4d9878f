import { invalid, jsonOf } from '@catbird/engine';
import {
  environmentName,
  flagName,
  isClearText,
  metaOf,
  secretsOf,
  settingsOf,
  type Destination,
  type Setting,
} from '@catbird/send';
import { renamedSettings, type Flag, type Flags } from '@catbird/stream';

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

/** The settings that a config may have. It is data, and a shared one must not run commands. */
export const configSettings = (destination: Destination): Flags =>
  Object.fromEntries(
    settingsOf(destination)
      .filter(({ isCommand }) => isCommand !== true)
      .map((setting) => [setting.name, settingFlag(destination, setting)]),
  );

/** A destination's settings on a command line, where headers can also be given one by one. */
export const commandFlags = (destination: Destination): Flags => ({
  ...settingFlags(destination),
  ...(hasHeaders(destination) && { header: headerFlag(destination) }),
});

/** Picks the destination's settings from the values of `commandFlags`. */
export const settingsIn = (
  values: Readonly<Record<string, unknown>>,
  destination: Destination,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(destination.config.shape).map(([name, schema]) => {
      const value = values[name];
      return [name, isHeaders(schema) ? withHeaders(value, values['header']) : value];
    }),
  );

const isHeaders = (schema: Parameters<typeof metaOf>[0]): boolean => metaOf(schema)?.side === 'headers';

const hasHeaders = ({ config }: Destination): boolean => Object.values(config.shape).some(isHeaders);

const headerFlag = ({ title }: Destination): Flag => ({
  help: 'One header, repeatable: --headers without JSON. Example: trace-id={{trace_id}}',
  value: 'NAME=VALUE',
  group: title,
  // That of the setting has all of them.
  env: [],
  schema: { type: 'string' },
  many: true,
  read: (text) => (/^[^=]+=/.test(text) ? { ok: true, value: text } : invalid('must be NAME=VALUE')),
});

/** Headers with those that were given one by one. Headers that are no object stay as they are, which is an error. */
function withHeaders(given: unknown, each: unknown): unknown {
  if (!Array.isArray(each)) return given;
  const all = typeof given === 'string' ? jsonOf(given) : (given ?? {});
  if (typeof all !== 'object' || all === null || Array.isArray(all)) return given;
  const own = each
    .map((text: unknown) => String(text))
    .map((text) => {
      const end = text.indexOf('=');
      return [text.slice(0, end), text.slice(end + 1)] as const;
    });
  return Object.fromEntries([...Object.entries(all), ...own]);
}

function settingFlag(destination: Destination, setting: Setting): Flag<string> {
  const { label, help, example, kind, name, required, when = {} } = setting;
  const conditions = Object.entries(when).map(([other, value]) => `with --${flagName(other)} ${value}`);
  const needed = [...(required ? ['required'] : []), conditions.join(' and ')].join(' ').trim();
  const sentences = [
    isSaid(label, help) ? undefined : `${label}.`,
    help,
    needed === '' ? undefined : `${needed.charAt(0).toUpperCase()}${needed.slice(1)}.`,
    example === undefined ? undefined : `Example: ${example}`,
  ];
  return {
    help: sentences.filter((each) => each !== undefined).join(' '),
    ...(kind === 'boolean' ? {} : { value: valueName(setting) }),
    group: destination.title,
    env: [environmentName(destination, name)],
    ...formerOf(destination, setting),
    ...(name === 'url' && { exposes: (text) => passwordIn(destination, name, text) }),
    schema: settingSchema(setting),
    ...(setting.default === undefined || kind === 'boolean' ? {} : { default: setting.default }),
    read: (text) => ({ ok: true, value: text }),
  };
}

/** What the flag of a setting was before. `CATBIRD_HEADER` was that of every destination with headers. */
function formerOf(destination: Destination, { name, side }: Setting): Pick<Flag, 'former'> {
  if (side === 'headers') return { former: { env: 'CATBIRD_HEADER' } };
  const [former] = Object.entries(renamedSettings(destination)).find(([, now]) => now === name) ?? [];
  return former === undefined ? {} : { former: { name: former, env: environmentName(destination, former) } };
}

/** Whether the first sentence of a help says by itself what the setting is. */
function isSaid(label: string, help = ''): boolean {
  const [first = ''] = help.split(/(?<=\.) /);
  const [word = ''] = label.toLowerCase().split(' ').slice(-1);
  return first.toLowerCase().includes(word);
}

/** What stands for the value of a setting in help. */
export function valueName({ kind, choices, isFile }: Pick<Setting, 'kind' | 'choices' | 'isFile'>): string {
  if (kind === 'choice') return choices.map(({ value }) => value).join('|');
  return kind === 'json' ? 'JSON' : isFile === true ? 'FILE' : 'TEXT';
}

/** Why an address with a password is refused on a command line. Undefined if a text is none. */
function passwordIn(destination: Destination, name: string, text: string): string | undefined {
  if (destination.normalise?.({ [name]: text })['password'] === undefined) return undefined;
  const [address, password] = [name, 'password'].map((each) => environmentName(destination, each));
  return `must not contain a password, since other users of this machine can read command lines. Set the whole address in ${address}, or the password in ${password}`;
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
