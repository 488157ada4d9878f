import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { allDoors } from '../scripts/doors.js';
import { PARTS } from '../scripts/parts.js';
import { filesBelow, importsOf, ROOT, type Import } from './sources.ts';

const SOURCE = /(?<!\.test|\.spec|\.d)\.tsx?$/;
const ENGINE = 'packages/engine/src';
/** The sources of the library: its parts, and its entries. None of them uses DOM or Node. */
const LIBRARY = [...PARTS, 'core'].map((name) => `packages/${name}/src`);
const OURS = /^@catbird\/(\w+)$/;

/** Imports by file: most tests ask for the same. */
const read = new Map<string, Import[]>();
const importsIn = (file: string): Import[] => {
  const known = read.get(file) ?? importsOf(file);
  read.set(file, known);
  return known;
};
const below = (folder: string): Import[] => filesBelow(folder, SOURCE).flatMap(importsIn);
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

test.each(PARTS)('%s imports no Node built-in and only its own dependencies, the light way', (part) => {
  const packages = below(`packages/${part}/src`).filter(({ isPackage }) => isPackage);
  const { dependencies } = packageOf(`packages/${part}`);
  const wrong = packages.filter(({ to, isType }) => {
    if (to === '@faker-js/faker') return !isType;
    if (packageName(to) === 'zod') return to !== 'zod/mini';
    return !dependencies.includes(packageName(to));
  });
  expect(shown(wrong)).toEqual([]);
  const used = new Set(packages.map(({ to }) => packageName(to)));
  expect(dependencies.filter((name) => !used.has(name))).toEqual([]);
});

test('the library depends on what its parts depend on', () => {
  const ofParts = PARTS.flatMap((part) => packageOf(`packages/${part}`).dependencies);
  const others = new Set(ofParts.filter((name) => !OURS.test(name)));
  expect(packageOf('packages/core').dependencies.toSorted()).toEqual([...others].toSorted());
});

test('a package imports those before it only, by their doors, and its own files', () => {
  const imports = [...PARTS, 'core'].flatMap((part, i) =>
    below(`packages/${part}/src`).map((each) => ({ ...each, part, before: PARTS.slice(0, i) })),
  );
  const wrong = imports.filter(({ to, isPackage, part, before }) => {
    const [, ours] = OURS.exec(to) ?? [];
    if (isPackage) return ours !== undefined && !before.includes(ours);
    return !to.startsWith(`packages/${part}/`);
  });
  expect(imports.length).toBeGreaterThan(2000);
  expect(shown(wrong)).toEqual([]);
});

test('the library takes clock, randomness and HTTP as arguments, and neither logs nor exits', () => {
  const usersOf = (expression: RegExp): string[] =>
    LIBRARY.flatMap((folder) => filesBelow(folder, SOURCE)).filter((file) => expression.test(codeOf(file)));
  expect(usersOf(/\b(Date\.now|new Date\(\)|performance\.now|setTimeout|setInterval)\b/)).toEqual([
    'packages/send/src/delivery/signals.ts',
  ]);
  expect(usersOf(/(?<![.\w])fetch\(|XMLHttpRequest|WebSocket|EventSource/)).toEqual([
    'packages/send/src/destinations/http.ts',
  ]);
  expect(usersOf(/Math\.random|getRandomValues|randomUUID/)).toEqual([
    'packages/send/src/delivery/signals.ts',
  ]);
  expect(usersOf(/\b(console|process)\.[a-z]/)).toEqual([]);
});

/** The entries of the library, with the file of each. */
const ENTRIES = Object.entries(packageOf('packages/core').exports).flatMap(([name, to]) => {
  const source = to?.['@catbird/source'];
  return source === undefined ? [] : [{ name, file: join('packages/core', source) }];
});

const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

/** What each folder of the engine may import from the others: folders, or single files. The table of rule 1. */
const BELOW: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...ARCHITECTURE.matchAll(/^\| `([\w/]+)` +\| (.*?) +\|$/gm)].map(([, folder = '', allowed = '']) => [
    folder,
    [...allowed.matchAll(/`([^`]+)`/g)].map(([, place = '']) =>
      place.endsWith('.ts') ? place : `${place}/`,
    ),
  ]),
);

test.each(Object.entries(BELOW))(
  'the folder %s imports from the folders below it only',
  (folder, allowed) => {
    const places = [`${folder}/`, ...allowed].map((place) => `${ENGINE}/${place}`);
    const imports = below(`${ENGINE}/${folder}`).filter(({ isPackage }) => !isPackage);
    expect(shown(imports.filter(({ to }) => !places.some((place) => to.startsWith(place))))).toEqual([]);
  },
);

test('every folder of the engine has its place in the order', () => {
  const folders = new Set(filesBelow(ENGINE, SOURCE).map((file) => file.split('/')[3] ?? ''));
  expect([...folders].toSorted()).toEqual([...Object.keys(BELOW), 'index.ts'].toSorted());
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
  const roots = [...LIBRARY, 'packages/cli/src', 'apps/web/src', 'apps/docs'];
  const mapped = [...mappedFolders()].filter((folder) => roots.some((root) => folder.startsWith(root)));
  const isSource = (file: string): boolean => !/(^|\/)(__snapshots__|test|cache|\.temp|dist)\//.test(file);
  const files = roots.flatMap((root) => filesBelow(root, /(?<!\.d)\.(tsx?|css|json)$/)).filter(isSource);
  const folders = new Set(files.map((file) => dirname(file)));
  // A folder of folders has no files.
  const parents = mapped.filter((folder) => [...folders].some((each) => each.startsWith(`${folder}/`)));
  expect(mapped.toSorted()).toEqual([...new Set([...folders, ...parents])].toSorted());
});

/** What maintainers read. Decisions name files as they were. */
const GUIDES = ['.', 'packages', 'apps', 'bench', 'docs/contributing'].flatMap((folder) =>
  folder === '.' ? ['ARCHITECTURE.md', 'CONTRIBUTING.md'] : filesBelow(folder, /(?<!CHANGELOG)\.md$/),
);

test('documents for maintainers name source files that exist', () => {
  const files = ['packages', 'apps', 'bench', 'scripts', 'test'].flatMap((folder) =>
    filesBelow(folder, /\.(tsx?|js|vue)$/),
  );
  const missing = GUIDES.flatMap((guide) => {
    // A name with a placeholder, such as <name>-connection.ts, is no file.
    const text = readFileSync(join(ROOT, guide), 'utf8').replaceAll(/<\w+>[\w./-]*|`\*[^`]*`/g, '');
    const names = [...text.matchAll(/`(?:\.\.?\/)*([\w./-]+\.(?:tsx?|js|vue))`/g)].map(
      ([, name = '']) => name,
    );
    return names
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${guide}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('kernels import nothing of the generators that use them', () => {
  const kernels = `${ENGINE}/generators/kernels`;
  const imports = below(kernels).filter(({ isPackage }) => !isPackage);
  expect(imports.length).toBeGreaterThan(100);
  const allowed = [`${kernels}/`, `${ENGINE}/numeric/`];
  expect(shown(imports.filter(({ to }) => !allowed.some((folder) => to.startsWith(folder))))).toEqual([]);
});

/** The entries with the generators. */
const WHOLE = ['.', './testing'];
const DOORS = allDoors();

/** The files that a file loads with it. Doors lead to just the files behind the names. */
function loadedBy(file: string): readonly string[] {
  const own = importsOf(file).filter(({ isType, isDynamic }) => !isType && !isDynamic);
  const behind = namedImports(codeWithStrings(file)).flatMap(({ names, from }) =>
    names.flatMap((name) => DOORS.get(OURS.exec(from)?.[1] ?? '')?.get(name)?.file ?? []),
  );
  return [
    ...own.filter(({ isPackage, to }) => !isPackage && SOURCE.test(to)).map(({ to }) => to),
    ...behind.map((each) => relative(ROOT, each)),
  ];
}

/** Without types, which load nothing. */
const codeWithStrings = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/(import|export) type \{[^}]*\} from [^;]*;/g, '')
    .replaceAll(/\btype \w+( as \w+)?,?/g, '');

test.each(ENTRIES.filter(({ name }) => !WHOLE.includes(name)))('$name leads to no generator', (entry) => {
  const seen = new Set([entry.file]);
  for (const file of seen) for (const next of loadedBy(file)) seen.add(next);
  expect(seen.size).toBeGreaterThan(2);
  expect([...seen].filter((file) => file.startsWith(`${ENGINE}/generators/`))).toEqual([]);
});

test('page, command line and documentation import packages by their doors only', () => {
  const imports = ['packages/cli/src', 'apps/web/src', 'apps/docs/client'].flatMap(below);
  expect(goesTo(imports, ...LIBRARY)).toEqual([]);
  const names = imports.filter(({ to }) => to.startsWith('@catbird/'));
  expect(names.length).toBeGreaterThan(100);
  // The documentation runs the library, as its readers do.
  const known = ['@catbird/core', ...PARTS.map((part) => `@catbird/${part}`)];
  expect(shown(names.filter(({ to }) => !known.includes(to)))).toEqual([]);
});

test('doors show only what others import by them', () => {
  const imported = new Set<string>();
  for (const file of ['packages', 'apps', 'bench', 'test', 'scripts'].flatMap((folder) =>
    filesBelow(folder, /\.(tsx?|js|vue)$/),
  ))
    for (const { names, from } of namedImports(readFileSync(join(ROOT, file), 'utf8')))
      for (const name of names) imported.add(`${from} ${name}`);
  const unused = [...DOORS].flatMap(([part, door]) =>
    Array.from(door.keys(), (name) => `@catbird/${part} ${name}`).filter((name) => !imported.has(name)),
  );
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

/** Outside systems, a folder each. */
const SYSTEMS = 'packages/cli/src/systems';

/** Dependencies of the command line that are no clients of systems. */
const FORMATS = ['yaml'];

/** Codecs, which load with the first record that needs them. */
const CODECS = ['lz4-napi', 'snappy'];

test.each(CODECS)('%s is loaded by import(), in one file', (codec) => {
  const imports = below('packages/cli/src').filter(({ to }) => packageName(to) === codec);
  expect(imports.every(({ isDynamic }) => isDynamic)).toBe(true);
  expect([...new Set(imports.map(({ from }) => from))]).toEqual([`${SYSTEMS}/kafka/codecs.ts`]);
});

const CLIENTS = packageOf('packages/cli').dependencies.filter(
  (name) => !FORMATS.includes(name) && !CODECS.includes(name),
);

test.each(CLIENTS)('%s is loaded only when its system is opened', (client) => {
  const imports = ['packages', 'apps']
    .flatMap(below)
    .filter(({ from, isType, isDynamic }) => /\/src\//.test(from) && !isType && !isDynamic);
  // The files that load the client when they are loaded.
  const loading = new Set(imports.filter(({ to }) => packageName(to) === client).map(({ from }) => from));
  for (const file of loading) for (const { from, to } of imports) if (to === file) loading.add(from);
  // Readers of `serve` have WebSockets, which is no outside system.
  const folders = new Set([...loading].map(dirname));
  expect([...folders]).toEqual(
    client === 'ws' ? ['packages/cli/src/destinations'] : [expect.stringMatching(`^${SYSTEMS}/[\\w-]+$`)],
  );
  expect([...loading].filter((file) => file.endsWith('/destination.ts'))).toEqual([]);
});

test('each file of a system is loaded by one file, as rule 5 says', () => {
  const opener = (folder: string): Readonly<Record<string, string>> => ({
    'connection.ts': `${folder}/destination.ts`,
    'source.ts': 'packages/cli/src/sources/open.ts',
    'store.ts': 'packages/cli/src/stream/store/open.ts',
    'catalog.ts': 'packages/cli/src/infer/database/copy-of-database.ts',
    'keys.ts': 'packages/cli/src/environment/aws.ts',
  });
  const loads = below('packages/cli/src').filter(
    ({ to, isDynamic }) => isDynamic && to.startsWith(`${SYSTEMS}/`),
  );
  expect(loads.length).toBeGreaterThan(20);
  const others = loads.filter(
    ({ from, to }) =>
      dirname(from) !== dirname(to) && opener(dirname(to))[to.slice(dirname(to).length + 1)] !== from,
  );
  expect(shown(others)).toEqual([]);
});

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

test('no file name stands in more than three folders, apart from doors and the rooms of systems', () => {
  const folders = new Map<string, string[]>();
  for (const file of ['packages', 'apps'].flatMap((folder) => filesBelow(folder, SOURCE))) {
    const name = basename(file).replace(SOURCE, '');
    if (!/\/src\//.test(file) || file.startsWith(`${SYSTEMS}/`) || name === 'index') continue;
    folders.set(name, [...(folders.get(name) ?? []), dirname(file)]);
  }
  expect([...folders].filter(([, places]) => new Set(places).size > 3)).toEqual([]);
});
