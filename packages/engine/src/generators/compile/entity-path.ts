/** The path of an entity's fields, which keys their draws. `$entities` is reserved at the top of a schema, so no field of a row has it. */
export const entityPath = (name: string): string => `$entities\n${name}\n`;
