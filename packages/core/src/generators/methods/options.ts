import type { Scope } from '../generator.ts';
import type { Cell } from '../kernels/engine/cell.ts';

/** Writes the values of a method of faker for these arguments; undefined to let faker make them. */
export type MethodKernel = (args: readonly unknown[], scope: Scope) => Cell | undefined;

/** The options of a method: those in its only argument, or none; undefined for other arguments. */
export function optionsIn([given, ...rest]: readonly unknown[]):
  Readonly<Record<string, unknown>> | undefined {
  if (rest.length > 0) return undefined;
  if (given === undefined) return {};
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Whether an option is absent or one of these values. */
export const isOneOf = <Value>(given: unknown, values: readonly Value[]): given is Value | undefined =>
  given === undefined || (values as readonly unknown[]).includes(given);

/** Whether an option is absent or a boolean. */
export const isFlag = (given: unknown): given is boolean | undefined =>
  given === undefined || typeof given === 'boolean';
