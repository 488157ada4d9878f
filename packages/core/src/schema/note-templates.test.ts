import { expect, test } from 'vitest';
import { parseSchema } from './parse.ts';

const notesOn = (template: string): readonly (readonly [string, string, string | undefined])[] => {
  const result = parseSchema(
    JSON.stringify({
      name: { type: 'person.firstName' },
      who: { type: 'catbird.person' },
      text: { type: 'catbird.template', params: template },
    }),
  );
  return (result.ok ? result.notes : result.issues).map(({ severity, message, hint }) => [
    severity,
    message,
    hint,
  ]);
};

test.each([
  ['Hi {{name', '{{name', '{{name}}'],
  ['Hi {{name}!', '{{name}', '{{name}}'],
  ['{{name|upper|trim}}', '{{name|upper|trim}}', '{{name}}'],
  ['Hi {{}}', '{{}}', '{{name}}'],
  ['Hi {name}', '{name}', '{{name}}'],
  ['Hi ${ name }', '${ name }', '{{name}}'],
  ['Hi #{name}', '#{name}', '{{name}}'],
  ['Hi <%= name %>', '<%= name %>', '{{name}}'],
  ['Hi %name%', '%name%', '{{name}}'],
  ['{{name}} at {who.email}', '{who.email}', '{{who.email}}'],
])('the template %j has a warning', (template, written, meant) => {
  expect(notesOn(template)).toEqual([
    [
      'warning',
      `text: ${written} is not a placeholder, so it stays in the text`,
      `To read a field, write ${meant}`,
    ],
  ]);
});

test.each([
  '{{name}}',
  '{{{name}}}',
  '{"a": {"b": "{{name}}"}}',
  '{{ who.email | lower }} }}',
  '{other} ${other} %other%',
  '100% of {{name}} and 50% of it',
])('the template %j has none', (template) => {
  expect(notesOn(template)).toEqual([]);
});

test('a template in an object has a warning at its place', () => {
  const fields = { id: { type: 'string.uuid' }, text: { type: 'catbird.template', params: 'No. {id}' } };
  const result = parseSchema(JSON.stringify({ inner: { type: 'object', fields } }, null, 1));
  expect(result.ok && result.notes.map(({ line, path }) => [line, path])).toEqual([
    [10, ['inner', 'fields', 'text', 'params']],
  ]);
});
