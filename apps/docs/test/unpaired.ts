/** A start or end tag, text, or an entity. */
const PART = /<(?<close>\/?)(?<name>\w+)(?: [\w-]+="[^"<&]*")*(?<empty>\/?)>|[^<&]+|&(?:amp|lt|gt);/gy;

/** Why a text is not well-formed XML: unpaired tags, and the rest of the text from the first invalid character. Empty if it is. */
export function unpaired(text: string): readonly string[] {
  const parts = [...text.matchAll(PART)];
  const rest = text.slice(parts.reduce((length, [part]) => length + part.length, 0));
  const open: string[] = [];
  for (const { groups: { close, name, empty } = {} } of parts) {
    if (name === undefined || empty !== '') continue;
    if (close === '') open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [`/${name}`];
  }
  return rest === '' ? open : [...open, rest];
}
