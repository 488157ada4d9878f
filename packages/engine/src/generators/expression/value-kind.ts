import { orNull, unite, withoutNull, type Kind } from '../../model/kind.ts';
import { functions } from './calls.ts';
import { checkExpression } from './compile.ts';
import type { ValueType } from './value-type.ts';
import {
  allParts,
  calleeOf,
  namedField,
  nameOf,
  nodeOf,
  parseExpression,
  readsIn,
  type Node,
} from './parse.ts';

const NUMBER: Kind = { is: 'number', nullable: true };
const ANY: Kind = { is: 'any' };

/** What the types of expressions are in rows. */
const OF_TYPE: Readonly<Record<ValueType, Kind>> = {
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
  const tree = parseExpression(text);
  const sure = timeOfEvent(tree);
  if (sure !== undefined) return sure;
  const whole = OF_TYPE[checkExpression(text)];
  const made = whole === ANY || whole === NUMBER ? nodeKind(tree, kindOf) : isDate(tree) ? DATE : whole;
  if (made.is === 'any' || made.is === 'null') return made;
  return isNullOften(tree, kindOf) ? orNull(made) : { ...withoutNull(made), nullable: true, unsure: true };
}

/** Calls that can give a value where others are null. */
const GUARDS: ReadonlySet<string> = new Set(['coalesce', 'if']);

const isGuard = (node: Node): boolean =>
  node.type === 'ConditionalExpression' ||
  (node.type === 'BinaryExpression' && node.operator === '??') ||
  (node.type === 'CallExpression' && GUARDS.has(calleeOf(node) ?? ''));

/** Whether an expression says null, or reads a field that can be null without saying what to do then. */
function isNullOften(tree: Node, kindOf: (name: string) => Kind): boolean {
  const parts = allParts(tree);
  if (parts.some((node) => node.type === 'Literal' && node.value === null)) return true;
  const isNull = ({ is, nullable, unsure }: Kind): boolean =>
    (nullable === true && unsure !== true) || is === 'any' || is === 'null';
  return !parts.some(isGuard) && readsIn(tree).some(({ name }) => isNull(kindOf(name)));
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
  return isDate(node) ? DATE : { is: 'text' };
}

const DATE: Kind = { is: 'date' };

/** Whether a node writes a time as `2026-01-31`. */
function isDate(node: Node): boolean {
  if (node.type !== 'CallExpression' || calleeOf(node) !== 'formatDate') return false;
  const pattern = node.arguments.map(nodeOf)[1];
  return pattern?.type === 'Literal' && pattern.value === 'yyyy-MM-dd';
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
    case 'CallExpression': {
      const name = namedField(node);
      return name === undefined ? callKind(calleeOf(node) ?? '', node.arguments.map(of)) : kindOf(name);
    }
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
  if (name === 'incident') return args.length === 1 ? { is: 'number' } : ANY;
  if (name === 'coalesce') return unite(args);
  if (name === 'if') return unite(args.slice(1));
  const gives = functions.get(name)?.gives ?? 'any';
  return gives === 'date' ? timeKind(args) : OF_TYPE[gives];
}

/** A date keeps the form of the first argument. */
const timeKind = ([first]: readonly Kind[]): Kind =>
  first?.is === 'instant' || first?.is === 'integer' ? orNull(first) : ANY;
