import type { AwsKeys } from '@catbird/send';

/** Variables of the process, with those of `--variables`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by name, as a destination has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** A value of another tool, and where it is, for people: `PGPASSWORD`, `password in ~/.my.cnf`. */
export interface Found {
  readonly value: unknown;
  readonly from: string;
}

/** What a tool of a system has in its variables and files. */
export interface Tool {
  readonly found: Readonly<Record<string, Found | undefined>>;
  /** The settings that log in. They go only where `fits` allows. */
  readonly login: readonly string[];
  /** Whether the login is taken as a whole: not if a setting of it is given. Default: each by itself. */
  readonly isWhole?: boolean;
  /** Whether the login belongs to the address in the settings: the service's own, that of the tool, or any that the tool would use. */
  readonly fits: (settings: Settings) => boolean;
  /** Where the login belongs, for people. */
  readonly home: string;
  /** What of it cannot be used, as sentences without a full stop. */
  readonly notes?: readonly string[];
}

/** What reads the variables and files of a tool. */
export interface Looking {
  /** A variable that is set. */
  readonly get: (name: string) => Found | undefined;
  readonly env: Environment;
  /** The settings that are given. */
  readonly given: Settings;
}

/** The tools of a system, and where they were looked for. */
export interface Tools {
  readonly tools: readonly Tool[];
  readonly looked: string;
}

/** Settings with what the environment has for those that are missing. */
export interface Offer {
  readonly settings: Settings;
  /** Names of what was used, never values: `PGHOST`. */
  readonly used: readonly string[];
  /** What was not used, and why, as sentences without a full stop. */
  readonly notes: readonly string[];
  /** Where the environment was searched, for people. Empty: there is nothing to search for this system. */
  readonly looked: string;
  /** The settings that it was searched for. */
  readonly names: readonly string[];
  /** Current keys of AWS, if they come from a profile or a role. */
  readonly awsKeys?: AwsKeys;
}

/** The usual ports of addresses that URL does not know. */
const PORTS: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'mysql:': '3306',
  'mariadb:': '3306',
  'http:': '80',
  'https:': '443',
};

/** The host of an address with its port, in small letters. Undefined if it is none. */
export function hostIn(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { hostname, port, protocol } = new URL(address);
  return `${hostname.toLowerCase()}:${port === '' ? PORTS[protocol] : port}`;
}

/** Whether an address is one of a domain, encrypted. @param domain what the name of its host must match */
export function isWithin(address: unknown, domain: RegExp): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && domain.test(hostname);
}

/** Whether a setting has a value. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
