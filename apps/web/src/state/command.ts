import type { Faults } from '@catbird/core';
import {
  environmentName,
  flagName,
  isSettingShown,
  settingsOf,
  type Setting,
} from '@catbird/core/destinations';
import { checkFaults } from './faults.ts';
import { UNLIMITED, destinationOf, type Config, type Values } from './settings.ts';
import { CUSTOM } from './state.ts';

/** What a stream is made of, beside its settings. */
export interface StreamOf {
  readonly config: Config;
  readonly template: string;
  readonly content: string;
  readonly seed: string;
}

/** Settings that a command must say: those that are shown, and not as they are anyway. */
function told({ config }: StreamOf): readonly { readonly setting: Setting; readonly value: string }[] {
  return settingsOf(destinationOf(config))
    .filter((setting) => isSettingShown(setting, config.settings))
    .flatMap((setting) => {
      const value = config.settings[setting.name];
      return value === undefined || value === setting.default ? [] : [{ setting, value }];
    });
}

/** The command that makes the same stream in a terminal. Secrets are read from environment variables. */
export function commandOf(stream: StreamOf): string {
  const { config, template, seed } = stream;
  const flags = told(stream)
    .filter(({ setting }) => !setting.secret)
    .map(({ setting, value }) => [setting.name, value] as const);
  const schema =
    template === CUSTOM ? (['schema', 'schema.json'] as const) : (['template', template] as const);
  const all = [
    ...flags,
    schema,
    ['eps', String(config.eps)] as const,
    ...(config.limit === UNLIMITED ? [] : [['limit', String(config.limit)] as const]),
    ...Object.entries(config.delivery ?? {}),
    ['seed', seed] as const,
  ];
  return [
    'catbird',
    destinationOf(config).command,
    // A value that begins as a flag does would be taken for one.
    ...all.map(([name, value]) => `--${flagName(name)}${value.startsWith('--') ? '=' : ' '}${quoted(value)}`),
  ].join(' ');
}

/** Fit for a POSIX shell. */
const quoted = (value: string): string =>
  /^[\w./:@%+,=-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", `'\\''`)}'`;

/** Names of the environment variables that the command reads. */
export const secretNames = (stream: StreamOf): readonly string[] =>
  told(stream)
    .filter(({ setting }) => setting.secret)
    .map(({ setting }) => environmentName(destinationOf(stream.config), setting.name));

/** The stream as a file for `catbird run`. Secrets stand as `${NAME}` of environment variables. */
export function configFile(stream: StreamOf): string {
  const { config, template, content, seed } = stream;
  const destination = destinationOf(config);
  const settings = Object.fromEntries(
    told(stream).map(({ setting, value }) => [
      setting.name,
      setting.secret
        ? `\${${environmentName(destination, setting.name)}}`
        : value.replaceAll('${', () => '$${'),
    ]),
  );
  const schema = template === CUSTOM ? { schema: JSON.parse(content) as unknown } : { template };
  const limit = config.limit === UNLIMITED ? {} : { limit: config.limit };
  return `${JSON.stringify({ destination: destination.command, settings, ...schema, eps: config.eps, ...limit, ...deliveryPart(config.delivery), ...faultsPart(config), seed }, null, 2)}\n`;
}

/** Delivery's part of the file, if there is one. Numbers are numbers there. */
function deliveryPart(delivery: Values = {}): {
  readonly delivery?: Readonly<Record<string, string | number>>;
} {
  const keys = Object.entries(delivery).map(([name, value]) => [
    name,
    name === 'attempts' ? Number(value) : value,
  ]);
  return keys.length === 0 ? {} : { delivery: Object.fromEntries(keys) };
}

function faultsPart(config: Config): { readonly faults?: Faults } {
  const { faults } = checkFaults(config.faults);
  return faults === undefined ? {} : { faults };
}
