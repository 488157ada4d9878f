import { isObject } from '@catbird/engine';

/** Reads the file that a reference in a definition leads to. Undefined: it is missing, or outside of what may be read. @param from the path of the file with the reference. Default: the definition itself */
export type Follow = (
  reference: string,
  from?: string,
) => Promise<{ readonly path: string; readonly text: string } | undefined>;

/** The member that has the linked files. Extensions of all languages begin with `x-`. */
const FILES = 'x-files';

/** Files that are followed, at most. */
const MOST_FILES = 200;

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * A document that has the files its references lead to, with those references leading to them there.
 *
 * @param parse reads JSON and YAML. Other files stay texts
 */
export async function withFiles(
  document: unknown,
  follow: Follow,
  parse: (text: string) => Promise<unknown>,
): Promise<unknown> {
  const files = new Map<string, unknown>();
  const linked = async (reference: string, from: string | undefined): Promise<string> => {
    const [file = '', fragment = ''] = reference.split('#', 2);
    if (file === '') return from === undefined ? reference : `#/${FILES}/${escaped(from)}${fragment}`;
    if (/^[a-z][a-z+.-]*:/i.test(file) || files.size >= MOST_FILES) return reference;
    const found = await follow(file, from);
    if (found === undefined) return reference;
    const { path, text } = found;
    if (!files.has(path)) {
      files.set(path, text);
      const isDocument = /\.(ya?ml|json|avsc)$/i.test(path);
      if (isDocument) files.set(path, await walk(await parse(text), path));
    }
    return `#/${FILES}/${escaped(path)}${fragment}`;
  };
  const walk = async (value: unknown, from: string | undefined): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((each) => walk(each, from)));
    if (!isObject(value)) return value;
    const members: [string, unknown][] = [];
    for (const [key, each] of Object.entries(value))
      members.push([
        key,
        key === '$ref' && typeof each === 'string' ? await linked(each, from) : await walk(each, from),
      ]);
    return Object.fromEntries(members);
  };
  const whole = await walk(document, undefined);
  return files.size === 0 || !isObject(whole) ? whole : { ...whole, [FILES]: Object.fromEntries(files) };
}
