import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, importsOf, ROOT, type Import } from './sources.ts';

const SOURCE = /(?<!\.test|\.spec|\.story|\.d)\.tsx?$/;
const CORE = 'packages/core/src';

const below = (folder: string): Import[] => filesBelow(folder, SOURCE).flatMap(importsOf);
const shown = (imports: readonly Import[]): string[] => imports.map(({ from, to }) => `${from} → ${to}`);
const goesTo = (imports: readonly Import[], ...folders: string[]): string[] =>
  shown(imports.filter(({ to }) => folders.some((folder) => to.startsWith(`${folder}/`))));

/** `@nats-io/jetstream/x` is a part of `@nats-io/jetstream`. */
const packageName = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

interface Manifest {
  readonly dependencies: readonly string[];
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

function packageOf(folder: string): Manifest {
  const { dependencies = {}, exports = {} } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  ) as { dependencies?: Record<string, string>; exports?: Manifest['exports'] };
  return { dependencies: Object.keys(dependencies), exports };
}

/** The names that each statement of a text imports or exports from another file, those of `await import()` included. */
const namedImports = (text: string): { readonly names: readonly string[]; readonly from: string }[] =>
  [...text.matchAll(/\{([^{}]*)\}\s*(?:from|= (?:await |\()*import\()\s*'([^']+)'/g)].map(
    ([, names = '', from = '']) => ({
      names: names.split(',').flatMap((name) => name.replace(/^\s*(type )?/, '').match(/^\w+/) ?? []),
      from,
    }),
  );

/** The code of a file without comments and strings. */
const codeOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''");

test('every relative import names a file that exists', () => {
  const all = ['packages', 'apps']
    .flatMap(below)
    .filter(({ isPackage, to }) => !isPackage && /\.tsx?$/.test(to));
  expect(all.length).toBeGreaterThan(100);
  expect(shown(all.filter(({ to }) => !existsSync(join(ROOT, to))))).toEqual([]);
});

test('the engine imports no Node built-in and only its own dependencies, the light way', () => {
  const packages = below(CORE).filter(({ isPackage }) => isPackage);
  const { dependencies } = packageOf('packages/core');
  const wrong = packages.filter(({ to, isType }) => {
    if (to === '@faker-js/faker') return !isType;
    if (packageName(to) === 'zod') return to !== 'zod/mini';
    return !dependencies.includes(packageName(to));
  });
  expect(shown(wrong)).toEqual([]);
  const used = new Set(packages.map(({ to }) => packageName(to)));
  expect(dependencies.filter((name) => !used.has(name))).toEqual([]);
});

test('the engine takes clock, randomness and HTTP as arguments, and neither logs nor exits', () => {
  const usersOf = (expression: RegExp): string[] =>
    filesBelow(CORE, SOURCE).filter((file) => expression.test(codeOf(file)));
  expect(usersOf(/\b(Date\.now|new Date\(\)|performance\.now|setTimeout|setInterval)\b/)).toEqual([
    `${CORE}/delivery/clock.ts`,
  ]);
  expect(usersOf(/(?<![.\w])fetch\(|XMLHttpRequest|WebSocket|EventSource/)).toEqual([
    `${CORE}/destinations/fetch.ts`,
  ]);
  expect(usersOf(/Math\.random|getRandomValues|randomUUID/)).toEqual([`${CORE}/delivery/clock.ts`]);
  expect(usersOf(/\b(console|process)\.[a-z]/)).toEqual([]);
});

/** The entries of the engine, and its parts for this workspace, with the file of each. */
const ENTRIES = Object.entries(packageOf('packages/core').exports).flatMap(([name, to]) =>
  name === './package.json' ? [] : [{ name, file: join('packages/core', to?.['@catbird/source'] ?? '') }],
);
const INTERNAL = ENTRIES.filter(({ name }) => name.startsWith('./internal/'));

const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/** What each folder of the engine may import from the others: folders, or single files. The table of rule 1. */
const BELOW: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...ARCHITECTURE.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, folder = '', allowed = '']) => [
    folder,
    [...allowed.matchAll(/`([^`]+)`/g)].map(([, place = '']) =>
      place.endsWith('.ts') ? place : `${place}/`,
    ),
  ]),
);

test.each(Object.entries(BELOW))(
  'the folder %s imports from the folders below it only',
  (folder, allowed) => {
    const places = [`${folder}/`, ...allowed].map((place) => `${CORE}/${place}`);
    const imports = below(`${CORE}/${folder}`).filter(({ isPackage }) => !isPackage);
    expect(shown(imports.filter(({ to }) => !places.some((place) => to.startsWith(place))))).toEqual([]);
  },
);

test('every folder of the engine has its place in the order', () => {
  const folders = new Set(filesBelow(CORE, SOURCE).map((file) => file.split('/')[3] ?? ''));
  const entries = ENTRIES.map(({ file }) => file.split('/')[3] ?? '');
  expect([...folders].toSorted()).toEqual([...new Set([...Object.keys(BELOW), ...entries])].toSorted());
});

/** The folders that the map of ARCHITECTURE.md names, by their indentation. */
function mappedFolders(): ReadonlySet<string> {
  const [, map = ''] = /## Folders\n+```\n([^]*?)```/.exec(ARCHITECTURE) ?? [];
  const found = new Set<string>();
  let above: readonly string[] = [];
  for (const [, indent = '', names = ''] of map.matchAll(/^( *)([\w./, -]+?\/)(?: {2}|$)/gm)) {
    above = above.slice(0, indent.length / 2);
    for (const name of names.split(', ')) found.add([...above, name].join('').replace(/\/$/, ''));
    above = [...above, names.split(', ')[0] ?? ''];
  }
  return found;
}

test('the map of folders names every folder of source, and no other', () => {
  const roots = ['packages/core/src', 'packages/cli/src', 'apps/web/src', 'apps/docs'];
  const mapped = [...mappedFolders()].filter((folder) => roots.some((root) => folder.startsWith(root)));
  const isSource = (file: string): boolean => !/(^|\/)(__snapshots__|test|cache|\.temp|dist)\//.test(file);
  const files = roots.flatMap((root) => filesBelow(root, /(?<!\.d)\.(tsx?|css|json)$/)).filter(isSource);
  const folders = new Set(files.map((file) => dirname(file)));
  // A folder of folders has no files.
  const parents = mapped.filter((folder) => [...folders].some((each) => each.startsWith(`${folder}/`)));
  expect(mapped.toSorted()).toEqual([...new Set([...folders, ...parents])].toSorted());
});

test('kernels import nothing of the generators that use them', () => {
  const kernels = `${CORE}/generators/kernels`;
  const imports = below(kernels).filter(({ isPackage }) => !isPackage);
  expect(imports.length).toBeGreaterThan(100);
  const allowed = [`${kernels}/`, `${CORE}/numeric/`];
  expect(shown(imports.filter(({ to }) => !allowed.some((folder) => to.startsWith(folder))))).toEqual([]);
});

/** The engine with its generators, for everyone and for the workspace, and what checks generators. */
const WHOLE = ['.', './internal/engine', './testing'];

test.each(ENTRIES.filter(({ name }) => !WHOLE.includes(name)))('$name leads to no generator', (entry) => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, isPackage, isType } of importsOf(file)) {
      if (isType) continue;
      if (isPackage) expect(to, file).not.toMatch(/^@faker-js/);
      else if (SOURCE.test(to)) visit(to);
    }
  };
  visit(entry.file);
  expect([...seen].filter((file) => file.startsWith(`${CORE}/generators/`))).toEqual([]);
});

test('page, command line and documentation import the engine by its entries and internal parts only', () => {
  const imports = ['packages/cli/src', 'apps/web/src', 'apps/docs/client'].flatMap(below);
  expect(goesTo(imports, 'packages/core')).toEqual([]);
  const names = imports.filter(({ to }) => packageName(to) === '@catbird/core');
  expect(names.length).toBeGreaterThan(5);
  const known = ENTRIES.map(({ name }) => name);
  expect(shown(names.filter(({ to }) => !known.includes(to.replace('@catbird/core', '.'))))).toEqual([]);
});

test('internal parts export only what the workspace imports from them', () => {
  const imported = new Set<string>();
  for (const file of ['packages', 'apps', 'bench', 'test', 'scripts'].flatMap((folder) =>
    filesBelow(folder, /\.(tsx?|js|vue)$/),
  ))
    for (const { names, from } of namedImports(readFileSync(join(ROOT, file), 'utf8')))
      for (const name of names) imported.add(`${from} ${name}`);
  const unused = INTERNAL.flatMap(({ name: part, file }) =>
    namedImports(readFileSync(join(ROOT, file), 'utf8')).flatMap(({ names }) =>
      names.map((name) => `${part.replace('.', '@catbird/core')} ${name}`),
    ),
  ).filter((name) => !imported.has(name));
  expect(unused).toEqual([]);
});

test('in the page, controls import no step, and steps import neither each other nor the app', () => {
  const web = 'apps/web/src';
  expect(goesTo(below(`${web}/ui`), `${web}/steps`, `${web}/app`, `${web}/worker`, `${web}/link`)).toEqual(
    [],
  );
  const steps = below(`${web}/steps`);
  const across = steps.filter(
    ({ from, to }) => to.startsWith(`${web}/steps/`) && from.split('/')[4] !== to.split('/')[4],
  );
  expect(shown(across)).toEqual([]);
  expect(goesTo(steps, `${web}/app`)).toEqual([]);
});

/** Stores of states, for `--state`. */
const STORES = 'packages/cli/src/stream/store';

/** Databases of which the catalog is read. */
const DATABASES = 'packages/cli/src/infer/database';

/** Places where rows have arrived, for `verify`. */
const SOURCES = 'packages/cli/src/sources';

/** Dependencies of the command line that are no clients of services. */
const FORMATS = ['yaml'];

test.each(packageOf('packages/cli').dependencies.filter((name) => !FORMATS.includes(name)))(
  '%s is loaded only when its destination or a store is opened',
  (client) => {
    const folder = 'packages/cli/src/destinations';
    const sources = ['packages', 'apps'].flatMap(below).filter(({ from }) => /\/src\//.test(from));
    // A store of states, and what reads a database or a topic, take their client from the connection of the destination. One file opens each.
    const borrowers = new Map([
      [`${STORES}/redis.ts`, `${STORES}/open.ts`],
      [`${STORES}/postgres.ts`, `${STORES}/open.ts`],
      [`${DATABASES}/postgres.ts`, `${DATABASES}/open.ts`],
      [`${DATABASES}/mysql.ts`, `${DATABASES}/open.ts`],
      [`${SOURCES}/postgres.ts`, `${SOURCES}/open.ts`],
      [`${SOURCES}/mysql.ts`, `${SOURCES}/open.ts`],
      [`${SOURCES}/kafka.ts`, `${SOURCES}/open.ts`],
    ]);
    const loaders = sources.filter(({ to, isType }) => !isType && borrowers.has(to));
    expect(
      shown(loaders.filter(({ from, to, isDynamic }) => !isDynamic || from !== borrowers.get(to))),
    ).toEqual([]);
    const everywhere = sources.filter(({ from }) => !borrowers.has(from));
    const users = everywhere.filter(({ to }) => packageName(to) === client).map(({ from }) => from);
    const connection = users.find((file) => file.endsWith('-connection.ts')) ?? '';
    expect(connection).toMatch(new RegExp(`^${folder}/`));
    // Files that read the client's errors or types lie beside the connection and have the destination's name.
    const name = connection.replace(/-connection\.ts$/, '');
    expect(users.filter((file) => !file.startsWith(`${name}-`))).toEqual([]);
    const early = everywhere.filter(
      ({ from, to, isType, isDynamic }) =>
        !isType && !isDynamic && users.includes(to) && !from.startsWith(`${name}-`),
    );
    expect(shown(early)).toEqual([]);
    const openers = everywhere.filter(({ to, isDynamic }) => isDynamic && to === connection);
    // Of some services only the catalog is read.
    const destination = existsSync(join(ROOT, `${name}.ts`)) ? [`${name}.ts`] : [];
    expect(new Set(openers.map(({ from }) => from))).toEqual(new Set(destination));
  },
);

test('in the command line, one file writes to the terminal, and one has control sequences', () => {
  const filesWith = (expression: RegExp): string[] =>
    filesBelow('packages/cli/src', SOURCE).filter((file) =>
      expression.test(readFileSync(join(ROOT, file), 'utf8')),
    );
  const toProcess =
    /\bprocess\.std(err|out)\b|\bstd(err|out)\b[^}]*\} = process|\bstd(err|out)\.[a-z]|\bconsole\.|_rawDebug/;
  expect(filesWith(toProcess)).toEqual(['packages/cli/src/terminal.ts']);
  expect(filesWith(/\\(u001b|x1b|u\{1b\}|e\[|033)|\bcontrolSequence: (?!string)/i)).toEqual([
    'packages/cli/src/report/board.ts',
  ]);
});
