import * as z from 'zod/mini';
import type { Issue, Result } from '@catbird/engine';
import { pageFault } from './http-address.ts';
import type { Destination, SettingMeta } from './destination.ts';
import { environmentName, isSettingShown, metaOf, MISSING } from './setting.ts';

/** A setting as needed by form, flags, redaction and reference. Derived from a destination's `config`. */
export interface Setting extends Omit<SettingMeta, 'choices' | 'needed' | 'secret'> {
  /** Name of the config's field and of the query parameter: `channelId`. */
  readonly name: string;
  /** Never shown, logged, or stored where it can be read by accident. */
  readonly secret: boolean;
  /** Whether it is required; with `when`, only while it is shown. */
  readonly required: boolean;
  readonly kind: 'text' | 'choice' | 'json' | 'boolean';
  /** The choices, in order; empty unless `kind` is `choice`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Default value, as text: `gcp_europe_west3`, `false`. */
  readonly default: string | undefined;
}

/** The settings of a destination, in the order of its form. */
export const settingsOf = (destination: Pick<Destination, 'config'>): readonly Setting[] =>
  Object.entries(destination.config.shape).map(([name, schema]) => settingOf(name, schema));

function settingOf(name: string, schema: z.core.$ZodType): Setting {
  const { choices, needed = false, ...meta } = metaOf(schema) ?? { label: name };
  const { inner, fallback } = unwrap(schema);
  return {
    secret: false,
    ...meta,
    name,
    required: needed || inner === schema,
    kind: choices === undefined ? kindOf(inner) : 'choice',
    choices: Object.entries(choices ?? {}).map(([value, label]) => ({ value, label })),
    default: fallback === undefined ? undefined : textOf(fallback),
  };
}

function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; fallback: unknown } {
  let inner = schema;
  let fallback: unknown;
  while (inner instanceof z.ZodMiniOptional || inner instanceof z.ZodMiniPrefault) {
    if (inner instanceof z.ZodMiniPrefault) fallback = inner.def.defaultValue;
    inner = inner.def.innerType;
  }
  return { inner, fallback };
}

function kindOf(schema: z.core.$ZodType): Setting['kind'] {
  if (schema instanceof z.ZodMiniString) return 'text';
  if (schema instanceof z.ZodMiniPipe) return 'json';
  return 'boolean';
}

/** How to give a setting that is missing, after the word that says so: by an example, or for a secret by an environment variable. @param shown its name for people: `--api-key`, `settings.apiKey` */
export function missingAdvice(
  destination: Pick<Destination, 'command' | 'config'>,
  name: string,
  shown: string,
): string {
  const { secret = false, example } = settingsOf(destination).find((each) => each.name === name) ?? {};
  const variable = environmentName(destination, name);
  if (secret) return shown.startsWith('--') ? `. Set it in ${variable}` : `, such as \${${variable}}`;
  return example === undefined ? '' : `, such as ${example}`;
}

/** The config, or all issues with its settings, which are their paths. */
export type ConfigResult<Config> = Result<{ readonly config: Config }>;

/** Options of `parseConfig`. */
interface ConfigOptions {
  /** Allows unencrypted `http:` addresses beyond this machine, and `[::1]`. Default: false, as in a page. */
  readonly clearText?: boolean;
  /** The name of a setting in error messages: `--auth`. Default: as in the config. */
  readonly nameOf?: (setting: string) => string;
}

/**
 * Parses a config from the texts of a form, a link or flags, or from typed values. Trims texts, treats empty ones as missing, and
 * makes the choices that other settings imply. Settings that the others hide are errors. Ignores unknown keys. Never throws on user
 * input.
 */
export function parseConfig<Config>(
  destination: Pick<Destination<Config>, 'config' | 'customEndpoint' | 'normalise'>,
  input: Readonly<Record<string, unknown>>,
  { clearText = false, nameOf = String }: ConfigOptions = {},
): ConfigResult<Config> {
  const settings = settingsOf(destination);
  const given = withoutEmpty(input);
  const normalised = withImplied(destination, withoutEmpty(destination.normalise?.(given) ?? given));
  const values = { ...Object.fromEntries(settings.map((each) => [each.name, each.default])), ...normalised };
  const shown = settings.filter((each) => isSettingShown(each, values));
  const own = shown.filter(({ name }) => normalised[name] !== undefined);
  const result = z.safeParse(
    destination.config,
    Object.fromEntries(own.map(({ name }) => [name, normalised[name]])),
    { jitless: true },
  );
  // Their schemas know nothing of the others.
  const missing = shown.filter(
    ({ name, required, when }) => required && when !== undefined && normalised[name] === undefined,
  );
  const issues = [
    ...(result.success ? [] : result.error.issues),
    ...missing.map(({ name }) => ({ path: [name], message: MISSING })),
    ...(result.success && missing.length === 0 ? endpointIssues(destination, result.data, clearText) : []),
    ...unusedIssues(settings, normalised, values, nameOf),
    ...placeholderIssues(settings, given),
  ].map(({ path: [setting = ''] = [], message }) => ({ path: [String(setting)], message }));
  return result.success && issues.length === 0 ? { ok: true, config: result.data } : { ok: false, issues };
}

function endpointIssues<Config>(
  destination: Pick<Destination<Config>, 'customEndpoint'>,
  config: Config,
  clearText: boolean,
): readonly Issue[] {
  const endpoint = clearText ? undefined : destination.customEndpoint?.(config);
  const fault = endpoint && pageFault(endpoint.address);
  return endpoint === undefined || fault === undefined ? [] : [{ path: [endpoint.setting], message: fault }];
}

type Values = Readonly<Record<string, unknown>>;

const withoutEmpty = (input: Values): Values =>
  Object.fromEntries(
    Object.entries(input)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** The config as texts for query parameters, flags and files; the inverse of `parseConfig`. Omits settings without a value. */
export function configTexts<Config>(
  destination: Destination<Config>,
  config: Config,
): Readonly<Record<string, string>> {
  const given = Object.entries(config ?? {}).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(destination.config.shape, name),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
}

/** Makes the choices that other settings imply: a bearer token implies `auth: bearer`. A choice that is given stays. */
export function withImplied(destination: Pick<Destination, 'config'>, given: Values): Values {
  const all = { ...given };
  for (const { name, when = {} } of settingsOf(destination))
    if (given[name] !== undefined) for (const [choice, value] of Object.entries(when)) all[choice] ??= value;
  return all;
}

/**
 * Settings that are given but not used, because of a choice or without another setting.
 *
 * @param values with the defaults of what is not given
 * @param nameOf the name of a setting for people
 */
function unusedIssues(
  settings: readonly Setting[],
  given: Values,
  values: Values,
  nameOf: (setting: string) => string,
): readonly Issue[] {
  const required = ({ when = {}, needs }: Setting): string[] => [
    ...Object.entries(isSettingShown({ when }, values) ? {} : when).map(
      ([choice, value]) => `Requires ${nameOf(choice)} ${value}`,
    ),
    ...(needs === undefined || given[needs] !== undefined ? [] : [`Requires ${nameOf(needs)}`]),
  ];
  return issuesOf(settings, given, required);
}

/** Settings that would be sent with placeholders in them, as if these were text. */
const placeholderIssues = (settings: readonly Setting[], given: Values): readonly Issue[] =>
  issuesOf(settings, given, ({ literal, secret }, value) =>
    literal === true || secret || !textOf(value).includes('{{')
      ? []
      : ['Must not contain {{. Values of events cannot be inserted here'],
  );

const issuesOf = (
  settings: readonly Setting[],
  given: Values,
  messagesOf: (setting: Setting, value: unknown) => readonly string[],
): readonly Issue[] =>
  settings.flatMap((setting) =>
    given[setting.name] === undefined
      ? []
      : messagesOf(setting, given[setting.name]).map((message) => ({ path: [setting.name], message })),
  );

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? '' : inner)) ?? '');
