import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { textOfFile, jsonOf } from '@catbird/engine';
import { member } from '@catbird/send';
import { errorCode } from '../files/error-code.ts';
import type { Environment, Found } from './tool.ts';

/** The text of a file of another tool. Undefined if it is missing, or not for this user. @throws Error if it cannot be read otherwise */
export function fileIn(path: string): string | undefined {
  try {
    return textOfFile(readFileSync(path));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** The home folder, by the variable that the system sets. */
const homeIn = (env: Environment): string | undefined => env['HOME'] ?? env['USERPROFILE'];

/** What the group `[client]` of MySQL's option file sets. Quotes around values are dropped, as MySQL does. */
export function clientOptions(env: Environment): Readonly<Record<string, Found | undefined>> {
  const home = homeIn(env);
  const lines = home === undefined ? [] : (fileIn(join(home, '.my.cnf')) ?? '').split(/\r?\n/);
  const options: Record<string, Found> = {};
  let group = '';
  for (const line of lines) {
    group = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? group;
    const [, name, value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (group !== 'client' || name === undefined) continue;
    options[name] = { value: value.replace(/^(["'])(.*)\1$/, '$2'), from: `${name} in ~/.my.cnf` };
  }
  return options;
}

/** The password of a server and user in libpq's file. https://www.postgresql.org/docs/current/libpq-pgpass.html */
export function postgresPassword(
  env: Environment,
  [host, port, database, user]: readonly [host: string, port: string, database: string, user: string],
): Found | undefined {
  const { PGPASSFILE: named = '' } = env;
  const home = homeIn(env);
  const path = named === '' ? home && join(home, '.pgpass') : named;
  const lines = path === undefined ? [] : (fileIn(path) ?? '').split(/\r?\n/);
  for (const line of lines) {
    // A colon or backslash in a field follows a backslash.
    const fields = (line.match(/(?:\\.|[^:\\])+|(?<=^|:)(?=:|$)/g) ?? []).map((each) =>
      each.replaceAll(/\\(.)/g, '$1'),
    );
    const [password] = fields.splice(4);
    const isFor = [host, port, database, user].every((each, i) => fields[i] === '*' || fields[i] === each);
    if (isFor && password !== undefined && !line.startsWith('#'))
      return { value: password, from: named === '' ? '~/.pgpass' : 'PGPASSFILE' };
  }
  return undefined;
}

/** Tinybird's files of a project, and where each has the host. */
const PROJECT_FILES = { '.tinyb': 'host', 'tinybird.config.json': 'baseUrl', 'tinybird.json': 'baseUrl' };

/** What Tinybird's file of a project has. */
export interface ProjectFile {
  readonly host: Found | undefined;
  /** The token in the file. */
  readonly token: Found | undefined;
  /** The token of the environment that the file names. */
  readonly named: Found | undefined;
  /** What of it cannot be used, as sentences without a full stop. */
  readonly notes: readonly string[];
}

/** Tinybird's file of a project: in this folder, else in the nearest above, up to the home folder. */
export function projectFile(env: Environment): ProjectFile | undefined {
  const home = homeIn(env);
  // Without a home folder, only this one may have it.
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    for (const [file, hostName] of Object.entries(PROJECT_FILES)) {
      const text = fileIn(join(folder, file));
      if (text === undefined) continue;
      const found = (name: string): Found | undefined => {
        const value = member(jsonOf(text), name);
        return typeof value === 'string' && value !== '' ? { value, from: `${name} in ${file}` } : undefined;
      };
      return { host: found(hostName), ...tokenOf(found('token'), env) };
    }
    if (home === undefined || folder === resolve(home) || folder === dirname(folder)) return undefined;
  }
}

/** A token may be a variable, `${TINYBIRD_TOKEN}`, but not any: the file may be anybody's. */
function tokenOf(token: Found | undefined, env: Environment): Omit<ProjectFile, 'host'> {
  const [, name] = /^\$\{(\w+)\}$/.exec(String(token?.value)) ?? [];
  if (name === undefined) return { token, named: undefined, notes: [] };
  const note = `${token?.from} names ${name}: only variables that begin with TINYBIRD_ or TB_ are read`;
  if (!/^(TINYBIRD|TB)_/.test(name)) return { token: undefined, named: undefined, notes: [note] };
  const { [name]: value = '' } = env;
  return { token: undefined, named: value === '' ? undefined : { value, from: name }, notes: [] };
}
