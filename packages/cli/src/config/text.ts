import { extname } from 'node:path';
import { boundsFault } from './size.ts';
import { parseYaml } from './yaml.ts';

/** Longest text of a config file, in MiB. */
const MOST_MIB = 16;

/**
 * The value of a config file's text: YAML where the file's name ends so, else JSON.
 *
 * @throws Error with a sentence when it is neither, or larger than a config may be
 */
export async function parseText(text: string, file: string): Promise<unknown> {
  if (text.length > MOST_MIB * 2 ** 20) throw new Error(`it is longer than ${MOST_MIB} MiB`);
  const value: unknown = /\.ya?ml$/.test(extname(file)) ? await parseYaml(text) : JSON.parse(text);
  const fault = boundsFault(value);
  if (fault !== undefined) throw new Error(fault);
  return value;
}
