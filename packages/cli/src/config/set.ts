/**
 * A config with one value replaced, as `--set settings.token=abc` says. The value is JSON where it can be read as such, else a text.
 *
 * @returns undefined when the text is no assignment, or leads through something that is no object
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
