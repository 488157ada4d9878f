import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, importsOf, ROOT, type Import } from './sources.ts';

const SOURCE = /(?<!\.test|\.spec|\.story|\.d)\.tsx?$/;
const CORE = 'packages/core/src';

const below = (folder: string): Import[] => filesBelow(folder, SOURCE).flatMap(importsOf);
const goesTo = (imports: readonly Import[], ...folders: string[]): string[] =>
  imports
    .filter(({ to }) => folders.some((folder) => to.startsWith(`${folder}/`)))
    .map(({ from, to }) => `${from} → ${to}`);

test('every relative import names a file that exists', () => {
  const all = ['packages', 'apps']
    .flatMap(below)
    .filter(({ isPackage, to }) => !isPackage && /\.tsx?$/.test(to));
  expect(all.length).toBeGreaterThan(100);
  expect(
    all.filter(({ to }) => !existsSync(join(ROOT, to))).map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
});

test('the engine uses no Node built-in and nothing but the libraries listed here', () => {
  const packages = below(CORE).filter(({ isPackage }) => isPackage);
  const allowed =
    /^(zod\/mini|@faker-js\/faker(\/locale\/en)?|@smithy\/signature-v4|@aws-crypto\/sha256-js|aws4fetch|jsep)$/;
  expect(packages.filter(({ to }) => !allowed.test(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('schema, pace and destinations do not import one another, nor delivery', () => {
  const folders = ['schema', 'pace', 'destinations', 'delivery'];
  const wrong = ['schema', 'pace', 'destinations'].flatMap((name) =>
    goesTo(
      below(`${CORE}/${name}`),
      ...folders.filter((other) => other !== name).map((other) => `${CORE}/${other}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('delivery knows the contract of a destination and no destination by name', () => {
  const contract = new Set(['destination.ts', 'error.ts'].map((file) => `${CORE}/destinations/${file}`));
  const imports = below(`${CORE}/delivery`).filter(({ to }) => !contract.has(to));
  expect(goesTo(imports, `${CORE}/destinations`, `${CORE}/schema`, `${CORE}/generators`)).toEqual([]);
});

test('what a page loads first, destinations and templates, leads to no generator', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { to, isPackage } of importsOf(file)) {
      if (isPackage) expect(to, file).not.toMatch(/^@faker-js/);
      else if (SOURCE.test(to)) visit(to);
    }
  };
  visit(`${CORE}/destinations/index.ts`);
  visit(`${CORE}/templates/index.ts`);
  expect([...seen].filter((file) => file.startsWith(`${CORE}/generators/`))).toEqual([]);
});

test('the faces import the engine by its public names only', () => {
  const imports = [...below('packages/cli/src'), ...below('apps/web/src')];
  expect(goesTo(imports, 'packages/core')).toEqual([]);
  const names = imports.filter(({ to }) => to.startsWith('@catbird/core')).map(({ to }) => to);
  expect(names.length).toBeGreaterThan(5);
  expect(
    names.filter(
      (name) => !/^@catbird\/core(\/(aws-signature|delivery|destinations|templates))?$/.test(name),
    ),
  ).toEqual([]);
});

test('in the page, plain controls know no step, steps know neither each other nor the app', () => {
  const web = 'apps/web/src';
  expect(goesTo(below(`${web}/ui`), `${web}/steps`, `${web}/app`, `${web}/worker`, `${web}/link`)).toEqual(
    [],
  );
  const steps = below(`${web}/steps`);
  const across = steps.filter(
    ({ from, to }) => to.startsWith(`${web}/steps/`) && from.split('/')[4] !== to.split('/')[4],
  );
  expect(across.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test("a service's client is imported only where it is opened, in the command line", () => {
  const clients =
    /^(kafkajs|@confluentinc\/.*|amqplib|nats|@nats-io\/.*|mqtt|redis|ioredis|pg|pg-.*|@clickhouse\/.*|@aws-sdk\/.*|ably|undici)$/;
  const users = ['packages/core/src', 'apps/web/src', 'packages/cli/src']
    .flatMap(below)
    .filter(({ to }) => clients.test(to));
  expect(
    users
      .filter(({ from }) => !from.startsWith('packages/cli/src/'))
      .map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
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
