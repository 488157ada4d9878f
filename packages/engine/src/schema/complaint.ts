import type * as z from 'zod/mini';
import { keysAt, unknownKeyHint } from './known-keys.ts';

/** Why params are rejected, and where: the path starts at the argument list. */
export interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** Set if the path leads to something without effect, such as an unknown key; the hint says what to do. */
  readonly unknown?: { readonly hint: string };
  /** What to do. Default: the hint of `unknown`, or the type's example. */
  readonly hint?: string;
  /** The key at the end of the path is wrong, not its value. */
  readonly isKey?: boolean;
}

type ZodIssue = z.core.$ZodIssue;

/**
 * Converts zod issues to messages for people.
 *
 * @param schema the schema that was violated; its keys are suggested
 * @param noun the plural noun for keys
 */
export function complaints(
  issues: readonly ZodIssue[],
  schema: z.core.$ZodType,
  noun: 'params' | 'keys',
  within: readonly PropertyKey[] = [],
): readonly Complaint[] {
  const seen = new Set<string>();
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
    // One message per place: a value of the wrong type is not also reported as too short.
    const place = path.map(String).join('\n');
    if (seen.has(place)) return [];
    seen.add(place);
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      return complaints(nearestBranch(issue.errors), schema, noun, path);
    }
    const isBare = issue.code === 'invalid_type' && issue.expected === 'object' && path.length === 1;
    if (isBare && keysAt(schema, path).length === 0) return [{ path, text: 'Takes no params' }];
    const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
    return [{ path, text: sentence(issue, path), ...(typeof hint === 'string' && { unknown: { hint } }) }];
  });
}

/** The union branch closest to the input: the first with only unknown keys, else the one whose issues lie deepest; of several, the one with the fewest. */
function nearestBranch(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] {
  const depth = (issues: readonly ZodIssue[]): number =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === 'invalid_type' ? 0 : 0.5)));
  const isKnown = branches.find((issues) => issues.every(({ code }) => code === 'unrecognized_keys'));
  if (isKnown !== undefined) return isKnown;
  return branches.reduce((best, branch) => {
    const deeper = depth(branch) - depth(best);
    return deeper > 0 || (deeper === 0 && branch.length < best.length) ? branch : best;
  });
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
]);

const UNNAMED = 'The argument';

function sentence(issue: ZodIssue, path: readonly PropertyKey[]): string {
  const name = nameOf(path);
  return (path.length === 0 ? OF_LIST.get(issue.code) : undefined) ?? ofArgument(issue, name);
}

/** The name of the param at a path, with its place in a list: `waypoints[0][1]`. */
function nameOf(path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((key) => typeof key === 'string');
  const places = path.slice(at + 1).map((index) => `[${String(index)}]`);
  return at < 0 ? UNNAMED : `${String(path[at])}${places.join('')}`;
}

/** Messages about the argument list as a whole. */
const OF_LIST: ReadonlyMap<string, string> = new Map([
  ['too_small', 'Missing params'],
  ['too_big', 'Too many arguments'],
]);

function ofArgument(issue: ZodIssue, name: string): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'nonoptional') return `${name} is missing`;
      return `${name} must be ${NAMES.get(issue.expected) ?? issue.expected}`;
    case 'too_small':
      return tooFar(
        name,
        issue.origin,
        issue.inclusive === false ? 'greater than' : 'at least',
        issue.minimum,
      );
    case 'too_big':
      return tooFar(name, issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_value':
      return `${name} must be ${issue.values
        .map((value) => JSON.stringify(value))
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`;
    case 'custom':
    case 'invalid_format':
      return issue.message ?? 'Invalid argument';
    default:
      return 'Invalid argument';
  }
}

function tooFar(name: string, origin: string, bound: string, limit: number | bigint): string {
  const number = limit.toLocaleString('en');
  const isList = origin === 'array' || origin === 'tuple';
  if (!isList && origin !== 'string') return `${name} must be ${bound} ${number}`;
  const noun = isList ? 'element' : 'character';
  const subject = isList && name === UNNAMED ? 'The list' : name;
  if (bound === 'at least' && Number(limit) === 1) return `${subject} must not be empty`;
  return `${subject} must have ${bound} ${number} ${noun}${Number(limit) === 1 ? '' : 's'}`;
}
