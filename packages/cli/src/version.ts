import { readFile } from 'node:fs/promises';

/** The version of this package. */
export async function version(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return String(Object.entries(JSON.parse(text)).find(([key]) => key === 'version')?.[1]);
}
