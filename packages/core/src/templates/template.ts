/** A field of a template, as a schema text spells it. */
export interface TemplateField {
  readonly type: string;
  readonly params?: readonly unknown[];
  readonly count?: number;
}

/** A named schema that ships with Catbird. */
export interface Template {
  /** As in the page's list and the query parameter `template`. */
  readonly name: string;
  /** One sentence: what its rows are. */
  readonly summary: string;
  readonly schema: Readonly<Record<string, TemplateField>>;
}

/** A whole number from `min` to `max`, both included. */
export const whole = (min: number, max: number): TemplateField => ({
  type: 'number.int',
  params: [{ min, max }],
});

/** One of the values, all equally likely. */
export const oneOf = (...values: readonly unknown[]): TemplateField => ({
  type: 'helpers.arrayElement',
  params: [values],
});

/** One of the values, by weight. */
export const weighted = (
  ...items: readonly (readonly [value: unknown, weight: number])[]
): TemplateField => ({
  type: 'helpers.weightedArrayElement',
  params: [items.map(([value, weight]) => ({ weight, value }))],
});

/** A random UUID. */
export const uuid: TemplateField = { type: 'string.uuid' };

/** The event's time as a full ISO timestamp. */
export const timestamp: TemplateField = { type: 'catbird.timestampNow' };
