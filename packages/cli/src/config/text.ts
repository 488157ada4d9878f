import { extname } from 'node:path';

/** The value of a config file's text: YAML where the file's name ends so, else JSON. */
export async function parseText(text: string, file: string): Promise<unknown> {
  if (!/\.ya?ml$/.test(extname(file))) return JSON.parse(text);
  const { parse } = await import('yaml');
  return parse(text, { merge: true });
}
