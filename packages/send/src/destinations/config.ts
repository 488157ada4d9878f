import * as z from 'zod/mini';
import type { Issue, Result } from '@catbird/engine';
import { pageFault } from './address.ts';
import type { Destination } from './destination.ts';
import { placeholderIssues, unusedIssues, withImplied } from './given.ts';
import { isSettingShown, metaOf } from './setting.ts';

/** A setting as needed by form, flags, redaction and reference. Derived from a destination's `config`. */
export interface Setting {
  /** Name of the config's field and of the query parameter: `channelId`. */
  readonly name: string;
  /** Name in the form: `Channel ID`. */
  readonly label: string;
  readonly help: string | undefined;
  readonly example: string | undefined;
  /** Never shown, logged, or stored where it can be read by accident. */
  readonly secret: boolean;
  /** Whether it is required; with `when`, only while it is shown. */
  readonly required: boolean;
  readonly kind: 'text' | 'choice' | 'json' | 'boolean';
  /** The choices, in order; empty unless `kind` is `choice`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Shown only while these settings have these values. */
  readonly when: Readonly<Record<string, string>> | undefined;
  /** Shown with the settings of delivery. */
  readonly group?: 'delivery' | undefined;
  /** The text of a file, whose path the command line takes. */
  readonly isFile?: boolean | undefined;
  /** Default value, as text: `gcp_europe_west3`, `false`. */
  readonly default: string | undefined;
}

/** The settings of a destination, in the order of its form. */
export const settingsOf = (destination: Pick<Destination, 'config'>): readonly Setting[] =>
  Object.entries(destination.config.shape).map(([name, schema]) => settingOf(name, schema));

function settingOf(name: string, schema: z.core.$ZodType): Setting {
  const meta = metaOf(schema) ?? { label: name };
  const { inner, fallback } = unwrap(schema);
  return {
    name,
    label: meta.label,
    help: meta.help,
    example: meta.example,
    secret: meta.secret ?? false,
    required: inner === schema || meta.needed === true,
    kind: meta.choices === undefined ? kindOf(inner) : 'choice',
    choices: Object.entries(meta.choices ?? {}).map(([value, label]) => ({ value, label })),
    when: meta.when,
    group: meta.group,
    isFile: meta.isFile,
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
  if (schema instanceof z.core.$ZodString) return 'text';
  if (schema instanceof z.core.$ZodPipe) return 'json';
  return 'boolean';
}

/** The config, or all issues with its settings, which are their paths. */
export type ConfigResult<Config> = Result<{ readonly config: Config }>;

/** Options of `parseConfig`. */
export interface ConfigOptions {
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
  const given = withoutEmpty(input);
  const normalised = withImplied(destination, withoutEmpty(destination.normalise?.(given) ?? given));
  const values = { ...defaultsOf(destination), ...normalised };
  const result = z.safeParse(destination.config, withoutHidden(destination, normalised, values), {
    jitless: true,
  });
  const issues = [
    ...(result.success ? endpointIssues(destination, result.data, clearText) : result.error.issues),
    ...unusedIssues(destination, normalised, values, nameOf),
    ...placeholderIssues(destination, given),
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

const defaultsOf = (destination: Pick<Destination, 'config'>): Values =>
  Object.fromEntries(settingsOf(destination).map((each) => [each.name, each.default]));

function withoutHidden(destination: Pick<Destination, 'config'>, input: Values, values: Values): Values {
  const shown = settingsOf(destination).filter(
    ({ name, when }) => input[name] !== undefined && isSettingShown({ when }, values),
  );
  return Object.fromEntries(shown.map(({ name }) => [name, input[name]]));
}

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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
