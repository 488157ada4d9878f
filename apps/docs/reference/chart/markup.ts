/** An element's start or end, text, or an entity. */
const PART = /<(?<close>\/?)(?<name>\w+)(?: [\w-]+="[^"<&]*")*(?<empty>\/?)>|[^<&]+|&(?:amp|lt|gt);/gy;

/** What makes a text no well-formed XML: elements without their start or end, and from where on it is no markup. */
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
