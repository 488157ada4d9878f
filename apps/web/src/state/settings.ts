import { issuesIn, messagesByPath, type Issue } from '@catbird/engine';
import {
  configTexts,
  firstDestinations,
  isSettingShown,
  parseConfig,
  settingsOf,
  type Destination,
} from '@catbird/send';
import { findDestination } from './destinations.ts';
import type { Checked, Config, Errors, Form, Values } from './config.ts';
import { checkOptions, optionsOf, UNLIMITED, type RatedOptions } from './options.ts';

/** Defaults from the specification, section 9. */
const EPS_DEFAULT = 1;

/** Highest accepted rate, beyond what any connection can carry. */
export const MAX_EPS = 1e9;

/** Selected by default. */
const [first] = firstDestinations;

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
  if (found === undefined) throw new Error(`Unknown destination ${generatorName}`);
  return found;
}

/** Default values of a destination's settings. */
const defaultsOf = (destination: Destination): Values =>
  Object.fromEntries(
    settingsOf(destination).flatMap((setting) =>
      setting.default === undefined ? [] : [[setting.name, setting.default] as const],
    ),
  );

/** Values of the chosen destination: what was typed, else the default. */
export const valuesOf = (form: Form): Values => ({
  ...defaultsOf(destinationOf(form)),
  ...form.values[form.generatorName],
});

/** Without the settings that others hide: what was typed there stays in the form. */
export function visibleOf(destination: Destination, values: Values): Values {
  const all = { ...defaultsOf(destination), ...values };
  const hidden = new Set(
    settingsOf(destination).flatMap((setting) => (isSettingShown(setting, all) ? [] : [setting.name])),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
}

/** What a form says of the stream, valid or not. */
export const streamOf = (form: Form): Required<RatedOptions> => ({
  eps: form.eps.trim() === '' ? EPS_DEFAULT : Number(form.eps),
  limit: form.limited && form.limit.trim() !== '' ? Number(form.limit) : UNLIMITED,
  options: optionsOf(form.options),
});

/** Validates the whole form and returns all issues at once. Instants such as `-30d` count from now. */
export function checkForm(form: Form, nowMs = Date.now()): Checked {
  const destination = destinationOf(form);
  const parsed = parseConfig(destination, visibleOf(destination, valuesOf(form)));
  const { eps, limit, options } = streamOf(form);
  const issues = [
    ...issuesIn(parsed),
    ...issueOf('eps', epsError(eps)),
    ...issueOf('limit', limitError(limit)),
    ...checkOptions(form.options, eps, nowMs),
  ];
  if (!parsed.ok || issues.length > 0) return { ok: false, issues };
  const { generatorName } = form;
  const settings = configTexts(destination, parsed.config);
  return {
    ok: true,
    config: { generatorName, settings, eps, limit, ...(Object.keys(options).length > 0 && { options }) },
  };
}

const issueOf = (field: string, message: string | undefined): readonly Issue[] =>
  message === undefined ? [] : [{ path: [field], message }];

/** The messages of a checked form by field. */
export const errorsOf = (checked: Checked): Errors => (checked.ok ? {} : messagesByPath(checked.issues));

function epsError(eps: number): string | undefined {
  if (Number.isNaN(eps)) return 'Must be a number';
  if (eps <= 0) return 'Must be greater than 0';
  return eps > MAX_EPS ? `Must be at most ${MAX_EPS.toLocaleString('en')}` : undefined;
}

const limitError = (limit: number): string | undefined =>
  limit === UNLIMITED || (Number.isSafeInteger(limit) && limit >= 1)
    ? undefined
    : 'Must be a whole number, 1 or more';

/** "field: messages", the specification's wording for settings errors. */
export const errorText = (field: string, messages: readonly string[] | undefined): string | undefined =>
  messages === undefined || messages.length === 0 ? undefined : `${field}: ${messages.join(', ')}`;

/** A rate, formatted: `1,000`. */
export const rateText = (eps: number): string => eps.toLocaleString('en', { maximumFractionDigits: 3 });

/** The origin that the settings' credentials belong to: `https://api.tinybird.co`. Undefined while the settings are incomplete or without credentials. */
export function scopeOf(destination: Destination, settings: Values): string | undefined {
  const parsed = parseConfig(destination, visibleOf(destination, settings));
  return parsed.ok ? destination.credentialScope?.(parsed.config) : undefined;
}

/** Identifies where a config sends: the scope of its credentials, else the destination's name. */
export const targetOf = (config: Config): string =>
  scopeOf(destinationOf(config), config.settings) ?? config.generatorName;

/** Host that events go to, for display; undefined for a destination without one. */
export function hostOf(config: Config): string | undefined {
  const parsed = parsedConfig(config);
  return parsed === undefined ? undefined : destinationOf(config).host(parsed);
}

/** A config as parsed by its destination; undefined if invalid, which a saved one never is. */
function parsedConfig(config: Config): unknown {
  const parsed = parseConfig(destinationOf(config), config.settings);
  return parsed.ok ? parsed.config : undefined;
}
