/** The content of the first element of this name; undefined if it is missing or not closed. Takes linear time for any text. */
export function contentIn(xml: string, name: string): string | undefined {
  const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`).exec(xml);
  if (opening === null) return undefined;
  const start = opening.index + opening[0].length;
  const end = xml.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : xml.slice(start, end);
}

/** The text of the first element of this name that has no elements in it; undefined if there is none. */
export const elementIn = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, characterOf);
};

const NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10_ff_ff;

/** The character that a reference stands for, or the reference itself if it is invalid. */
function characterOf(reference: string, hex?: string, digits?: string, name?: string): string {
  if (name !== undefined) return NAMES[name] ?? reference;
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : reference;
}
