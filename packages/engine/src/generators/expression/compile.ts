import { type Data, SAMPLE } from '../../data/store.ts';
import type { IncidentSources } from '../../model/incident.ts';
import { nameHint } from '../../model/suggestion.ts';
import { draw53, drawKey, type Subject, UNIT53 } from '../../numeric/random.ts';
import type { Column } from '../kernels/engine/column.ts';
import { readerOf, type Value } from '../kernels/engine/scan.ts';
import { indexes, uniform } from '../kernels/formula/arithmetic.ts';
import { type Evaluate, sumIn, sumsOf } from '../kernels/formula/formula.ts';
import { choice, unlessNull } from '../kernels/formula/logic.ts';
import { eachTime, ofColumn, same } from '../kernels/formula/vector.ts';
import { isoText } from '../kernels/time/instant.ts';
import { callOf, expectCount, functions } from './calls.ts';
import { methodCall } from './explain.ts';
import { type ValueType, mayBe } from './value-type.ts';
import { binary, type Compiled, described, unary } from './operators.ts';
import {
  calleeOf,
  callsIn,
  methodOf,
  namedField,
  nameOf,
  type Node,
  nodeOf,
  parseExpression,
  type Read,
  summed,
} from './parse.ts';

/** What to write instead of a member of something other than an entity. */
export const READ_PART = 'Write get(name, "part") to read part of an object';

/** The columns of fields, by name. */
export type ColumnOf = (name: string) => Column;

/** How a part is evaluated: row by row, and all rows at once if it can. */
type Evaluation = Pick<Compiled, 'evaluate' | 'vector'>;

/** What an expression reads. */
interface Environment {
  /** The value of a field. @throws Error if there is no such field */
  readonly read: (name: string) => Evaluation;
  /** The sum of a member of the objects in a list; undefined if the list has to be read. */
  readonly sum: (list: Required<Read>) => Evaluation | undefined;
  /** A uniform number from 0 to 1, 1 excluded: another one for each call. */
  readonly random: () => Evaluation;
  readonly regex: Data['regex'];
  /** Undefined: any may be read. */
  readonly incidents: IncidentSources | undefined;
}

/** What expressions read besides fields. */
export interface ExpressionSources {
  readonly data: Pick<Data, 'regex'>;
  readonly incidents: IncidentSources;
}

/** A compiled expression. */
export interface Expression extends Pick<Compiled, 'kind' | 'evaluate' | 'vector' | 'cases'> {
  readonly usesTime: boolean;
  readonly usesIndex: boolean;
  /** Draws numbers. */
  readonly isRandom: boolean;
  /** Sets the subjects of the rows to evaluate next. */
  readonly begin: (subject: Subject) => void;
}

/**
 * Compiles an expression.
 *
 * @param path keys its random draws
 * @throws Error with a readable message if it is invalid
 */
export function compileExpression(
  text: string,
  columnOf: ColumnOf,
  path: string,
  { data: { regex }, incidents }: ExpressionSources,
): Expression {
  const tree = parseExpression(text);
  let rows: Subject = { a: new Int32Array(0), b: new Int32Array(0) };
  let draws = 0;
  const { kind, evaluate, vector, cases } = compileNode(tree, {
    read(name) {
      const column = columnOf(name);
      return { evaluate: lazily(() => readerOf(column)), vector: ofColumn(column) };
    },
    sum({ name, member }) {
      const list = columnOf(name).elements?.(member);
      return list && { evaluate: sumIn(list), vector: sumsOf(list) };
    },
    random() {
      const draw = drawKey(`${path}\nrand`, draws++);
      const { key, odd } = draw;
      return {
        evaluate: (_, r) => draw53(rows.a[r] ?? 0, rows.b[r] ?? 0, key, odd) * UNIT53,
        vector: uniform(draw),
      };
    },
    regex,
    incidents,
  });
  return {
    kind,
    evaluate,
    vector,
    cases,
    usesTime: callsIn(tree).some((name) => name === 'now' || name === 'incident'),
    usesIndex: callsIn(tree).includes('index'),
    isRandom: draws > 0,
    begin(subject) {
      rows = subject;
    },
  };
}

const NOTHING: Evaluation = { evaluate: () => null };

/** The kind of an expression. @throws Error with a readable message if it is invalid; unknown fields are not */
export const checkExpression = (text: string): ValueType =>
  compileNode(parseExpression(text), {
    read: () => NOTHING,
    sum: () => undefined,
    random: () => NOTHING,
    regex: SAMPLE.regex,
    incidents: undefined,
  }).kind;

/** Reads row by row only if it is done: otherwise nothing has to be kept as text. */
function lazily(make: () => Evaluate): Evaluate {
  let evaluate: Evaluate | undefined;
  return (chunk, r) => (evaluate ??= make())(chunk, r);
}

/** Compiles a tree to closures that evaluate it. They can only reach other fields' values and the functions in a fixed table. */
function compileNode(node: Node, environment: Environment): Compiled {
  const within = (part: Parameters<typeof nodeOf>[0]): Compiled => compileNode(nodeOf(part), environment);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? { ...literal(node.value), raw: node.raw } : literal(node.value);
    case 'Identifier':
    case 'MemberExpression':
      return reading(nameOf(node), environment);
    case 'UnaryExpression':
      return unary(node.operator, within(node.argument));
    case 'BinaryExpression':
      return binary(node.operator, within(node.left), within(node.right));
    case 'ConditionalExpression':
      return conditional(within(node.test), within(node.consequent), within(node.alternate));
    case 'CallExpression':
      return call(node, () => node.arguments.map(within), environment);
    case 'ArrayExpression':
      throw new Error('Lists are not supported');
    case 'ThisExpression':
      throw new Error('this is not supported');
    default:
      throw new Error('Write a single expression, without ; or ,');
  }
}

/** @param args compiles the arguments; that of `field` is a name, no expression */
function call(node: Node, args: () => readonly Compiled[], environment: Environment): Compiled {
  const name = calleeOf(node);
  if (name === 'field') return reading(fieldName(node), environment);
  if (name !== undefined) {
    const sum = summed(node);
    return { ...called(name, args(), environment), ...(sum && environment.sum(sum)) };
  }
  const method = methodOf(node) ?? '';
  throw new Error(methodCall(method, functions.has(method)));
}

function literal(value: unknown): Compiled {
  const known = (kind: ValueType, constant: Value): Compiled => ({
    kind,
    evaluate: () => constant,
    literal: constant,
    vector: same(constant),
  });
  if (value === null) return known('null', null);
  if (typeof value === 'number') return known('number', value);
  if (typeof value === 'string') return known('text', value);
  if (typeof value === 'boolean') return known('boolean', value);
  throw new Error('A constant must be a number, a string, true, false or null');
}

function reading(name: string | undefined, { read }: Environment): Compiled {
  if (name === undefined) throw new Error(READ_PART);
  return { kind: 'any', ...read(name) };
}

function conditional(test: Compiled, yes: Compiled, no: Compiled): Compiled {
  if (!mayBe(test.kind, 'boolean'))
    throw new Error(`A condition must be true or false, not ${described(test)}`);
  const [holds, then, otherwise] = [test.evaluate, yes.evaluate, no.evaluate];
  return {
    kind: commonKind([yes, no]),
    evaluate: (chunk, r) => (holds(chunk, r) === true ? then(chunk, r) : otherwise(chunk, r)),
    vector: test.vector && yes.vector && no.vector && choice(test.vector, yes.vector, no.vector),
    cases: test.vector && { test: test.vector, yes, no },
  };
}

/** The common kind of several parts; null fits every kind. */
function commonKind(parts: readonly Compiled[]): ValueType {
  const kinds = new Set(parts.map(({ kind }) => kind).filter((kind) => kind !== 'null'));
  const [only = 'null'] = kinds;
  return kinds.size > 1 ? 'any' : only;
}

/** The name in `field("name")`. */
function fieldName(node: Node): string {
  const name = namedField(node);
  if (name === undefined) throw new Error('field needs a field name in quotes: field("name")');
  return name;
}

function called(
  name: string,
  args: readonly Compiled[],
  { random, regex, incidents }: Environment,
): Compiled {
  switch (name) {
    case 'now':
      expectCount(name, args, 0, 0);
      return { kind: 'text', evaluate: ({ ms }, r) => isoText(ms[r] ?? 0) };
    case 'index':
      expectCount(name, args, 0, 0);
      return { kind: 'number', evaluate: ({ index }, r) => index[r] ?? 0, vector: indexes };
    case 'rand':
      expectCount(name, args, 0, 0);
      return { kind: 'number', ...random() };
    case 'incident':
      return incident(args, incidents);
    case 'if': {
      expectCount(name, args, 3, 3);
      const [test, yes, no] = args;
      if (test === undefined || yes === undefined || no === undefined)
        throw new Error('if takes 3 arguments');
      return conditional(test, yes, no);
    }
    case 'coalesce': {
      expectCount(name, args, 1, Infinity);
      const each = args.map(({ evaluate }) => evaluate);
      return {
        kind: commonKind(args),
        vector: args
          .map(({ vector }) => vector)
          .reduceRight((rest, vector) => vector && rest && unlessNull(vector, rest)),
        evaluate(chunk, r) {
          for (const evaluate of each) {
            const value = evaluate(chunk, r);
            if (value !== null) return value;
          }
          return null;
        },
      };
    }
    default:
      return callOf(name, args, regex);
  }
}

/** The strength of an incident, or what it has drawn. @param known undefined: any may be read */
function incident(args: readonly Compiled[], known: IncidentSources | undefined): Compiled {
  expectCount('incident', args, 1, 2);
  const [name, key] = args.map(({ literal: text }) => text);
  if (typeof name !== 'string' || (args.length === 2 && typeof key !== 'string'))
    throw new Error('incident needs names in quotes: incident("outage"), or incident("outage", "service")');
  const source = known?.get(name);
  if (known === undefined) return { kind: key === undefined ? 'number' : 'any', evaluate: () => null };
  if (source === undefined)
    throw new Error(
      `Unknown incident ${name}. ${known.size === 0 ? 'A config names incidents, beside its streams; entities cannot read them' : nameHint(name, [...known.keys()], 'Incidents')}`,
    );
  if (typeof key !== 'string')
    return {
      kind: 'number',
      evaluate: ({ ms, fromMs }, r) => source.strengthAt(ms[r] ?? 0, fromMs),
      vector: eachTime((ms, fromMs) => source.strengthAt(ms, fromMs)),
    };
  const list = source.draw[key];
  if (list === undefined)
    throw new Error(
      `Incident ${name} does not draw ${key}. ${nameHint(key, Object.keys(source.draw), 'Drawn')}`,
    );
  return {
    kind: 'any',
    evaluate: ({ ms, fromMs }, r) => list[source.drawnAt(key, ms[r] ?? 0, fromMs)] ?? null,
    vector: {
      table: [...list, null],
      ...eachTime((ms, fromMs) => {
        const place = source.drawnAt(key, ms, fromMs);
        return place < 0 ? list.length : place;
      }),
    },
  };
}
