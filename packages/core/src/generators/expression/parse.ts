import jsep from 'jsep';

/** A part of an expression. */
export type Node = jsep.CoreExpression;

/** Longest expression, in UTF-16 units. */
export const MOST_CHARACTERS = 2000;
/** Most brackets inside one another. */
const MOST_BRACKETS = 100;

/** A part's parts are of the same kinds. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const nodeOf = (part: jsep.Expression): Node => part as Node;

/**
 * The tree of an expression.
 *
 * @throws Error with a sentence when there is none
 */
export function parseExpression(text: string): Node {
  if (text.trim() === '') throw new Error('The expression is empty');
  if (depthOf(text) > MOST_BRACKETS)
    throw new Error(`More than ${MOST_BRACKETS} brackets are inside one another`);
  try {
    return nodeOf(jsep(text));
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      said.replace(/ at character (\d+)$/, (_, index) => `, at character ${Number(index) + 1}`),
      {
        cause,
      },
    );
  }
}

/** The same tree, or nothing when there is none. */
export function tryParse(text: string): Node | undefined {
  try {
    return parseExpression(text);
  } catch {
    // Whoever compiles the expression says what is wrong with it.
    return undefined;
  }
}

/** Brackets within texts count, too: this only keeps the parser from recursing without end. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === '(' || character === '[') most = Math.max(most, ++depth);
    else if (character === ')' || character === ']') depth--;
  }
  return most;
}

/** The name of a call's function; undefined where what is called has none. */
export const calleeOf = (node: Node): string | undefined => {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node.callee);
  return callee.type === 'Identifier' ? callee.name : undefined;
};

/** The parts of a part that are evaluated. */
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

const allParts = (node: Node): readonly Node[] => [node, ...partsOf(node).flatMap(allParts)];

/** Names of the fields that an expression reads, each as often as it does. */
export const fieldsOf = (tree: Node): readonly string[] =>
  allParts(tree).flatMap((node) => {
    if (node.type === 'Identifier') return [node.name];
    if (node.type !== 'CallExpression' || calleeOf(node) !== 'field') return [];
    const [name] = node.arguments.map(nodeOf);
    return name?.type === 'Literal' && typeof name.value === 'string' ? [name.value] : [];
  });

/** The expression asks for the event's time. */
export const usesNow = (tree: Node): boolean => allParts(tree).some((node) => calleeOf(node) === 'now');
