import * as z from 'zod/mini';
import { objectOf } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import { pickWeighted } from '../kernels/choice/choice.ts';
import { described, required } from './params.ts';
import { suggestion } from '../../model/suggestion.ts';
import { isObject } from '../../model/json.ts';

interface HierarchyParams {
  readonly levels: readonly string[];
  readonly tree: unknown;
}

/** A path from the top to the end of a branch, with its share. */
interface Leaf {
  readonly names: readonly string[];
  readonly weight: number;
}

const COMMERCE = {
  levels: ['department', 'category', 'product'],
  tree: {
    Kitchen: {
      weight: 3,
      children: {
        Pots: { weight: 2, children: { Saucepan: 5, Wok: 1 } },
        Knives: { children: ['Bread knife'] },
      },
    },
    Garden: { weight: 1, children: { Tools: { children: ['Rake', 'Spade'] } } },
  },
};

/** A branch of the tree. */
interface Branch {
  readonly name: string;
  readonly weight: number;
  /** A tree. Undefined: the branch ends here. */
  readonly children: unknown;
}

/** The branches of a tree: names that are equally likely, or names with weights. @throws Error if it is none */
function branchesOf(tree: unknown, above: string): readonly Branch[] {
  const isNames = Array.isArray(tree) && tree.length > 0 && tree.every((name) => typeof name === 'string');
  if (isNames) return (tree as readonly string[]).map((name) => ({ name, weight: 1, children: undefined }));
  if (!isObject(tree) || Object.keys(tree).length === 0)
    throw new Error(`${above} must have names with weights, or a list of names`);
  return Object.entries(tree).map(([name, value]) => branchOf(name, value));
}

function branchOf(name: string, value: unknown): Branch {
  const { weight = 1, children, ...others } = isObject(value) ? value : { weight: value };
  const isWeight = typeof weight === 'number' && weight >= 0 && Number.isFinite(weight);
  if (!isWeight || Object.keys(others).length > 0)
    throw new Error(
      `${name} must be a weight of at least 0, or {"weight", "children"}${childrenAdvice(value)}`,
    );
  return { name, weight, children };
}

/** What to write for names that stand directly below another; empty for other mistakes. */
function childrenAdvice(value: unknown): string {
  if (Array.isArray(value)) return '. For names below it, write {"children": […]}';
  const isOwn = (key: string): boolean => suggestion(key, ['weight', 'children']) !== undefined;
  const isTree = isObject(value) && !Object.keys(value).some(isOwn);
  return isTree ? '. For names below it, write {"children": {…}}' : '';
}

/** All leaves below a tree. Their weights add up to 1. */
function leavesOf(tree: unknown, levels: number, above: string): readonly Leaf[] {
  if (levels < 1) throw new Error(`${above} has children, but there is no level for them`);
  const branches = branchesOf(tree, above);
  const total = branches.reduce((sum, { weight }) => sum + weight, 0);
  if (total === Infinity) throw new Error(`The weights of ${above} add up to more than numbers can hold`);
  if (!(total > 0)) throw new Error(`${above} needs at least one weight above 0`);
  return branches
    .filter(({ weight }) => weight > 0)
    .flatMap(({ name, weight, children }) => {
      const share = weight / total;
      if (children === undefined) return [{ names: [name], weight: share }];
      return leavesOf(children, levels - 1, name).map((leaf) => ({
        names: [name, ...leaf.names],
        weight: leaf.weight * share,
      }));
    });
}

/** Nested choices. */
export const hierarchyTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.hierarchy',
    summary:
      'One path through a tree of names with weights, as an object with a member for each level. Other fields read the members: place.city',
    params: required({
      levels: described(
        z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
        'Names of the levels, from the top',
      ),
      tree: described(
        z.unknown(),
        'Names with weights, {"weight", "children"}, or a list of names that are equally likely. Children are a tree themselves',
      ),
    }),
    maxSize: Infinity,
    example: COMMERCE,
    exampleSchema: {
      what: { type: 'catbird.hierarchy', params: COMMERCE, hidden: true },
      department: { type: 'catbird.ref', params: 'what.department' },
      product: { type: 'catbird.ref', params: 'what.product' },
    },
    kind([given]) {
      const { levels } = given as HierarchyParams;
      return objectOf(Object.fromEntries(levels.map((level) => [level, { is: 'text', nullable: true }])));
    },
    members: ([given]) => {
      const { levels } = (given ?? {}) as Partial<HierarchyParams>;
      return Array.isArray(levels) ? levels : [];
    },
    compile([given], scope) {
      const { levels, tree: top } = given as HierarchyParams;
      if (new Set(levels).size < levels.length) throw new Error('Two levels have the same name');
      const leaves = leavesOf(top, levels.length, 'tree');
      const level = scope.member === undefined ? -1 : levels.indexOf(scope.member);
      const values = leaves.map((leaf) =>
        level >= 0
          ? (leaf.names[level] ?? null)
          : Object.fromEntries(levels.map((name, i) => [name, leaf.names[i] ?? null])),
      );
      return pickWeighted(
        values,
        leaves.map((leaf) => leaf.weight),
        scope,
      );
    },
  },
];
