import { jsonOrText } from '@catbird/engine';
import type { Issue, parseTime, TimeSettings } from '@catbird/engine';
import type { Config, Values } from './config.ts';
import {
  settingOfError,
  settingsIn,
  STREAM_SETTINGS,
  type SettingGroup,
  type StreamSetting,
} from './stream-settings.ts';

/** No limit, in the link and in configs. */
export const UNLIMITED = -1;

/** A list of a rate has at most this many numbers, so that a link can hold it. */
const MOST_POINTS = 200;

/** Groups whose settings have a parameter each in a link. Faults share one. */
const APART = ['delivery', 'time'] as const;

/** The parameters of a link that hold options. */
export const OPTION_PARAMS: readonly string[] = [
  'faults',
  ...STREAM_SETTINGS.filter(({ group }) => APART.some((each) => each === group)).map(({ name }) => name),
];

/** Whether a text differs from a setting's default. Choices of delivery that do not exist are none. */
function isSet({ name, group, control }: StreamSetting, text: string): boolean {
  if (group === 'delivery')
    return control.kind === 'choice' && control.choices.findIndex(([value]) => value === text) > 0;
  const off = group === 'faults' ? '0' : name === 'future' ? 'false' : '';
  return text.trim() !== '' && text.trim() !== off;
}

/** The options of some groups that differ from their defaults. Default: of all groups. Other names are left out. */
export const optionsOf = (
  values: Values = {},
  groups: readonly SettingGroup[] = ['delivery', 'faults', 'time'],
): Values =>
  Object.fromEntries(
    groups.flatMap(settingsIn).flatMap((setting) => {
      const text = values[setting.name] ?? '';
      return isSet(setting, text) ? [[setting.name, text.trim()] as const] : [];
    }),
  );

/** The options that a link holds, valid or damaged. */
export function readOptions(query: URLSearchParams): Values {
  const faults = (query.get('faults') ?? '').split(',').flatMap((part) => {
    const [name = '', text = ''] = part.split(':');
    return settingsIn('faults').some((fault) => fault.name === name) ? [[name, text] as const] : [];
  });
  return { ...optionsOf(Object.fromEntries(query), APART), ...Object.fromEntries(faults) };
}

/** Options as parameters of a link. Faults are one: `duplicates:1,late:2.5`. */
export function optionParams(options: Values | undefined): Values {
  const faults = Object.entries(optionsOf(options, ['faults'])).map((pair) => pair.join(':'));
  return {
    ...optionsOf(options, ['delivery']),
    ...(faults.length > 0 && { faults: faults.join(',') }),
    ...optionsOf(options, ['time']),
  };
}

/** What a config says of the stream, whichever the destination. */
export type RatedOptions = Pick<Config, 'eps' | 'limit' | 'options'>;

/** A config's rate, limit and options as the keys of a config file. */
export function keysOf({ eps, limit, options }: RatedOptions): {
  readonly delivery?: Readonly<Record<string, unknown>>;
  readonly faults?: Readonly<Record<string, unknown>>;
  readonly starts?: number;
  readonly [key: string]: unknown;
} {
  const [delivery, faults] = [valuesIn('delivery', options), valuesIn('faults', options)];
  return {
    // Journeys per second replace events per second.
    ...(options?.['starts'] === undefined && { eps }),
    ...(limit !== UNLIMITED && { limit }),
    ...(delivery && { delivery }),
    ...(faults && { faults }),
    ...valuesIn('time', options),
  };
}

/** The values of a group in a config file; undefined: none. */
function valuesIn(
  group: SettingGroup,
  options: Values | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const texts = Object.entries(optionsOf(options, [group]));
  const toKey = (name: string, text: string): unknown => (settingOfError(name)?.toKey ?? String)(text);
  return texts.length === 0
    ? undefined
    : Object.fromEntries(texts.map(([name, text]) => [name, toKey(name, text)]));
}

/** The settings for `parseTime`, as typed; undefined if there are none. */
export function timeSettings(options: Values | undefined): TimeSettings | undefined {
  const given = optionsOf(options, ['time']);
  return Object.keys(given).length === 0 ? undefined : given;
}

/** What reads settings of time, once it has loaded. Most links have none, and the page opens sooner without it. */
const loaded: { parse?: typeof parseTime } = {};

/** Loads what `checkOptions` reads settings of time with. Called before any can be in the form. */
export async function loadTime(): Promise<void> {
  const { loadZones, parseTime } = await import('./time-parser.ts');
  await loadZones('any');
  loaded.parse = parseTime;
}

/** The issues of all options, each at its place: `late`, `rate.stages.3.0`. Instants such as `-30d` count from now. Throws if there are settings of time before `loadTime`. */
export const checkOptions = (options: Values = {}, eps: number, nowMs = Date.now()): readonly Issue[] => [
  ...settingsIn('faults').flatMap((setting) => faultIssues(setting, optionsOf(options)[setting.name])),
  ...checkTime(options, eps, nowMs),
];

function faultIssues({ name, control }: StreamSetting, text: string | undefined): readonly Issue[] {
  if (text === undefined || control.kind !== 'number') return [];
  const { isWhole = false, range } = control;
  const [min, max] = range;
  const number = Number(text);
  if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return [];
  const kind = isWhole ? 'a whole number' : 'a number';
  return [{ path: [name], message: `Must be ${kind} from ${min} to ${max.toLocaleString('en')}` }];
}

/** The issues of the settings of time. */
export function checkTime(options: Values, eps: number, nowMs = Date.now()): readonly Issue[] {
  const settings = timeSettings(options);
  if (settings === undefined) return [];
  if (loaded.parse === undefined) throw new Error('What reads settings of time has not been loaded');
  const parsed = loaded.parse(settings, { eps: eps > 0 && eps < Infinity ? eps : 1, nowMs });
  const issues = parsed.ok ? [] : parsed.issues;
  if (longestList(jsonOrText(options['rate'] ?? '')) <= MOST_POINTS) return issues;
  const isOfRate = ({ path }: Issue): boolean => path?.length === 1 && path[0] === 'rate';
  const message = `rate must have at most ${MOST_POINTS} points`;
  return [...issues.filter((issue) => !isOfRate(issue)), { path: ['rate'], message }];
}

function longestList(rate: unknown): number {
  if (typeof rate !== 'object' || rate === null) return 0;
  const parts: readonly unknown[] = Object.values(rate);
  return parts.reduce<number>(
    (most, part) => Math.max(most, longestList(part)),
    Array.isArray(rate) ? parts.length : 0,
  );
}

/** Whether an error is about a setting of this group. */
export const isErrorOf = (group: SettingGroup, name: string): boolean =>
  settingOfError(name)?.group === group;

/** Changes with all that event times follow from; empty if they are the clock's. */
export function timeKey(config: Config | undefined): string {
  const settings = timeSettings(config?.options);
  return settings === undefined ? '' : JSON.stringify([settings, config?.eps]);
}

/** Whether two configs have the same options of a group. */
export const hasSame = (group: SettingGroup, one: Config, other: Config): boolean =>
  JSON.stringify(optionsOf(one.options, [group])) === JSON.stringify(optionsOf(other.options, [group]));
