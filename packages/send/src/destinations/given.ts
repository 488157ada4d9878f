import type { Issue } from '@catbird/engine';
import type { Destination, SettingMeta } from './destination.ts';
import { isSettingShown, metaOf } from './setting.ts';

/** Values of settings by name, without missing ones. */
type Values = Readonly<Record<string, unknown>>;

type Settings = Pick<Destination, 'config'>;

const metasOf = ({
  config,
}: Settings): readonly (readonly [name: string, meta: Omit<SettingMeta, 'label'>])[] =>
  Object.entries(config.shape).map(([name, schema]) => [name, metaOf(schema) ?? {}]);

/** Makes the choices that other settings imply: a bearer token implies `auth: bearer`. A choice that is given stays. */
export function withImplied(destination: Settings, given: Values): Values {
  const all = { ...given };
  for (const [name, { when = {} }] of metasOf(destination))
    if (given[name] !== undefined) for (const [choice, value] of Object.entries(when)) all[choice] ??= value;
  return all;
}

/**
 * Settings that are given but not used, because of a choice or without another setting.
 *
 * @param values with the defaults of what is not given
 * @param nameOf the name of a setting for people
 */
export function unusedIssues(
  destination: Settings,
  given: Values,
  values: Values,
  nameOf: (setting: string) => string,
): readonly Issue[] {
  const required = ({ when = {}, needs }: Omit<SettingMeta, 'label'>): string[] => [
    ...Object.entries(isSettingShown({ when }, values) ? {} : when).map(
      ([choice, value]) => `Requires ${nameOf(choice)} ${value}`,
    ),
    ...(needs === undefined || given[needs] !== undefined ? [] : [`Requires ${nameOf(needs)}`]),
  ];
  return issuesOf(destination, given, required);
}

/** Settings that would be sent with placeholders in them, as if these were text. */
export const placeholderIssues = (destination: Settings, given: Values): readonly Issue[] =>
  issuesOf(destination, given, ({ literal, secret }, value) =>
    literal === true || secret === true || !textOf(value).includes('{{')
      ? []
      : ['Must not contain {{. Values of events cannot be inserted here'],
  );

function issuesOf(
  destination: Settings,
  given: Values,
  messagesOf: (meta: Omit<SettingMeta, 'label'>, value: unknown) => string[],
): readonly Issue[] {
  return metasOf(destination).flatMap(([name, meta]) =>
    given[name] === undefined
      ? []
      : messagesOf(meta, given[name]).map((message) => ({ path: [name], message })),
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? '' : inner)) ?? '');
