/** A placeholder in the text of a template: `{{name}}` or `{{name|lower}}`. */
export const PLACEHOLDER = /\{\{\s*([^{}|]+?)\s*(?:\|\s*(\w+)\s*)?\}\}/g;
