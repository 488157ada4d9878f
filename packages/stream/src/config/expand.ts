import type { Issue } from '@catbird/engine';
type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, or `$${NAME}` which is none. */
const VARIABLE = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names of the variables in a value of a setting, each once. */
export function variablesIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return [
      ...new Set(
        [...value.matchAll(VARIABLE)].flatMap(([found, name = '']) => (found.startsWith('$$') ? [] : [name])),
      ),
    ];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap((each: unknown) => variablesIn(each)))];
}

/** Shorter values are no secrets: hiding a number would damage all counts. */
const LEAST_SECRET = 4;

/** Those of the values of variables that messages hide, because each may be a secret. */
export const hiddenValues = (values: readonly string[]): readonly string[] =>
  values.filter((value) => value.length >= LEAST_SECRET);

/**
 * Replaces `${NAME}` in settings by the environment variable NAME; `$${` is an escaped `${`. An unset variable adds an
 * issue.
 */
export function expand(
  settings: Readonly<Record<string, unknown>>,
  path: string,
  env: Environment,
  issues: Issue[],
): Readonly<Record<string, unknown>> {
  const inText = (text: string, at: string): string =>
    text.replaceAll(VARIABLE, (found, name: string) => {
      if (found.startsWith('$$')) return found.slice(1);
      const value = env[name];
      if (value === undefined)
        issues.push({ message: `${at}: environment variable ${name} is not set. Set it before the start` });
      return value ?? '';
    });
  const inValue = (value: unknown, at: string): unknown => {
    if (typeof value === 'string') return inText(value, at);
    if (Array.isArray(value)) return value.map((each, i) => inValue(each, `${at}.${i}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, inValue(each, `${at}.${key}`)]),
    );
  };
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key,
      inValue(value, path === '' ? key : `${path}.${key}`),
    ]),
  );
}
