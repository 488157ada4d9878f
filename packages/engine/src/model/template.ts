/** A value in a text: `{{name|filter}}`. */
export interface Slot {
  /** The text before it, since the slot before. */
  readonly before: string;
  /** Name of the value. */
  readonly name: string;
  /** Names after bars. */
  readonly filters: readonly string[];
}

/** A text with values in it: its slots, and the text after the last of them. */
export interface Template {
  readonly slots: readonly Slot[];
  readonly after: string;
}

/** A name has no braces and no bar. */
const SLOT = /\{\{\s*([^{}|]*?)\s*((?:\|[^{}|]*)*)\}\}/g;

/** Finds the values in a text. What only looks like one stays text. */
export function readTemplate(text: string): Template {
  const slots: Slot[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: filters = '', index } of text.matchAll(SLOT)) {
    slots.push({
      before: text.slice(end, index),
      name,
      filters: filters
        .split('|')
        .slice(1)
        .map((each) => each.trim()),
    });
    end = index + whole.length;
  }
  return { slots, after: text.slice(end) };
}

/** Whether a text has values in it, or looks like that. */
export const isFilled = (text: string): boolean => text.includes('{{');

/** A text with the same text in place of every value, to check what is around them. */
export const filledWith = (text: string, value: string): string => text.replaceAll(SLOT, () => value);
