import { PLACEHOLDER } from '../generators/families/placeholder.ts';
import type { Context, ParsedField } from './context.ts';

/** Placeholders of other languages: `${name}`, `{name}`, `#{name}`, `%{name}`, `<%= name %>` and `%name%`. */
const OTHERS = /[$#%]?\{\s*([\w.-]+)\s*\}|<%=?\s*([\w.-]+)\s*%>|%([\w.-]+)%/g;
/** Two braces without a partner, or with more than a name between them. Two closing ones may be those of JSON in the text. */
const BRACES = /\{\{[^{}]*\}{0,2}/;

/** Adds a warning to templates with text that looks like a placeholder and is none. @param path of the object that contains the fields */
export function noteTemplates(
  each: readonly ParsedField[],
  path: readonly string[],
  { findings }: Context,
): void {
  const names = new Set(each.map(({ field }) => field.name));
  for (const { field, at, paramsAt = at } of each) {
    const [text] = field.args;
    if (field.type !== 'catbird.template' || typeof text !== 'string') continue;
    const found = mistakenIn(text, names);
    if (found === undefined) continue;
    findings.add({
      code: 'template',
      severity: 'warning',
      message: `${field.name}: ${found.written} is not a placeholder, so it stays in the text`,
      hint: `To read a field, write ${found.meant}`,
      at: paramsAt,
      path: [...path, field.name, 'params'],
    });
  }
}

interface Mistaken {
  readonly written: string;
  /** What to write instead. */
  readonly meant: string;
}

/** The first text that looks like a placeholder and is none. @param names of fields */
function mistakenIn(text: string, names: ReadonlySet<string>): Mistaken | undefined {
  const rest = text.replace(PLACEHOLDER, ' ');
  const [braces] = BRACES.exec(rest) ?? [];
  if (braces !== undefined) {
    const [name] = /[\w.-]+/.exec(braces) ?? [];
    return { written: braces.trim(), meant: `{{${name ?? 'name'}}}` };
  }
  for (const [written, ...found] of rest.matchAll(OTHERS)) {
    const name = found.find((each) => each !== undefined) ?? '';
    if (names.has(name) || names.has(name.split('.')[0] ?? '')) return { written, meant: `{{${name}}}` };
  }
  return undefined;
}
