import { PLACEHOLDER } from '../generators/families/placeholder.ts';

const namesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);

/**
 * A template that reads other names, written as before in all else; undefined if a name cannot be written in a placeholder.
 *
 * @param to the new name for each that it reads
 */
export function withPlaceholders(text: string, to: (name: string) => string): string | undefined {
  const written = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const at = placeholder.indexOf(name);
    return placeholder.slice(0, at) + to(name) + placeholder.slice(at + name.length);
  });
  const names = namesIn(written);
  const wanted = namesIn(text).map(to);
  return names.length === wanted.length && names.every((name, i) => name === wanted[i]) ? written : undefined;
}
