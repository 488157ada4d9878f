/** The message of a thrown value, or "Unknown error" if it has none. Specification, section 5. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : thrown;
  return typeof text === 'string' && text.trim() !== '' ? text : 'Unknown error';
}

/**
 * Characters that control a terminal or reorder text: C0 controls except newline and tab, DEL, C1
 * controls, bidirectional controls (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), line and paragraph
 * separators, and characters of no width except the joiners that emoji and some scripts need.
 */
const CONTROLS =
  // Control characters are the point.
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * Makes a text safe for a terminal: control characters become escapes such as `\u009b`, which changes no value in JSON. Newlines and
 * tabs stay, and CRLF becomes a newline.
 */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, escaped);

/** Makes the parts of a text printable, one after the other. A character may begin in one part and end in the next. */
export function newPrintable(): (part: Uint8Array | string) => string {
  const decoder = new TextDecoder();
  return (part) => printable(typeof part === 'string' ? part : decoder.decode(part, { stream: true }));
}

/** Like `printable`, with newlines and tabs escaped, so that foreign text cannot forge a line. */
export const inLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, escaped);

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
