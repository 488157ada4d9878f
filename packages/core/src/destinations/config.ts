import * as z from 'zod/mini';
import { pageFault } from './address.ts';
import type { Destination } from './destination.ts';
import { isSettingShown, metaOf } from './setting.ts';

/** A setting as form, flags, redaction and reference page need it. Derived from a destination's `config`. */
export interface Setting {
  /** The config's field and the query parameter: `channelId`. */
  readonly name: string;
  /** As a person calls it: `Channel ID`. */
  readonly label: string;
  readonly help: string | undefined;
  readonly example: string | undefined;
  /** Never shown, logged or put where it can be read by chance. */
  readonly secret: boolean;
  /** Must be given; for a setting with `when`, while it is shown. */
  readonly required: boolean;
  readonly kind: 'text' | 'choice' | 'json' | 'boolean';
  /** The values to choose from, in order; empty unless `kind` is `choice`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Shown only while the named settings have these values. */
  readonly when: Readonly<Record<string, string>> | undefined;
  /** What holds when nothing is given, as text: `gcp_europe_west3`, `false`. */
  readonly default: string | undefined;
}

/** The settings of a destination, in the order of its form. */
export const settingsOf = (destination: Pick<Destination, 'config'>): readonly Setting[] =>
  Object.entries(destination.config.shape).map(([name, schema]) => settingOf(name, schema));

function settingOf(name: string, schema: z.core.$ZodType): Setting {
  const meta = metaOf(schema);
  const { inner, fallback } = unwrap(schema);
  return {
    name,
    label: meta?.label ?? name,
    help: meta?.help,
    example: meta?.example,
    secret: meta?.secret ?? false,
    required: inner === schema || meta?.needed === true,
    kind: meta?.choices === undefined ? kindOf(inner) : 'choice',
    choices: Object.entries(meta?.choices ?? {}).map(([value, label]) => ({ value, label })),
    when: meta?.when,
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

/** What `parseConfig` returns: the config, or for each wrong field what is wrong with it. */
export type ConfigResult<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: Readonly<Record<string, readonly string[]>> };

/** How settings are read. */
export interface ConfigOptions {
  /** Whether an `http:` address may lead beyond this machine, where others can read what is sent, and to `[::1]`. Default: no, as in a page. */
  readonly clearText?: boolean;
}

/**
 * Reads a config from texts, as a form, a link or flags give them; values of their own type are understood, too.
 * Space around a text is dropped, an empty text is nothing, and a setting that is not shown beside the others is left out.
 * Keys that are no setting are ignored. Never throws on what a person typed.
 */
export function parseConfig<Config>(
  destination: Destination<Config>,
  input: Readonly<Record<string, unknown>>,
  { clearText = false }: ConfigOptions = {},
): ConfigResult<Config> {
  const given = withoutNothing(input);
  const understood = withoutNothing(destination.understand?.(given) ?? given);
  const result = z.safeParse(destination.config, withoutHidden(destination, understood), { jitless: true });
  if (result.success) {
    const own = clearText ? undefined : destination.ownAddress?.(result.data);
    const fault = own && pageFault(own.address);
    if (own === undefined || fault === undefined) return { ok: true, config: result.data };
    return { ok: false, errors: { [own.setting]: [fault] } };
  }
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) (errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
  return { ok: false, errors };
}

type Values = Readonly<Record<string, unknown>>;

const withoutNothing = (input: Values): Values =>
  Object.fromEntries(
    Object.entries(input)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

function withoutHidden(destination: Pick<Destination, 'config'>, input: Values): Values {
  const settings = settingsOf(destination);
  const values = { ...Object.fromEntries(settings.map((each) => [each.name, each.default])), ...input };
  const shown = settings.filter(
    ({ name, when }) => input[name] !== undefined && isSettingShown({ when }, values),
  );
  return Object.fromEntries(shown.map(({ name }) => [name, input[name]]));
}

/** The config as texts, the inverse of `parseConfig`: for query parameters, flags and files. Settings without a value are left out. */
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
