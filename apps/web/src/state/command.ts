import { type FaultChange, durationText, instantText, rateJson, type Timing } from '@catbird/engine';
import { environmentName, flagName, isSettingShown, settingsOf, type Setting } from '@catbird/send';
import type { Config, Values } from './config.ts';
import { checkFaults } from './faults.ts';
import { rateOf } from './time.ts';
import { UNLIMITED, destinationOf } from './settings.ts';
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
  const schema =
    template === CUSTOM ? (['schema', 'schema.json'] as const) : (['template', template] as const);
  const all = [
    ...flags,
    schema,
    // Journeys per second replace events per second.
    ...(config.time?.['starts'] === undefined ? [['eps', String(config.eps)] as const] : []),
    ...(config.limit === UNLIMITED ? [] : [['limit', String(config.limit)] as const]),
    ...Object.entries(config.delivery ?? {}),
    ...faultFlags(config),
    ...timeFlags(config.time),
    ...changeFlags(stream),
    ['seed', seed] as const,
  ];
  return [
    'catbird',
    destinationOf(config).command,
    // Changes belong to the time that the stream had, which replaces the settings'.
    ...[...new Map(all)].map(([name, value]) => flagText(name, value)),
  ].join(' ');
}

const faultFlags = (config: Config): readonly (readonly [name: string, value: string])[] =>
  Object.entries(faultsSection(config)).map(([name, faults]) => [name, JSON.stringify(faults)]);

/** What was changed while the stream ran, with the times that changes of the rate belong to. */
const changeFlags = (stream: StreamSource): readonly (readonly [name: string, value: string])[] =>
  Object.entries({ ...changesSection(stream.timing), ...faultChangesSection(stream) }).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)],
  );

/** `future` stands alone. */
const timeFlags = (time: Values = {}): readonly (readonly [name: string, value: string | undefined])[] =>
  Object.entries(time).map(([name, value]) => [name, name === 'future' ? undefined : value]);

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
    destination: destination.command,
    settings,
    ...(template === CUSTOM ? { schema: JSON.parse(content) as unknown } : { template }),
    ...(config.time?.['starts'] === undefined ? { eps: config.eps } : {}),
    ...(config.limit === UNLIMITED ? {} : { limit: config.limit }),
    ...deliverySection(config.delivery),
    ...faultsSection(config),
    ...timeSection(config.time),
    ...changesSection(stream.timing),
    ...faultChangesSection(stream),
    seed,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Attempts are a number in the file. */
function deliverySection(delivery: Values = {}): {
  readonly delivery?: Readonly<Record<string, string | number>>;
} {
  const entries = Object.entries(delivery).map(([name, value]) => [
    name,
    name === 'attempts' ? Number(value) : value,
  ]);
  return entries.length === 0 ? {} : { delivery: Object.fromEntries(entries) };
}

/** A rate is an object in the file, or a preset's name. */
const timeSection = (time: Values = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(time).map(([name, value]) => [
      name,
      name === 'rate' ? rateOf(value) : name === 'future' ? true : name === 'starts' ? Number(value) : value,
    ]),
  );

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

/** Faults as people write them: with durations as texts. */
function faultsSection(config: Config): { readonly faults?: object } {
  const checked = checkFaults(config.faults);
  if (!checked.ok) return {};
  const { faults } = checked;
  const { late } = faults ?? {};
  if (late === undefined || !('mean' in late.delayMs)) return faults === undefined ? {} : { faults };
  return {
    faults: { ...faults, late: { share: late.share, delay: { mean: durationText(late.delayMs.mean) } } },
  };
}
