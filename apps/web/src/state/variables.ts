import type { Values } from './config.ts';

/** Stands for the value of a variable until it is known. From a private use area, so that no text has it. https://www.unicode.org/charts/PDF/UE000.pdf */
export const markerOf = (name: string): string => `\uE000${name}\uE001`;

const MARKER = /\uE000(\w+)\uE001/g;

/** The variables in settings, each once. */
export const variablesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string')
    return [...new Set([...value.matchAll(MARKER)].map(([, name = '']) => name))];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap((each: unknown) => variablesOf(each)))];
};

/** Settings with the values of their variables. An unknown one is empty. */
export const withVariables = (
  settings: Readonly<Record<string, unknown>>,
  values: Values,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, filled(value, values)]));

function filled(value: unknown, values: Values): unknown {
  if (typeof value === 'string')
    return value.replaceAll(MARKER, (_, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : '',
    );
  if (Array.isArray(value)) return value.map((each) => filled(each, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, values)]));
}
