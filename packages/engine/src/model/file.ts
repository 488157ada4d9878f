/** The encoding of a text by its byte order mark. Default: UTF-8. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The text of a file: UTF-16 with a byte order mark, as PowerShell writes it, or else UTF-8. The mark is not part of the text. */
export const textOfFile = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** What to do about a path with control characters; undefined if it has none. */
export const pathAdvice = (path: string): string | undefined =>
  /\p{Cc}/u.test(path)
    ? String.raw`Must not contain control characters. In double quotes, \t is a tab and \n a line break: use / between folders, or single quotes in YAML`
    : undefined;
