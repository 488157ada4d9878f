import {
  LETTER,
  number,
  path,
  picture,
  px,
  text,
  TOP,
  WIDTH,
  type Chart,
  type Tone,
  type Words,
} from './picture.ts';

const STEP = 26;
const THICKNESS = 18;
/** From the top of a bar to the baseline of its text. */
const BASELINE = 14;
/** Width of the number beside the longest bar. */
const NUMBER_WIDTH = 76;

/** A bar and its number. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly tone?: Tone;
}

/**
 * Draws horizontal bars, each with its name and number.
 *
 * @param label what the numbers measure
 * @param unit suffix of each number
 */
export function bars(words: Words, label: string, unit: string, items: readonly Bar[]): Chart {
  const left = Math.max(...items.map(({ name }) => name.length)) * LETTER + 12;
  const perUnit = (WIDTH - left - NUMBER_WIDTH) / Math.max(...items.map(({ value }) => value));
  const parts = items.flatMap(({ name, value, tone = 'egg' }, i) => {
    const y = TOP - 6 + i * STEP;
    const width = Math.max(1, value * perUnit);
    return [
      text(0, y + BASELINE, name, 'ink'),
      path(`M${px(left)} ${px(y)}h${px(width)}v${THICKNESS}h-${px(width)}z`, `area ${tone}`),
      text(left + width + 8, y + BASELINE, `${number(value)}${unit}`, 'muted'),
    ];
  });
  return picture(words, label, TOP + items.length * STEP, parts);
}

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
