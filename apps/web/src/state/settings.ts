import {
  configTexts,
  destinations,
  findDestination,
  parseConfig,
  settingsOf,
  type Destination,
} from '@catbird/core/destinations';
import { deliveryOf } from './delivery.ts';
import { checkFaults, faultsText } from './faults.ts';

/** The settings form as typed: texts, whether they make sense or not. */
export interface Form {
  /** The destination chosen, by its name in the query: `Tinybird`. */
  readonly generatorName: string;
  /** What was typed into each destination's fields, so that changing the destination loses nothing. */
  readonly values: Readonly<Record<string, Values>>;
  readonly eps: string;
  readonly limited: boolean;
  readonly limit: string;
  /** What was chosen for delivery; absent: the defaults. */
  readonly delivery?: Values;
  /** What shall go wrong, as typed; absent: nothing. */
  readonly faults?: Values;
}

/** Texts by name of a setting. */
export type Values = Readonly<Record<string, string>>;

/** Settings that have passed their checks. */
export interface Config {
  readonly generatorName: string;
  /** The destination's own settings, as texts. */
  readonly settings: Values;
  /** Events per second, above 0. Default 1. */
  readonly eps: number;
  /** Events of a session; −1, the default: unlimited. */
  readonly limit: number;
  /** Settings of delivery that are not as they are anyway; absent: none. */
  readonly delivery?: Values;
  /** What shall go wrong, as it was typed and has passed its checks; absent: nothing. */
  readonly faults?: Values;
}

/** Credentials of this tab that a link's settings were not given, because they are for somewhere else. */
export interface Withheld {
  readonly generatorName: string;
  /** The settings that stay empty. */
  readonly names: readonly string[];
  /** What the credentials are for. */
  readonly scopes: readonly string[];
  /** What the settings lead to; undefined while they are incomplete. */
  readonly asked: string | undefined;
}

/** What is wrong, by name of the field. */
export type Errors = Readonly<Record<string, readonly string[]>>;

/** Checked settings, or what is wrong with them. */
export type Checked =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly errors: Errors };

/** Events per second and limit of the specification, section 9. */
const EPS_DEFAULT = 1;
export const UNLIMITED = -1;

/** The highest rate that is understood: beyond what any connection carries. */
const MOST_EPS = 1e9;

/** The first destination of the list, which is chosen until another is. */
const [first] = destinations;

/** An empty form. */
export const emptyForm: Form = {
  generatorName: first?.name ?? '',
  values: {},
  eps: String(EPS_DEFAULT),
  limited: false,
  limit: '',
};

/** The destination of a form or config. */
export function destinationOf({ generatorName }: { readonly generatorName: string }): Destination {
  const found = findDestination(generatorName);
  if (found === undefined) throw new Error(`No destination is called ${generatorName}`);
  return found;
}

/** The settings of a destination that have a default. */
export const defaultsOf = (destination: Destination): Values =>
  Object.fromEntries(
    settingsOf(destination).flatMap((setting) =>
      setting.default === undefined ? [] : [[setting.name, setting.default] as const],
    ),
  );

/** What is typed into the chosen destination's fields; a field that was never touched has its default. */
export const valuesOf = (form: Form): Values => ({
  ...defaultsOf(destinationOf(form)),
  ...form.values[form.generatorName],
});

/** Checks the whole form; all errors at once. */
export function checkForm(form: Form): Checked {
  const destination = destinationOf(form);
  const parsed = parseConfig(destination, valuesOf(form));
  const eps = form.eps.trim() === '' ? EPS_DEFAULT : Number(form.eps);
  const limit = form.limited && form.limit.trim() !== '' ? Number(form.limit) : UNLIMITED;
  const errors: Errors = {
    ...(parsed.ok ? {} : parsed.errors),
    ...faults('eps', epsFault(eps)),
    ...faults('limit', limitFault(limit)),
    ...checkFaults(form.faults).errors,
  };
  if (!parsed.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { generatorName } = form;
  const delivery = deliveryOf(form.delivery);
  const said = {
    ...(Object.keys(delivery).length > 0 && { delivery }),
    ...(form.faults !== undefined && faultsText(form.faults) !== undefined && { faults: form.faults }),
  };
  return {
    ok: true,
    config: { generatorName, settings: configTexts(destination, parsed.config), eps, limit, ...said },
  };
}

const faults = (field: string, fault: string | undefined): Errors =>
  fault === undefined ? {} : { [field]: [fault] };

function epsFault(eps: number): string | undefined {
  if (Number.isNaN(eps)) return 'Must be a number';
  if (eps <= 0) return 'Must be greater than 0';
  return eps > MOST_EPS ? `Must be at most ${MOST_EPS.toLocaleString('en')}` : undefined;
}

const limitFault = (limit: number): string | undefined =>
  limit === UNLIMITED || (Number.isSafeInteger(limit) && limit >= 1)
    ? undefined
    : 'Must be a whole number, 1 or more';

/** "field: messages", as the specification words errors of settings. */
export const errorText = (field: string, messages: readonly string[] | undefined): string | undefined =>
  messages === undefined || messages.length === 0 ? undefined : `${field}: ${messages.join(', ')}`;

/** The rate as a person reads it. */
export const rateText = (eps: number): string => eps.toLocaleString('en', { maximumFractionDigits: 3 });

/** What the credentials in settings are for: `https://api.tinybird.co`. Undefined while the settings are incomplete, and where there are none. */
export function scopeOf(destination: Destination, settings: Values): string | undefined {
  const parsed = parseConfig(destination, settings);
  return parsed.ok ? destination.credentialScope?.(parsed.config) : undefined;
}

/** Where a config leads, for comparison: the scope of its credentials, or a destination that needs none. */
export const placeOf = (config: Config): string =>
  scopeOf(destinationOf(config), config.settings) ?? config.generatorName;

/** Host that a config's events go to, for people; undefined where they leave nothing. */
export function hostOf(config: Config): string | undefined {
  const parsed = parsedConfig(config);
  return parsed === undefined ? undefined : destinationOf(config).host(parsed);
}

/** A config as its destination takes it; undefined where it does not pass, which a saved one does. */
export function parsedConfig(config: Config): unknown {
  const parsed = parseConfig(destinationOf(config), config.settings);
  return parsed.ok ? parsed.config : undefined;
}
