/**
 * Characters that a terminal obeys, or that change the order or place of others: C0 controls except newline and tab, DEL, C1
 * controls, bidirectional controls (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), line and paragraph
 * separators, and characters of no width except the joiners that emoji and some scripts need.
 */
const CONTROLS =
  // Control characters are what this is about.
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * A text that a terminal shows and never obeys: a control character becomes its code, such as `\u009b`. Within a JSON text
 * this changes no value. Newlines and tabs stay, and CRLF becomes a newline.
 */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, escaped);

/** A foreign text within a line of ours: as `printable`, with newlines and tabs escaped, so that it cannot forge a line. */
export const inLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, escaped);

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
