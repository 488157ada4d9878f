import { yamlPlaces, type TextRange } from './yaml-places.ts';

/**
 * Finds what a problem of a config is about: `streams.orders.eps must be …`, `Unknown key streams.orders.ep. …`. Undefined: the whole.
 *
 * @param text of the config, YAML or JSON
 */
export async function linePlaces(
  text: string,
  config: unknown,
): Promise<(line: string) => TextRange | undefined> {
  const rangeOf = await yamlPlaces(text);
  return (line) => {
    const path = pathIn(line, config);
    return path.length === 0 ? undefined : rangeOf(path, line.startsWith(UNKNOWN));
  };
}

const UNKNOWN = 'Unknown key ';

/** The keys that a line begins with, as far as the config has them. */
function pathIn(line: string, config: unknown): readonly string[] {
  // Without streams, this begins with no key.
  const text = line.startsWith('Unknown destination ') ? 'destination' : line.replace(UNKNOWN, '');
  const [, name = ''] = /^([\w$.-]+)/.exec(text) ?? [];
  const path: string[] = [];
  let value = config;
  // The dot at the end of a sentence is none between keys.
  for (const key of name.replace(/\.$/, '').split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break;
    path.push(key);
    value = new Map<string, unknown>(Object.entries(value)).get(key);
  }
  return path;
}
