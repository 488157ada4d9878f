import { oneOf, type Template } from './template.ts';

/** The default: the smallest schema that says something. */
export const simpleExample: Template = {
  name: 'Simple Example',
  summary: 'A number and a choice.',
  schema: {
    some_int: { type: 'number.int' },
    some_values: oneOf(123, 456),
  },
};
