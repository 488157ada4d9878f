/** Strings, with the colon behind those that are names, and space between tokens. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\s+/g;

/** A line of JSON as rows are written: without space between tokens, and names without needless escapes. Values stay as they are. */
export const compact = (line: string): string =>
  line.replaceAll(TOKENS, (_, text: string | undefined, colon: string | undefined) => {
    if (text === undefined) return '';
    if (colon === undefined) return text;
    return `${text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text}:`;
  });
