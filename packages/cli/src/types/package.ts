import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  customTypes,
  type CustomType,
  invalid,
  prefixed,
  type Invalid,
  type Result,
  jsonOf,
  isObject,
} from '@catbird/engine';
import { attempt } from '../files/attempt.ts';
import { messageOf } from '../files/error-code.ts';
import { realPath } from '../files/identity.ts';
import { ofKind, type CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';

/** A package, or a single module, whose default export is a list of generator types. */
export interface TypePackage {
  /** As it was named: `catbird-types-aviation`, or the path of a module. */
  readonly name: string;
  /** That of the package. Of a module: a hash of its text. */
  readonly version: string;
  /** The file that was run. */
  readonly path: string;
  readonly types: readonly CustomType[];
}

/** What states and records keep of a package. */
export type TypeVersion = Pick<TypePackage, 'name' | 'version'>;

/** What states and records keep of packages. */
export const versionsOf = (types: readonly TypePackage[] = []): readonly TypeVersion[] =>
  types.map(({ name, version }) => ({ name, version }));

/** Packages with another version than before: `catbird-types-aviation 1.0.0, now 1.1.0`. */
export const otherVersions = (
  before: readonly TypeVersion[] = [],
  now: readonly TypeVersion[] = [],
): readonly string[] =>
  before.flatMap(({ name, version }) => {
    const found = now.find((each) => each.name === name);
    return found === undefined || found.version === version
      ? []
      : [`${name} ${version}, now ${found.version}`];
  });

/** A package that was not loaded. */
type Found = Omit<TypePackage, 'types'>;

/** Names of packages, and where they were given. */
export interface NamedTypes {
  readonly names: readonly string[];
  /** The folder of relative paths, where packages are looked for first. The working directory comes next. */
  readonly folder: string;
  /** How messages call the option: `types`, or `--types`. */
  readonly option: string;
}

/** Packages of types, or why they cannot be used. */
export type TypesReading = Result<{ readonly types: readonly TypePackage[] }, CommandIssue>;

type Teller = Pick<Terminal, 'err' | 'mayRun'>;

/** The packages that `--types` names. */
export const typesNamed = (
  names: readonly string[] | undefined,
  terminal: Teller,
  json = false,
): Promise<TypesReading> =>
  loadTypes([{ names: names ?? [], folder: '.', option: '--types' }], terminal, json);

/** Runs the packages that were named, and says so. @param json whether standard error has lines of JSON */
export async function loadTypes(
  named: readonly NamedTypes[],
  terminal: Teller,
  json: boolean,
): Promise<TypesReading> {
  const loaded = new Map<string, TypePackage>();
  for (const { names, folder, option } of named)
    for (const name of names) {
      const found = find(name, folder);
      if (!found.ok) return refusedBy(option, found);
      if (loaded.has(found.path)) continue;
      const made = await load(found, terminal, json);
      if (!made.ok) return refusedBy(option, made);
      loaded.set(found.path, { name, version: found.version, path: found.path, types: made.types });
    }
  const types = [...loaded.values()];
  const clash = wrongTypes(types.flatMap((each) => each.types));
  return clash === undefined
    ? { ok: true, types }
    : refusedBy(
        named[0]?.option ?? 'types',
        invalid(`${types.map(({ name }) => name).join(', ')}: ${clash}`),
      );
}

/** Issues of an option. Those of the key of a config have its place. */
const refusedBy = (option: string, { issues }: Invalid): TypesReading => ({
  ok: false,
  issues: ofKind(option === 'types' ? 'config' : 'usage', prefixed(`${option}: `, issues)),
});

/** Runs a package, and says so. */
async function load(
  found: Found,
  terminal: Teller,
  json: boolean,
): Promise<Result<Pick<TypePackage, 'types'>>> {
  const { name, path } = found;
  if (terminal.mayRun?.(path) === false) return invalid(`${name} ${NOT_ALLOWED}`);
  // A server has already reported what may run.
  if (terminal.mayRun === undefined) warn(found, terminal, json);
  try {
    const types = await exportOf(path);
    if (!Array.isArray(types)) return invalid(`${name}: its default export must be a list of types`);
    const wrong = wrongTypes(types);
    return wrong === undefined ? { ok: true, types } : invalid(`${name}: ${wrong}`);
  } catch (error) {
    return invalid(`${name} cannot be loaded: ${messageOf(error)}`);
  }
}

const NOT_ALLOWED =
  'runs code, which this server may not do. A person can restart it with --types and this package';

function warn({ name, version, path }: Found, { err }: Teller, json: boolean): void {
  const message = `Warning: running the code of ${name} ${version}, ${path}`;
  err.write(`${json ? JSON.stringify({ type: 'note', message }) : message}\n`);
}

/** The default export of a module. */
async function exportOf(path: string): Promise<unknown> {
  // A module may export anything.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  return module.default;
}

/** The types of modules that this process has checked before, in a thread. */
export async function typesAgain(paths: readonly string[]): Promise<readonly CustomType[]> {
  const all = await Promise.all(paths.map(exportOf));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return all.flat() as readonly CustomType[];
}

/** Why definitions cannot be used; undefined if they can. */
function wrongTypes(types: readonly CustomType[]): string | undefined {
  try {
    customTypes(types);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** A package by its name, or a module by its path. */
function find(name: string, folder: string): Result<Found> {
  if (/^\.{1,2}[\\/]/.test(name) || isAbsolute(name)) return findModule(name, resolve(folder, name));
  const places = [resolve(folder), process.cwd()];
  for (const place of places.flatMap(upwards)) {
    const inside = join(place, 'node_modules', name);
    const text = attempt(() => readFileSync(join(inside, 'package.json'), 'utf8'));
    if (text !== undefined) return findEntry(name, inside, text);
  }
  return invalid(`${name} is not installed in ${places[0]}. Run npm install ${name} there`);
}

function findModule(name: string, file: string): Result<Found> {
  try {
    const version = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8);
    return { ok: true, name, version, path: realPath(file) };
  } catch (error) {
    return invalid(`${name} cannot be read: ${messageOf(error)}. Name a file, such as ./types.js`);
  }
}

/** The module that a package exports. */
function findEntry(name: string, folder: string, text: string): Result<Found> {
  const manifest = jsonOf(text);
  const { exports, main, version } = isObject(manifest) ? manifest : {};
  const entry = exports === undefined ? (typeof main === 'string' ? main : 'index.js') : targetOf(exports);
  return entry === undefined
    ? invalid(`${name} exports no module: its package.json needs "exports": "./index.js"`)
    : { ok: true, name, version: String(version), path: realPath(join(folder, entry)) };
}

/** Conditions of `import` in Node. https://nodejs.org/api/packages.html#conditional-exports */
const CONDITIONS: ReadonlySet<string> = new Set(['.', 'node', 'import', 'module-sync', 'default']);

/** The file of `exports`, if that is one. */
function targetOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (!isObject(exports)) return undefined;
  const found = Object.entries(exports).find(([condition]) => CONDITIONS.has(condition));
  return found && targetOf(found[1]);
}

/** A folder and those around it. */
function upwards(folder: string): readonly string[] {
  const outer = dirname(folder);
  return outer === folder ? [folder] : [folder, ...upwards(outer)];
}
