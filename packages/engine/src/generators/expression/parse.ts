import jsep from 'jsep';
import { OUTER } from '../analysis/references.ts';
import { adviceOn } from './explain.ts';

/** A part of an expression. */
export type Node = jsep.CoreExpression;

/** Maximum length of an expression, in UTF-16 units. */
export const MAX_CHARACTERS = 2000;
/** Maximum nesting of brackets. */
const MAX_BRACKETS = 100;

/** Narrows the type: all nested nodes are core expressions, too. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const nodeOf = (part: jsep.Expression): Node => part as Node;

/**
 * Parses an expression.
 *
 * @throws Error with a readable message if it is invalid
 */
export function parseExpression(text: string): Node {
  if (text.trim() === '') throw new Error('The expression is empty');
  if (depthOf(text) > MAX_BRACKETS) throw new Error(`More than ${MAX_BRACKETS} nested brackets`);
  const tree = parsed(text);
  if (tree.type === 'Compound' || tree.type === 'SequenceExpression')
    throw new Error(adviceOn(text) ?? 'Write a single expression, without ; or ,');
  return tree;
}

function parsed(text: string): Node {
  try {
    return nodeOf(jsep(withOuterNames(text)));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const shown = message
      .replaceAll(OUTER_LETTER, OUTER)
      .replace(/ at character (\d+)$/, (_, index) => `, at character ${Number(index) + 1}`);
    const advice = adviceOn(text);
    throw new Error(advice === undefined ? shown : `${shown}. ${advice}`, { cause });
  }
}

/** Stands for `^` while an expression is parsed: the parser takes it for a letter of a name. From Unicode's private use area. */
const OUTER_LETTER = '\uE05E';

/** A string literal, or `^` with what is around it. */
const OUTER_NAME = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|([\w$)\]\u0080-\uFFFF]?\s*)(\^+)(?=(.?))/g;

/** Replaces `^` by a letter. @throws Error if it is used as an operator */
const withOuterNames = (text: string): string =>
  text.replace(OUTER_NAME, (found, before?: string, marks?: string, after = '') => {
    if (before === undefined || marks === undefined) return found;
    if (before.trim() !== '' || !/[\w$\u0080-\uFFFF]/.test(after))
      throw new Error(
        '^ is not an operator. Write bitXor(a, b), or ^name to read a field of the outer object',
      );
    return before + OUTER_LETTER.repeat(marks.length);
  });

/** Parses an expression; undefined if it is invalid. */
export function tryParse(text: string): Node | undefined {
  try {
    return parseExpression(text);
  } catch {
    // Compiling the expression reports what is wrong.
    return undefined;
  }
}

/** Counts brackets in string literals, too: this only limits the recursion of the parser. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === '(' || character === '[') most = Math.max(most, ++depth);
    else if (character === ')' || character === ']') depth--;
  }
  return most;
}

/** The name of the function that a node calls; undefined for other nodes and unnamed callees. */
export const calleeOf = (node: Node): string | undefined => {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node.callee);
  return callee.type === 'Identifier' ? callee.name : undefined;
};

/** The name of the method that a node calls: `toUpperCase` of `name.toUpperCase()`; undefined for other nodes. */
export function methodOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node.callee);
  const property = callee.type === 'MemberExpression' ? nodeOf(callee.property) : undefined;
  return property?.type === 'Identifier' ? property.name : undefined;
}

/** The name that a node reads: `total`, or a path such as `product.price`; undefined for other nodes. */
export function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name.replaceAll(OUTER_LETTER, OUTER);
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const [before, member] = [nameOf(nodeOf(node.object)), nameOf(nodeOf(node.property))];
  return before === undefined || member === undefined ? undefined : `${before}.${member}`;
}

/** The direct parts of a node that are evaluated. */
function partsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'CallExpression':
      return calleeOf(node) === 'field' ? [] : node.arguments.map(nodeOf);
    case 'UnaryExpression':
      return [nodeOf(node.argument)];
    case 'BinaryExpression':
      return [nodeOf(node.left), nodeOf(node.right)];
    case 'ConditionalExpression':
      return [nodeOf(node.test), nodeOf(node.consequent), nodeOf(node.alternate)];
    default:
      return [];
  }
}

/** A node and all of its parts that are evaluated. */
export const allParts = (node: Node): readonly Node[] => [node, ...partsOf(node).flatMap(allParts)];

/** What an expression reads. */
export interface Read {
  readonly name: string;
  /** Only this member of the objects in a list, to add them up. */
  readonly member?: string;
}

/** What an expression reads, with repetitions. */
export function readsIn(tree: Node): readonly Read[] {
  const name = nameOf(tree) ?? namedField(tree);
  if (name !== undefined) return [{ name }];
  const sum = summed(tree);
  return sum === undefined ? partsOf(tree).flatMap(readsIn) : [sum];
}

/** The name in `field("name")`; undefined for other nodes. */
export function namedField(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || calleeOf(node) !== 'field') return undefined;
  const [name] = node.arguments.map(nodeOf);
  return name?.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined;
}

/** What `sum(list, "member")` reads; undefined for other nodes. */
export function summed(node: Node): Required<Read> | undefined {
  if (node.type !== 'CallExpression' || calleeOf(node) !== 'sum' || node.arguments.length !== 2)
    return undefined;
  const [list, member] = node.arguments.map(nodeOf);
  const name = list && (nameOf(list) ?? namedField(list));
  return name !== undefined && member?.type === 'Literal' && typeof member.value === 'string'
    ? { name, member: member.value }
    : undefined;
}

/** Names of the functions that an expression calls, repeated names included. */
export const callsIn = (tree: Node): readonly string[] =>
  allParts(tree).flatMap((node) => calleeOf(node) ?? []);
