import { orNull, unite, type Kind } from '../../model/kind.ts';
import { functions } from './calls.ts';
import { checkExpression } from './compile.ts';
import type { Kind as OwnKind } from './kinds.ts';
import { calleeOf, nameOf, nodeOf, parseExpression, type Node } from './parse.ts';

const NUMBER: Kind = { is: 'number', nullable: true };
const ANY: Kind = { is: 'any' };

/** What the kinds of expressions are in rows. */
const OF_KIND: Readonly<Record<OwnKind, Kind>> = {
  number: NUMBER,
  text: { is: 'text', nullable: true },
  boolean: { is: 'boolean', nullable: true },
  null: { is: 'null' },
  list: ANY,
  date: ANY,
  any: ANY,
};

/** Functions whose results are whole numbers that digits can hold. */
const WHOLE: ReadonlySet<string> = new Set(['length', 'index']);

/** The kind of an expression's values. @param kindOf that of a field, by name */
export function expressionKind(text: string, kindOf: (name: string) => Kind): Kind {
  const sure = timeOfEvent(parseExpression(text));
  if (sure !== undefined) return sure;
  const whole = OF_KIND[checkExpression(text)];
  const made = whole === ANY || whole === NUMBER ? nodeKind(parseExpression(text), kindOf) : whole;
  return made.is === 'any' ? made : orNull(made);
}

/** The kind of the event's time, as an instant, a number or a text. It can always be computed. Undefined: the node is something else. */
function timeOfEvent(node: Node): Kind | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const name = calleeOf(node);
  if (name === 'now') return { is: 'instant' };
  const [time, pattern] = node.arguments.map(nodeOf);
  if (time === undefined || timeOfEvent(time)?.is !== 'instant') return undefined;
  if (name === 'toMs') return { is: 'integer' };
  if (name !== 'formatDate' || pattern?.type !== 'Literal') return undefined;
  return { is: pattern.value === 'yyyy-MM-dd' ? 'date' : 'text' };
}

function nodeKind(node: Node, kindOf: (name: string) => Kind): Kind {
  const of = (part: Parameters<typeof nodeOf>[0]): Kind => nodeKind(nodeOf(part), kindOf);
  switch (node.type) {
    case 'Literal':
      return literalKind(node.value);
    case 'Identifier':
    case 'MemberExpression': {
      const name = nameOf(node);
      return name === undefined ? ANY : kindOf(name);
    }
    case 'ConditionalExpression':
      return unite([of(node.consequent), of(node.alternate)]);
    case 'UnaryExpression':
      return node.operator === '!' ? { is: 'boolean' } : NUMBER;
    case 'BinaryExpression':
      return binaryKind(node.operator, of(node.left), of(node.right));
    case 'CallExpression':
      return callKind(calleeOf(node) ?? '', node.arguments.map(of));
    default:
      return ANY;
  }
}

function literalKind(value: unknown): Kind {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { is: 'integer' } : { is: 'number' };
  return typeof value === 'boolean' ? { is: 'boolean' } : value === null ? { is: 'null' } : { is: 'text' };
}

const COMPARISONS: ReadonlySet<string> = new Set([
  '==',
  '===',
  '!=',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
]);

function binaryKind(operator: string, left: Kind, right: Kind): Kind {
  if (COMPARISONS.has(operator)) return { is: 'boolean', nullable: true };
  if (operator === '??') return unite([left, right]);
  if (operator !== '+') return NUMBER;
  const isNumber = [left, right].every(({ is }) => is === 'number' || is === 'integer');
  const isText = [left, right].some(
    ({ is }) => is === 'text' || is === 'uuid' || is === 'instant' || is === 'date',
  );
  return isText ? { is: 'text', nullable: true } : isNumber ? NUMBER : ANY;
}

function callKind(name: string, args: readonly Kind[]): Kind {
  if (WHOLE.has(name)) return { is: 'integer', nullable: true };
  if (name === 'now') return { is: 'instant' };
  if (name === 'rand') return NUMBER;
  if (name === 'coalesce') return unite(args);
  if (name === 'if') return unite(args.slice(1));
  const gives = functions.get(name)?.gives ?? 'any';
  return gives === 'date' ? timeKind(args) : OF_KIND[gives];
}

/** A date keeps the form of the first argument. */
const timeKind = ([first]: readonly Kind[]): Kind =>
  first?.is === 'instant' || first?.is === 'integer' ? orNull(first) : ANY;
