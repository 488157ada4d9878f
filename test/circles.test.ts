import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, importsOf, ROOT } from './sources.ts';

const SOURCE = /(?<!\.test|\.spec|\.d)\.tsx?$/;

/** A field spec may hold fields, and those hold field specs: the recursion of the grammar. */
const GRAMMAR = [['fields', 'spec', 'value'].map((name) => `packages/engine/src/schema/${name}.ts`)];

type Graph = ReadonlyMap<string, readonly string[]>;

const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(ROOT, parent)).flatMap((name) =>
    ['src', 'site', 'client', 'reference']
      .map((part) => join(parent, name, part))
      .filter((folder) => existsSync(join(ROOT, folder))),
  ),
);

/** Type-only imports do not count: the file that uses a type may be the one that it is made for. */
const graph: Graph = new Map(
  folders
    .flatMap((folder) => filesBelow(folder, SOURCE))
    .map((file) => [
      file,
      importsOf(file)
        .filter(({ isPackage, isType }) => !isPackage && !isType)
        .map(({ to }) => to),
    ]),
);

/**
 * Files that import one another, directly or by way of others: strongly connected components of more than one file.
 * R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
 */
function circlesIn(imports: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let low = own;
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === own) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1) circles.push(members.toSorted());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

test('circles are found, however long, and tangled ones are one', () => {
  const imports: Graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', ['d', 'f']],
    ['f', ['g', 'e']],
    ['g', ['missing']],
  ]);
  expect(circlesIn(imports)).toEqual([
    ['d', 'e', 'f'],
    ['a', 'b', 'c'],
  ]);
});

test('no files import one another, except where a grammar is recursive', () => {
  expect(graph.size).toBeGreaterThan(300);
  expect(circlesIn(graph)).toEqual(GRAMMAR);
});
