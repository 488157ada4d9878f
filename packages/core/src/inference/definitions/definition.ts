import { written, type Written } from './config.ts';
import { readSql } from './sql/sql.ts';

/** Languages of definitions. */
export type DefinitionLanguage = 'sql';

/** A schema or a config from a definition, and what of the definition was not understood. */
export type FromDefinition = Written & { readonly tables: number; readonly notes: readonly string[] };

/** Statements and comments that SQL begins with. */
const SQL =
  /^(\s|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)*(create|drop|set|use|begin|start|alter|insert|pragma|delimiter|comment)\s/i;

/** The language that a text is written in, if it begins like a definition. */
export function definitionLanguage(start: string): DefinitionLanguage | undefined {
  return SQL.test(start.replace(/^\ufeff/, '')) && /\bcreate\b/i.test(start) ? 'sql' : undefined;
}

/** Reads a definition of tables or events. */
export function readDefinition(text: string, _language: DefinitionLanguage): FromDefinition {
  const definition = readSql(text);
  return { ...written(definition), tables: definition.tables.length, notes: definition.notes };
}
