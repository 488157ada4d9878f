import { suggestion, issuesOf, type Result } from '@catbird/engine';
import type { Destination } from '@catbird/send';
import type { StreamSpec } from '../stream/spec.ts';
import type { TypePackage } from '../types/package.ts';

/** Where agents may send. */
export interface Permits {
  /** Names of destinations. */
  readonly names: readonly string[];
  /** Origins of HTTP endpoints. */
  readonly origins: readonly string[];
  /** Packages of types whose code may run. Default: none. */
  readonly types?: readonly TypePackage[];
}

const HTTP = 'http';
const LOG = 'log';

/** Reads the texts of `--allow`. */
export function readPermits(texts: readonly string[], destinations: readonly Destination[]): Result<Permits> {
  const commands = destinations.map(({ command }) => command);
  const [names, origins, issues]: [string[], string[], string[]] = [[], [], []];
  for (const text of texts) {
    if (commands.includes(text)) names.push(text);
    else if (/^https?:\/\/[^/?#@\\]+\/?$/i.test(text) && URL.canParse(text))
      origins.push(new URL(text).origin);
    else issues.push(unknown(text, commands));
  }
  return issues.length > 0 ? { ok: false, issues: issuesOf(...issues) } : { ok: true, names, origins };
}

function unknown(text: string, commands: readonly string[]): string {
  if (text.includes('://'))
    return `--allow ${JSON.stringify(text)}: Use an origin such as http://127.0.0.1:7181, without path and credentials, or the name of a destination`;
  const near = suggestion(text, commands);
  const hint = near === undefined ? 'Run catbird list destinations for their names' : `Did you mean ${near}?`;
  return `--allow: Unknown destination ${JSON.stringify(text)}. ${hint}`;
}

/** Where agents may send, as a list. */
export const permitted = ({ names, origins }: Permits): string => [LOG, ...names, ...origins].join(', ');

/** Why a stream may not start; undefined if it may. */
export function problemOf(
  { name = 'The stream', destination, settings, options }: StreamSpec,
  permits: Permits,
): string | undefined {
  const written = WRITING.find((key) => options[key] !== undefined);
  if (written !== undefined)
    return `${name}: Remove ${written}. Streams that agents start write no files and open no ports`;
  if (!isBounded(options)) return `${name}: Set limit or duration, so that it ends`;
  const registry = options.format?.['schemaRegistry'];
  if (registry !== undefined && !isOrigin(registry, permits))
    return refused(`${name}: the schema registry`, permits);
  const { command } = destination;
  if (command === LOG || permits.names.includes(command)) return undefined;
  if (command === HTTP && isOrigin(settings['url'], permits)) return undefined;
  return refused(`${name}: ${command}`, permits);
}

const WRITING = ['deadLetter', 'faultsLog', 'record', 'state', 'resend', 'logs'] as const;

const isBounded = ({ limit = -1, duration, to }: StreamSpec['options']): boolean =>
  limit >= 0 || duration !== undefined || to !== undefined;

const isOrigin = (address: unknown, { origins }: Permits): boolean =>
  typeof address === 'string' && URL.canParse(address) && origins.includes(new URL(address).origin);

/** Why something may not be used. */
const refused = (what: string, permits: Permits): string =>
  `${what} is not allowed. This server may use ${permitted(permits)}. A person can restart it with --allow`;

/** Why rows may not be read from a place; undefined if they may. Files may. */
export function sourceProblem(source: string, permits: Permits): string | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(source) ?? [];
  if (scheme === undefined) return undefined;
  const name = SCHEMES.get(scheme.toLowerCase()) ?? scheme.toLowerCase();
  if (!permits.names.includes(name)) return refused(`Reading from ${name}`, permits);
  const registries = new URLSearchParams(source.replace(/^[^?]*/, '')).getAll('schemaRegistry');
  return registries.every((registry) => isOrigin(registry, permits))
    ? undefined
    : refused('Reading from the schema registry', permits);
}

/** Other names of what reads from a destination. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['postgresql', 'postgres'],
  ['mariadb', 'mysql'],
]);
