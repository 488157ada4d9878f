import { settingsOf, withImplied } from '@catbird/send';
import { findDestination, knownDestinations } from '../state/destinations.ts';
import { OPTION_PARAMS, optionParams, readOptions, UNLIMITED } from '../state/options.ts';
import type { Config, Form, Values, Withheld } from '../state/config.ts';
import { destinationOf, MAX_EPS, visibleOf } from '../state/settings.ts';
import { CUSTOM } from '../state/state.ts';
import { findTemplate } from '../state/templates.ts';
import { restoreSecrets, withoutSecretsOf, withSecrets, type StoredSecrets } from './secrets.ts';

/** The value of `schema` in a link that names a template. */
export const PRESET = 'Preset';

/** The address length, in characters, that all servers should support. https://www.rfc-editor.org/rfc/rfc9110#section-4.1 */
export const LONGEST_ADDRESS = 8000;

/** The contents of an address. */
export interface Link {
  readonly generatorName: string | undefined;
  readonly values: Values;
  readonly eps: string | undefined;
  readonly limit: string | undefined;
  /** A known template other than Custom. */
  readonly template: string | undefined;
  /** A compressed schema. */
  readonly schema: string | undefined;
  readonly seed: string | undefined;
  /** Options of the stream, valid or damaged. */
  readonly options: Values;
  readonly logs: boolean;
}

/** Reads a query, once what it names has been loaded: see `loadNamed`. Never throws; ignores unknown values. */
export function readLink(search: string): Link {
  const query = new URLSearchParams(search);
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  const template = get('template');
  const schema = get('schema');
  const destination = findDestination(get('generatorName') ?? '');
  const given =
    destination === undefined ? [] : settingsOf(destination).map(({ name }) => [name, get(name)] as const);
  const values = Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return {
    generatorName: destination?.name,
    values:
      destination === undefined
        ? {}
        : textsOf(withImplied(destination, destination.normalise?.(values) ?? values)),
    eps: rateOf(get('eps')),
    limit: get('limit'),
    template: template !== undefined && findTemplate(template) !== undefined ? template : undefined,
    schema: schema === undefined || schema === PRESET || schema === '' ? undefined : schema,
    seed: get('seed'),
    options: readOptions(query),
    logs: get('logs') === 'true',
  };
}

/** A rate as the form has it; the command line takes `max`, too. */
const rateOf = (eps: string | undefined): string | undefined => (eps === 'max' ? String(MAX_EPS) : eps);

const textsOf = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The form after opening a link. What the link does not set stays as typed, except credentials for another origin. */
export function formOf(
  link: Link,
  before: Form,
  stored: StoredSecrets,
): { readonly form: Form; readonly withheld: Withheld | undefined } {
  const limit = Number(link.limit ?? UNLIMITED);
  const form = {
    ...before,
    eps: link.eps ?? before.eps,
    options: { ...before.options, ...link.options },
    limited: link.limit === undefined ? before.limited : limit !== UNLIMITED,
    limit: link.limit === undefined || limit === UNLIMITED ? before.limit : link.limit,
  };
  const destination = findDestination(link.generatorName ?? '');
  if (destination === undefined) return { form, withheld: undefined };
  const { name } = destination;
  const typed = before.values[name] ?? {};
  // Nothing hidden from a link may turn up later.
  const open = visibleOf(destination, { ...withoutSecretsOf(destination, typed), ...link.values });
  const { settings, withheld } = restoreSecrets(destination, open, withSecrets(stored, destination, typed));
  const values = { ...before.values, [name]: settings };
  return { form: { ...form, generatorName: name, values }, withheld };
}

/** Options of a query. */
export interface QueryOptions {
  /** Includes credentials. */
  readonly secrets: boolean;
}

/** The query after saving settings. Replaces all settings, including those of other destinations, and keeps everything else. */
export function withConfig(search: string, config: Config, { secrets }: QueryOptions): string {
  const query = new URLSearchParams(search);
  const names = knownDestinations().flatMap((each) => settingsOf(each).map(({ name }) => name));
  for (const name of [...names, ...OPTION_PARAMS]) query.delete(name);
  query.set('generatorName', config.generatorName);
  const shown = secrets ? config.settings : withoutSecretsOf(destinationOf(config), config.settings);
  for (const [name, text] of Object.entries({ ...shown, ...optionParams(config.options) }))
    query.set(name, text);
  query.set('eps', String(config.eps));
  query.set('limit', String(config.limit));
  return textOf(query);
}

/** The query after a preview: the template's name, the compressed schema or the word Preset, and the seed. */
export function withSchema(
  search: string,
  { template, packed, seed }: { readonly template: string; readonly packed: string; readonly seed: string },
): string {
  const query = new URLSearchParams(search);
  query.set('template', template);
  query.set('schema', template === CUSTOM ? packed : PRESET);
  query.set('seed', seed);
  return textOf(query);
}

/** The query without any destination's credentials. */
export function withoutSecrets(search: string): string {
  const query = new URLSearchParams(search);
  for (const destination of knownDestinations()) {
    for (const { name, secret } of settingsOf(destination)) if (secret) query.delete(name);
  }
  return textOf(query);
}

const textOf = (query: URLSearchParams): string => {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
