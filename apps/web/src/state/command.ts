import { type FaultChange, instantText, rateJson, type Timing } from '@catbird/engine';
import { environmentName, flagName, isSettingShown, settingsOf, type Setting } from '@catbird/send';
import { SCHEMA_ADDRESSES } from '@catbird/stream';
import type { Config } from './config.ts';
import { keysOf, type RatedOptions } from './options.ts';
import { destinationOf } from './settings.ts';
import { settingOfError } from './stream-settings.ts';
import { CUSTOM } from './state.ts';

/** Everything that defines a stream. */
export interface StreamSource {
  readonly config: Config;
  readonly template: string;
  readonly content: string;
  readonly seed: string;
  /** The time that the stream ran with, and its changes. */
  readonly timing?: Timing | undefined;
  /** Faults that were changed while it ran; absent: none. */
  readonly faultChanges?: readonly FaultChange[];
}

interface SetValue {
  readonly setting: Setting;
  readonly value: string;
}

/** The visible settings that differ from their defaults. */
function changedSettings({ config }: StreamSource): readonly SetValue[] {
  return settingsOf(destinationOf(config))
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap((setting) => {
      const value = config.settings[setting.name];
      return value === undefined || value === setting.default ? [] : [{ setting, value }];
    });
}

/** The command that runs the same stream in a terminal. It reads secrets from environment variables. */
export function commandOf(stream: StreamSource): string {
  const { config, template, seed } = stream;
  const flags = changedSettings(stream)
    .filter(({ setting }) => !setting.secret)
    .map(({ setting, value }) => [setting.name, value] as const);
  // Changes belong to the time that the stream had, which replaces the settings'.
  return commandTo(destinationOf(config).command, [
    ...flags,
    schemaFlag(template),
    ...flagsOf(config),
    ...changeFlags(stream),
    ['seed', seed],
  ]);
}

/** The command that runs a stream of the page to a place that only the command line has. @param place its subcommand, with flags of its own */
export const commandElsewhere = (
  place: string,
  { template, seed, config }: Pick<StreamSource, 'template' | 'seed'> & { readonly config: RatedOptions },
): string => commandTo(place, [schemaFlag(template), ...flagsOf(config), ['seed', seed]]);

type NamedFlag = readonly [name: string, value: string | undefined];

/** The last flag of a name holds. */
const commandTo = (place: string, flags: readonly NamedFlag[]): string =>
  ['catbird', place, ...[...new Map(flags)].map(([name, value]) => flagText(name, value))].join(' ');

const schemaFlag = (template: string): NamedFlag =>
  template === CUSTOM ? ['schema', 'schema.json'] : ['template', template];

/** A config's rate, limit and options as flags of a command, without `--`. One without a text stands alone. */
const flagsOf = (config: RatedOptions): readonly (readonly [name: string, text: string | undefined])[] =>
  Object.entries(keysOf(config))
    .flatMap(([name, value]) =>
      name === 'delivery' ? Object.entries(value ?? {}) : [[name, value] as const],
    )
    .map(([name, value]) => [name, value === true ? undefined : (flagOf(name, config) ?? textOf(value))]);

/** The text in a command of what was typed. Undefined: nothing was. */
function flagOf(name: string, { options }: RatedOptions): string | undefined {
  const text = options?.[name];
  return text === undefined ? undefined : (settingOfError(name)?.toFlag?.(text) ?? text);
}

const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value);

/** What was changed while the stream ran, with the times that changes of the rate belong to. */
const changeFlags = (stream: StreamSource): readonly (readonly [name: string, value: string])[] =>
  Object.entries({ ...changesSection(stream.timing), ...faultChangesSection(stream) }).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)],
  );

function flagText(name: string, value: string | undefined): string {
  const flag = `--${flagName(name)}`;
  if (value === undefined) return flag;
  // A value that starts like a flag would be read as one.
  return `${flag}${/^-(-|\d+\w)/.test(value) ? '=' : ' '}${quoted(value)}`;
}

/** Quoted for a POSIX shell. */
const quoted = (value: string): string =>
  /^[\w./:@%+,=-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", `'\\''`)}'`;

/** Names of the environment variables that the command reads. */
export const secretNames = (stream: StreamSource): readonly string[] =>
  changedSettings(stream)
    .filter(({ setting }) => setting.secret)
    .map(({ setting }) => environmentName(destinationOf(stream.config), setting.name));

/** The stream as a config file for `catbird run`. Secrets are `${NAME}` references to environment variables. */
export function configFile(stream: StreamSource): string {
  const { config, template, content, seed } = stream;
  const destination = destinationOf(config);
  const settings = Object.fromEntries(
    changedSettings(stream).map(({ setting, value }) => [
      setting.name,
      setting.secret
        ? `\${${environmentName(destination, setting.name)}}`
        : value.replaceAll('${', () => '$${'),
    ]),
  );
  const file = {
    $schema: SCHEMA_ADDRESSES.config,
    destination: destination.command,
    settings,
    ...(template === CUSTOM ? { schema: JSON.parse(content) as unknown } : { template }),
    ...keysOf(config),
    ...changesSection(stream.timing),
    ...faultChangesSection(stream),
    seed,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The changes of a stream, by which it is run again to the byte. They are of its own time, so relative instants are those that it had. */
function changesSection(timing: Timing | undefined): Readonly<Record<string, unknown>> {
  if (timing === undefined || timing.changes.length === 0) return {};
  const { fromMs, toMs, changes } = timing;
  return {
    from: instantText(fromMs),
    ...(toMs !== null && { to: instantText(toMs) }),
    changes: changes.map(({ atMs, to }) => [instantText(atMs), typeof to === 'object' ? rateJson(to) : to]),
  };
}

const faultChangesSection = ({
  faultChanges = [],
}: StreamSource): { readonly faultChanges?: readonly FaultChange[] } =>
  faultChanges.length === 0 ? {} : { faultChanges };
