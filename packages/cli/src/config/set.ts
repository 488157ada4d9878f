/**
 * Replaces one value of a config, for `--set settings.token=abc`. The value is parsed as JSON if possible, else it is a string.
 *
 * @returns undefined if the text is not an assignment, or its path leads through something other than an object
 */
export function withValue(config: unknown, assignment: string): unknown {
  const [, path, text = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
  return path === undefined ? undefined : replaced(config, path.split('.'), valueOf(text));
}

function replaced(config: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  const entries = new Map<string, unknown>(Object.entries(config));
  const inner = replaced(entries.get(key) ?? {}, rest, value);
  return inner === undefined ? undefined : Object.fromEntries(entries.set(key, inner));
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
