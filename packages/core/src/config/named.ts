import { suggestion } from '../model/suggestion.ts';
import { findTemplate, templates } from '../templates/index.ts';
import type { Template } from '../templates/template.ts';

/** The template of a name, in upper or lower case; a string is the problem with it. */
export function templateNamed(name: string): Template | string {
  const names = templates.map((each) => each.name);
  const alike = names.find((each) => each.toLowerCase() === name.toLowerCase());
  const template = findTemplate(alike ?? name);
  if (template !== undefined) return template;
  const near = suggestion(name, names) ?? oneWith(name, names);
  const hint = near === undefined ? `Valid templates: ${names.join(', ')}` : `Did you mean "${near}"?`;
  return `Unknown template "${name}". ${hint}`;
}

/** Words for destinations and commands, besides their names. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['stdout', 'log'],
  ['console', 'log'],
  ['terminal', 'log'],
  ['print', 'log'],
  ['disk', 'file'],
  ['webhook', 'http'],
  ['rest', 'http'],
  ['generate', 'sample'],
  ['preview', 'sample'],
  ['start', 'run'],
]);

/** The destination or command that a word may mean: `log` for `stdout`, `aws-kinesis` for `kinesis`. @param commands the names that it may have */
export function commandMeant(word: string, commands: readonly string[]): string | undefined {
  const meant = WORDS.get(word.toLowerCase());
  return meant !== undefined && commands.includes(meant)
    ? meant
    : (suggestion(word, commands) ?? oneWith(word, commands));
}

/** The only name that contains a text of at least three characters, in upper or lower case. */
function oneWith(text: string, names: readonly string[]): string | undefined {
  const part = text.trim().toLowerCase();
  const found = names.filter((each) => each.toLowerCase().includes(part));
  return part.length >= 3 && found.length === 1 ? found[0] : undefined;
}

/** The problem with the name of an entity that a config does not have. @param names of those that it has */
export function unknownEntity(name: string, names: readonly string[]): string {
  const near = suggestion(name, names);
  const valid = names.length === 0 ? 'The config has no entities' : `Entities: ${names.join(', ')}`;
  const hint = near === undefined ? valid : `Did you mean ${near}?`;
  return `Unknown entity ${name}. ${hint}`;
}
