import { clearTextNotes } from '../destinations/setting-flags.ts';
import { invalid, type Issue, type Result } from '@catbird/engine';
import { registrySettings, schemaInRegistry } from '@catbird/formats';
import { readEncoded, type ShapeLanguage, type FromDefinition } from '@catbird/infer';
import { flagName, parseConfig } from '@catbird/send';
import type { Terminal } from '../terminal.ts';
import { askingRegistry } from '../transport/registry.ts';

/** The languages of the kinds of schemas in a registry. */
const LANGUAGES: Readonly<Record<string, ShapeLanguage>> = {
  AVRO: 'avro',
  PROTOBUF: 'protobuf',
  JSON: 'json-schema',
};

/** A definition in a registry. */
export interface Subject {
  /** What messages call it: `orders-value`. */
  readonly name: string;
  readonly definition: FromDefinition;
}

/**
 * Reads the schema in a registry that options name. Rows of what follows from it fit it again.
 *
 * @throws NotStarted if the registry cannot be asked
 */
export async function readSubject(
  given: Readonly<Record<string, unknown>>,
  terminal: Pick<Terminal, 'interrupt'>,
): Promise<Result<Subject>> {
  const found = await askingRegistry(terminal)((access) =>
    schemaInRegistry(given, { ...access, nameOf: optionName }),
  );
  if (!found.ok) return { ok: false, issues: found.issues.map(withOption) };
  const name = typeof given['subject'] === 'string' ? given['subject'] : `schema ${found.id}`;
  const language = LANGUAGES[found.type];
  if (language === undefined)
    return invalid(`${name} is ${found.type}, and only Avro, Protobuf and JSON Schema can be read`);
  const references = found.references.map(({ text }) => text);
  const definition = await readEncoded(found.text, references, language);
  const settings = parseConfig(registrySettings, given, { clearText: true });
  const notes = settings.ok ? clearTextNotes(registrySettings, settings.config) : [];
  return { ok: true, name, definition: { ...definition, notes: [...notes, ...definition.notes] } };
}

const optionName = (name: string): string => `--${flagName(name)}`;

/** An issue that begins with the name of a setting, with that of its option. */
const withOption = (issue: Issue): Issue => ({
  ...issue,
  message: issue.message.replace(/^\w+(?=:)/, (name) =>
    Object.hasOwn(registrySettings.config.shape, name) ? optionName(name) : name,
  ),
});
