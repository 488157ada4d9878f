import type { Issue } from '@catbird/engine';
import { environmentName, MISSING, missingAdvice, settingIssues, type Destination } from '@catbird/send';
import { variableOf } from '../flags/read.ts';
import { withAwsKeys, withMskKeys } from './aws.ts';
import { hostIn, isSet, type Environment, type Found, type Offer, type Settings, type Tool } from './tool.ts';
import { toolsOf } from './tools.ts';

/**
 * Completes the settings of a system from the environment: for destinations, sources and stores alike. Settings that are given win, then
 * Catbird's own variables, then those of the system's own tools. A login goes only to the service itself, to the address that the same
 * tool has, or, if it has none, to the one that is given. Reads files, and asks no service.
 *
 * @param system the command of its destination, or `registry`
 * @param isOwn reads Catbird's own variables, too: the options of a destination have them already
 */
export function fromEnvironment(
  system: string,
  given: Settings,
  env: Environment,
  { isOwn = false }: { readonly isOwn?: boolean | undefined } = {},
): Offer {
  const get = variablesOf(env);
  const { tools, looked } = toolsOf(system, { get, env, given }) ?? { tools: [], looked: '' };
  const all = isOwn ? [ownTool(system, tools, get), ...tools] : tools;
  const names = tools.flatMap(({ found }) => Object.keys(found));
  return all.reduce<Offer>(completed, { settings: given, used: [], notes: [], looked, names });
}

const variablesOf =
  (env: Environment) =>
  (name: string): Found | undefined => {
    const value = env[name];
    return value === undefined || value === '' ? undefined : { value, from: name };
  };

/** Catbird's own variables of a system. If its address is among them, its login is for that. */
function ownTool(system: string, tools: readonly Tool[], get: (name: string) => Found | undefined): Tool {
  const own = (name: string): Found | undefined =>
    get(system === 'registry' ? variableOf(name) : environmentName({ command: system }, name));
  const names = tools.flatMap(({ found }) => Object.keys(found));
  const login = tools.flatMap((tool) => tool.login);
  const url = own('url')?.value;
  return {
    // Their names are no news.
    found: Object.fromEntries(
      names.map((name) => [name, own(name) && { value: own(name)?.value, from: '' }]),
    ),
    login,
    fits: (settings) => url === undefined || hostIn(settings['url']) === hostIn(url),
    home: `it is for ${String(hostIn(url))}`,
  };
}

/** An offer with what a tool has besides. */
function completed(offer: Offer, { found, login, isWhole = false, fits, home, notes = [] }: Tool): Offer {
  const { settings: given } = offer;
  const wanted = Object.entries(found).filter(
    (each): each is [string, Found] => each[1] !== undefined && !isSet(given[each[0]]),
  );
  const others = wanted.filter(([name]) => !login.includes(name));
  const located = { ...given, ...valuesOf(others) };
  const isTaken = isWhole && login.some((name) => isSet(given[name]));
  const logins = isTaken ? [] : wanted.filter(([name]) => login.includes(name));
  const isFit = logins.length > 0 && fits(located);
  const taken = [...others, ...(isFit ? logins : [])];
  const left = isFit ? [] : namesOf(logins);
  return {
    ...offer,
    settings: { ...located, ...(isFit && valuesOf(logins)) },
    used: [...new Set([...offer.used, ...namesOf(taken)])],
    notes: [
      ...offer.notes,
      ...notes,
      ...(left.length === 0 ? [] : [`Not used: ${left.join(', ')}, as ${home}`]),
    ],
  };
}

const valuesOf = (entries: readonly (readonly [string, Found])[]): Settings =>
  Object.fromEntries(entries.map(([name, { value }]) => [name, value]));

const namesOf = (entries: readonly (readonly [string, Found])[]): readonly string[] => [
  ...new Set(entries.map(([, { from }]) => from).filter((from) => from !== '')),
];

/** Completes settings as `fromEnvironment` does, and asks AWS's SDK for the keys of this person or machine if they lack them. */
export async function completeFromEnvironment(
  system: string,
  given: Settings,
  env: Environment,
  {
    isOwn,
    isOffline = false,
  }: { readonly isOwn?: boolean | undefined; readonly isOffline?: boolean | undefined } = {},
): Promise<Offer> {
  const offer = fromEnvironment(system, given, env, { isOwn });
  const looking = { env, get: variablesOf(env) };
  return system === 'kafka'
    ? withMskKeys(offer, looking, isOffline)
    : withAwsKeys(system, offer, looking, isOffline);
}

/** The same for a destination. Credentials in its address become settings first. */
export const completeDestination = (
  { command, normalise }: Pick<Destination, 'command' | 'normalise'>,
  given: Settings,
  env: Environment,
  isOffline = false,
): Promise<Offer> => completeFromEnvironment(command, normalise?.(given) ?? given, env, { isOffline });

/** What to tell people of an offer: names, never values. */
export const offerNotes = ({ used, notes }: Offer): readonly string[] => [
  ...(used.length === 0 ? [] : [`From the environment: ${used.join(', ')}`]),
  ...notes,
];

/** Issues of a destination's settings as people read them. The first one that is missing says where the environment was searched for it, or what was found and not used. */
export function issuesWith(
  destination: Pick<Destination, 'command' | 'config'>,
  issues: readonly Issue[],
  { looked, names, notes }: Offer,
  nameOf: (setting: string) => string,
): readonly Issue[] {
  const missing = issues.flatMap(({ path: [name] = [], message }) =>
    message === MISSING ? [String(name)] : [],
  );
  const first = looked === '' ? undefined : missing.find((name) => names.includes(name));
  const places = notes.length > 0 ? notes.join('. ') : `Nothing in ${looked}`;
  return settingIssues(
    issues,
    nameOf,
    (name) => `${missingAdvice(destination, name, nameOf(name))}${name === first ? `. ${places}` : ''}`,
  );
}
