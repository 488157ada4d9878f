import type { Data } from '../../data/store.ts';
import { suggestion } from '../../model/suggestion.ts';
import type { Value } from '../kernels/engine/scan.ts';
import { applied } from '../kernels/formula/arithmetic.ts';
import type { Evaluate } from '../kernels/formula/formula.ts';
import type { Vector } from '../kernels/formula/vector.ts';
import { functions as plainFunctions, listFunctions, type Callable } from './functions.ts';
import { familiarFunction } from './explain.ts';
import { fits, typeName, mayBe, type ValueType } from './value-type.ts';
import { described, type Compiled } from './operators.ts';
import { regexFunctions } from './regex-functions.ts';

/** All functions except `if`, `coalesce`, `field`, `incident`, `now`, `index` and `rand`. */
export const functions: ReadonlyMap<string, Callable> = new Map([...plainFunctions, ...regexFunctions]);

const SPECIAL = ['now', 'if', 'field', 'coalesce', 'incident'] as const;

/** Names of all functions. */
export const functionNames: readonly string[] = [...SPECIAL, ...functions.keys(), 'index', 'rand'];

/** Compiles a call. @throws Error if there is no such function, or the arguments do not fit */
export function callOf(name: string, args: readonly Compiled[], regex: Data['regex']): Compiled {
  const callable = (isOfList(args) ? listFunctions.get(name) : undefined) ?? functions.get(name);
  if (callable === undefined) {
    const meant = familiarFunction(name) ?? suggestion(name, functionNames);
    throw new Error(
      `Unknown function ${name}. ${meant === undefined ? `Valid functions: ${functionNames.join(', ')}` : `Did you mean ${meant}?`}`,
    );
  }
  const { takes, least, isOpen, gives, choices, checks, bind } = callable;
  expectCount(name, args, least, isOpen ? Infinity : takes.length);
  const kinds = args.map((_, i) => takes[Math.min(i, takes.length - 1)] ?? 'any');
  args.forEach((arg, i) => {
    const kind = kinds[i] ?? 'any';
    if (!mayBe(arg.kind, kind)) throw new Error(`${name} needs ${typeName(kind)}, not ${described(arg)}`);
    const allowed = choices[i];
    if (allowed !== undefined && typeof arg.literal === 'string' && !allowed.includes(arg.literal))
      throw new Error(`${name} does not accept ${JSON.stringify(arg.literal)}. Valid: ${allowed.join(', ')}`);
    if (typeof arg.literal === 'string') checks[i]?.(arg.literal);
  });
  const call = bind?.(args, regex) ?? callable.call;
  const isOfNumbers = gives === 'number' && takes.every((kind) => kind === 'number');
  return {
    kind: gives,
    evaluate: calling(call, kinds, args),
    vector: isOfNumbers ? calledAtOnce(name, call, args) : undefined,
  };
}

/** Whether a function takes a list, or a field that may be one: alone, or with the name of a member. */
const isOfList = ([first, member, ...others]: readonly Compiled[]): boolean =>
  first !== undefined &&
  (first.kind === 'list' || first.kind === 'any') &&
  (member === undefined || typeof member.literal === 'string') &&
  others.length === 0;

/** A call with numbers only. */
function calledAtOnce(name: string, call: Callable['call'], args: readonly Compiled[]): Vector | undefined {
  const parts = args.flatMap(({ vector }) => vector ?? []);
  // It takes numbers and gives a number.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts.length === args.length
    ? applied(name, call as (...numbers: number[]) => Value, parts)
    : undefined;
}

/** @throws Error if the number of arguments is another one */
export function expectCount(
  name: string,
  { length }: readonly Compiled[],
  least: number,
  most: number,
): void {
  if (length >= least && length <= most) return;
  const count =
    most === least ? String(least) : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  throw new Error(
    `${name} takes ${count} ${(most === Infinity ? least : most) === 1 ? 'argument' : 'arguments'}, not ${length}`,
  );
}

/** The call, unrolled for one to three arguments: a loop takes twice as long. */
function calling(given: Callable['call'], kinds: readonly ValueType[], args: readonly Compiled[]): Evaluate {
  // Every argument's kind is checked before the call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const call = given as (...values: readonly Value[]) => Value | undefined;
  const [a, b, c] = args.map(({ evaluate }) => evaluate);
  const [kindA = 'any', kindB = 'any', kindC = 'any'] = kinds;
  if (args.length > 3 || a === undefined) {
    const each = args.map(({ evaluate }) => evaluate);
    return (chunk, r) => {
      const values = each.map((evaluate) => evaluate(chunk, r));
      return values.every((value, i) => fits(value, kinds[i] ?? 'any')) ? (call(...values) ?? null) : null;
    };
  }
  if (b === undefined)
    return (chunk, r) => {
      const x = a(chunk, r);
      return fits(x, kindA) ? (call(x) ?? null) : null;
    };
  if (c === undefined)
    return (chunk, r) => {
      const [x, y] = [a(chunk, r), b(chunk, r)];
      return fits(x, kindA) && fits(y, kindB) ? (call(x, y) ?? null) : null;
    };
  return (chunk, r) => {
    const [x, y, z] = [a(chunk, r), b(chunk, r), c(chunk, r)];
    return fits(x, kindA) && fits(y, kindB) && fits(z, kindC) ? (call(x, y, z) ?? null) : null;
  };
}
