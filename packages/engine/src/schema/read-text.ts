import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { customTypes } from '../generators/families/custom.ts';
import type { Files } from '../generators/generator.ts';
import { typeNames } from '../generators/known-types.ts';
import { bounds } from '../model/bounds.ts';
import type { CustomType } from '../model/custom-type.ts';
import { calmIncidents, type Incident } from '../model/incident.ts';
import type { Entity } from '../model/schema.ts';
import { type Context, newBudget, type Watch } from './context.ts';
import { type Findings, newFindings, type SchemaResult } from './findings.ts';
import { type JsonDocument, type JsonNode, readJson } from './read-json.ts';
import { readRoot } from './root.ts';

/** The beginning of code, markup, YAML or a table: a word that is no value of JSON, with more behind it. */
const FOREIGN_TEXT =
  /^(?!(?:true|false|null|undefined|none|nan|infinity)\b)(?:[a-z_$][\w$.-]*(?:\s*[^\s\w]|\s+\w)|[<(*@%])/i;
/** The first key of YAML. */
const YAML_KEY = /^[\w$.-]+:\s/;

/** One fault for a text that is something else than JSON from its beginning; undefined for others, which are parsed. */
function foreignText(text: string): JsonDocument | undefined {
  const offset = text.length - text.trimStart().length;
  const [line = ''] = text.slice(offset).split('\n', 1);
  if (!FOREIGN_TEXT.test(line)) return undefined;
  const hint = YAML_KEY.test(`${line}\n`)
    ? 'Save YAML in a file whose name ends in .yaml, or write JSON: {"id": {"type": "string.uuid"}}'
    : 'Write a JSON object: {"id": {"type": "string.uuid"}}';
  return { faults: [{ code: 'json', message: 'This is not JSON', hint, offset, length: line.length }] };
}

/** Options for `parseSchema`. */
export interface ParseOptions {
  /** Reads a file named by a dataset and returns its rows. Default: naming a file is an error. */
  readonly files?: Files;
  /** Times each field and adds a note to those that take over 50 ms per row. Default: no timing. */
  readonly watch?: Watch;
  /**
   * Report unknown params and keys as warnings, for schemas written when these were ignored. Default: false, except for schemas that
   * use a type `mockingbird.…`.
   */
  readonly lenient?: boolean;
  /** Custom generator types from `defineType`. Default: none. */
  readonly types?: readonly CustomType[];
  /** Entities from `parseEntities` that the schema may draw besides its own. Default: none. */
  readonly entities?: readonly Entity[];
  /** Incidents from `parseIncidents` that its expressions may read. Default: none. */
  readonly incidents?: readonly Incident[];
}

const noFiles: Files = (name) => {
  throw new Error(
    `Cannot read ${name}: only the command line reads files. Put the rows into the schema instead`,
  );
};

/**
 * Parses a schema as `parseSchema` does, whose doc says more, with the generator types that are known.
 *
 * @throws Error if `types` holds a type that `defineType` rejects, or two with the same name
 */
export function parseWithKnown(text: string, options: ParseOptions): SchemaResult {
  const findings = newFindings(text);
  const schema = readText(text, findings, options, readRoot);
  const issues = findings.all();
  const hasErrors = issues.some(({ severity }) => severity === 'error');
  if (schema === undefined || hasErrors) return { ok: false, issues };
  return { ok: true, schema, notes: issues };
}

/** Reads a JSON text with a context of its own; undefined if it is too large or not JSON. */
export function readText<Result>(
  text: string,
  findings: Findings,
  { files = noFiles, watch, lenient = false, types = [], entities = [], incidents = [] }: ParseOptions,
  read: (root: JsonNode, context: Context) => Result,
): Result | undefined {
  const custom = customTypes(types);
  // A UTF-16 unit is at least one byte, so huge texts need not be encoded.
  if (text.length > bounds.schemaBytes || new TextEncoder().encode(text).length > bounds.schemaBytes) {
    const message = `The schema is larger than ${bounds.schemaBytes / 1024} KiB`;
    const at = { offset: 0, length: text.length };
    findings.add({ code: 'too-large', message, hint: 'Shorten long lists of values', at });
    return undefined;
  }
  const { root, faults } = foreignText(text) ?? readJson(text, bounds.depth);
  for (const { code, message, hint, offset, length } of faults) {
    findings.add({ code, message, hint, at: { offset, length } });
  }
  if (root === undefined) return undefined;
  const byName = new Map(entitiesByName(entities));
  return read(root, {
    entities: { names: new Set(byName.keys()), byName, fields: new Map(), bytes: new Map(), paths: [] },
    localeUses: [],
    findings,
    sources: newSources(byName, undefined, undefined, calmIncidents(incidents)),
    custom,
    names: [...typeNames(), ...custom.keys()],
    budget: newBudget(bounds.rowBytes),
    files,
    watch,
    isLenient: lenient || PREDECESSOR.test(text),
  });
}

/** A type of Mockingbird, which ignored unknown params and keys. */
const PREDECESSOR = /"type"\s*:\s*"mockingbird\./;
