import type { z } from 'zod/mini';
import { keysAt, unknownKeyHint } from './known-keys.ts';

/** What params are refused for: where, counted from the list of arguments, and why. */
export interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** The path leads to what means nothing, such as an unknown key, and this is what to do about it. */
  readonly unknown?: { readonly hint: string };
}

type ZodIssue = z.core.$ZodIssue;

/**
 * A sentence for each thing that zod says against params.
 *
 * @param schema what they were held against: its keys are suggested
 * @param noun what a key is called, in the plural
 */
export function complaints(
  issues: readonly ZodIssue[],
  schema: z.core.$ZodType,
  noun: 'params' | 'keys',
  within: readonly PropertyKey[] = [],
): readonly Complaint[] {
  const told = new Set<string>();
  return issues.flatMap((issue) => {
    const path = [...within, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, path);
      return issue.keys.map((key) => ({
        path: [...path, key],
        text: `Unknown ${noun === 'params' ? 'param' : 'key'} ${key}`,
        unknown: { hint: unknownKeyHint(key, known, noun) },
      }));
    }
    // What is of the wrong kind need not also be too short.
    const place = path.map(String).join('\n');
    if (told.has(place)) return [];
    told.add(place);
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      return complaints(nearestBranch(issue.errors), schema, noun, path);
    }
    const isBare = issue.code === 'invalid_type' && issue.expected === 'object' && path.length === 1;
    if (isBare && keysAt(schema, path).length === 0) return [{ path, text: 'It takes no params' }];
    const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
    return [{ path, text: sentence(issue, path), ...(typeof hint === 'string' && { unknown: { hint } }) }];
  });
}

/** Of several accepted forms, the one that was most nearly written: only keys are too many, or complaints lie deepest. */
function nearestBranch(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] {
  const depth = (issues: readonly ZodIssue[]): number =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === 'invalid_type' ? 0 : 0.5)));
  const isKnown = branches.find((issues) => issues.every(({ code }) => code === 'unrecognized_keys'));
  if (isKnown !== undefined) return isKnown;
  return branches.reduce((best, branch) => (depth(branch) > depth(best) ? branch : best));
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
]);

const UNNAMED = 'The argument';

function sentence(issue: ZodIssue, path: readonly PropertyKey[]): string {
  const key = path.at(-1);
  const name = typeof key === 'string' ? key : UNNAMED;
  return (path.length === 0 ? OF_LIST.get(issue.code) : undefined) ?? ofArgument(issue, name);
}

/** Of the list of arguments as a whole. */
const OF_LIST: ReadonlyMap<string, string> = new Map([
  ['too_small', 'Params are missing'],
  ['too_big', 'There are more arguments than it takes'],
]);

function ofArgument(issue: ZodIssue, name: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${NAMES.get(issue.expected) ?? issue.expected}`;
    case 'too_small':
      return tooFar(name, issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return tooFar(name, issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_value':
      return `${name} must be ${issue.values
        .map((value) => JSON.stringify(value))
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`;
    case 'custom':
    case 'invalid_format':
      return issue.message ?? 'The argument does not fit';
    default:
      return 'The argument does not fit';
  }
}

function tooFar(name: string, origin: string, bound: string, limit: number | bigint): string {
  const number = limit.toLocaleString('en');
  if (origin === 'array' || origin === 'tuple')
    return `${name === UNNAMED ? 'The list' : name} must have ${bound} ${number} ${Number(limit) === 1 ? 'element' : 'elements'}`;
  if (origin === 'string') return `${name} must have ${bound} ${number} characters`;
  return `${name} must be ${bound} ${number}`;
}
