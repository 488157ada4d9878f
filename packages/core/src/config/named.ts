import { suggestion } from '../model/suggestion.ts';
import { findTemplate, templates, type Template } from '../templates/index.ts';

/** The template of a name, in upper or lower case; a string is the problem with it. */
export function templateNamed(name: string): Template | string {
  const names = templates.map((each) => each.name);
  const alike = names.find((each) => each.toLowerCase() === name.toLowerCase());
  const template = findTemplate(alike ?? name);
  if (template !== undefined) return template;
  const near = suggestion(name, names);
  const hint = near === undefined ? `Valid templates: ${names.join(', ')}` : `Did you mean "${near}"?`;
  return `Unknown template "${name}". ${hint}`;
}

/** The problem with the name of an entity that a config does not have. @param names of those that it has */
export function unknownEntity(name: string, names: readonly string[]): string {
  const near = suggestion(name, names);
  const valid = names.length === 0 ? 'The config has no entities' : `Entities: ${names.join(', ')}`;
  const hint = near === undefined ? valid : `Did you mean ${near}?`;
  return `Unknown entity ${name}. ${hint}`;
}
