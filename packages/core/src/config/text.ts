import { longNumberIn, longText } from './long-numbers.ts';
import { boundsFault } from './size.ts';
import { parseYaml } from './yaml.ts';

/** Whether a file is YAML, by its name. */
export const isYaml = (file: string): boolean => /[^/\\]\.ya?ml$/i.test(file);

/** Maximum length of a config file, and of any text that is read as a whole. */
export const MAX_TEXT_MIB = 16;

/**
 * Parses a config file: YAML by its file name extension, else JSON.
 *
 * @throws Error if the text is invalid or too large
 */
export async function parseText(text: string, file: string): Promise<unknown> {
  if (text.length > MAX_TEXT_MIB * 2 ** 20) throw new Error(`longer than ${MAX_TEXT_MIB} MiB`);
  const value: unknown = isYaml(file) ? await parseYaml(text) : parseJson(text);
  const fault = boundsFault(value);
  if (fault !== undefined) throw new Error(fault);
  return value;
}

function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const long = longNumberIn(text);
  if (long !== undefined) throw new Error(longText(long));
  return value;
}
