import { generatorTypes } from '../generators/catalogue.ts';
import { customTypes } from '../generators/define-type.ts';
import type { Files } from '../generators/generator.ts';
import { newSources } from '../generators/sources.ts';
import { tryFields } from '../generators/trial.ts';
import { bounds } from './bounds.ts';
import type { Context, Watch } from './context.ts';
import { reportUnknown, readFields, type ParsedFields } from './fields.ts';
import { newFindings } from './findings.ts';
import type { JsonNode } from './json.ts';
import { readJson } from './read-json.ts';
import { newBudget } from './budget.ts';
import type { CustomType } from '../model/custom-type.ts';
import type { Field } from '../model/schema.ts';
import type { SchemaResult } from './issue.ts';
import { noteSlow } from './slow.ts';

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
}

const noFiles: Files = (name) => {
  throw new Error(
    `Cannot read ${name}: only the command line reads files. Put the rows into the schema instead`,
  );
};

/**
 * Parses and checks a schema text. Returns all issues at once, each with its place and a hint. Runs every field's generator once
 * with its params, so a returned schema is known to work. Never throws on invalid input.
 *
 * @param text a JSON object that maps field names to `{type, params?, count?}`; at most 256 KiB, 2,000 fields, rows of 1 MiB
 * @throws Error if `types` holds a type that `defineType` rejects, or two with the same name
 */
export function parseSchema(
  text: string,
  { files = noFiles, watch, lenient = false, types = [] }: ParseOptions = {},
): SchemaResult {
  const custom = customTypes(types);
  const findings = newFindings(text);
  const whole = { offset: 0, length: text.length };
  const fields = (): readonly Field[] => {
    // A UTF-16 unit is at least one byte, so huge texts need not be encoded.
    if (text.length > bounds.schemaBytes || new TextEncoder().encode(text).length > bounds.schemaBytes) {
      const message = `The schema is larger than ${bounds.schemaBytes / 1024} KiB`;
      findings.add({ code: 'too-large', message, hint: 'Shorten long lists of values', at: whole });
      return [];
    }
    const { root, faults } = readJson(text, bounds.depth);
    for (const { code, message, hint, offset, length } of faults) {
      findings.add({ code, message, hint, at: { offset, length } });
    }
    if (root === undefined) return [];
    const budget = newBudget(bounds.rowBytes);
    const isLenient = lenient || PREDECESSOR.test(text);
    const names = [...typeNames(), ...custom.keys()];
    return readRoot(root, {
      findings,
      sources: newSources(),
      custom,
      names,
      budget,
      files,
      watch,
      isLenient,
    });
  };
  const read = fields();
  const issues = findings.all();
  if (issues.some(({ severity }) => severity === 'error')) return { ok: false, issues };
  return { ok: true, schema: { fields: read }, notes: issues };
}

/** A type of Mockingbird, which ignored unknown params and keys. */
const PREDECESSOR = /"type"\s*:\s*"mockingbird\./;

const typeNames = (): readonly string[] => generatorTypes.map(({ name }) => name);

const EXAMPLE = 'Write {"id": {"type": "string.uuid"}}, or choose a template';

function readRoot(root: JsonNode, context: Context): readonly Field[] {
  const { findings } = context;
  if (root.kind !== 'object') {
    const what = root.kind === 'array' ? 'a list' : root.value === null ? 'null' : JSON.stringify(root.value);
    const message = `A schema must be an object that maps field names to generators, not ${what}`;
    findings.add({ code: 'not-an-object', message, hint: EXAMPLE, at: root });
    return [];
  }
  const read = readFields(root, [], context);
  if (read === undefined) return [];
  if (read.fields.length === 0) {
    findings.add({ code: 'empty', message: 'The schema has no fields', hint: EXAMPLE, at: root });
    return [];
  }
  const names = read.fields.map(({ name }) => name);
  reportUnknown(read.references, names, context);
  if (read.fields.every(({ hidden }) => hidden === true)) {
    const message = 'All fields are hidden, so nothing would be sent';
    findings.add({ code: 'empty', message, hint: 'Remove "hidden" from at least one field', at: root });
  }
  if (fits(read, root, context) && read.references.length === 0) {
    tryTogether(read, context);
    noteSlow(read.each, context);
  }
  return read.fields;
}

/** Checks that a row and its arrays stay within bounds. Reports it if not. */
function fits(read: ParsedFields, root: JsonNode, { findings, budget }: Context): boolean {
  const isTooMany = read.elements > bounds.elements;
  const isTooLarge = read.bytes > bounds.rowBytes || budget.isUsedUp() || isTooMany;
  if (isTooMany) {
    const [count, most] = [read.elements, bounds.elements].map((number) => number.toLocaleString('en'));
    const message = `The arrays have up to ${count} elements in total (limit ${most})`;
    findings.add({ code: 'too-large', message, hint: 'Reduce a count', at: root });
  } else if (isTooLarge) {
    const size = budget.isUsedUp() ? '' : ` (about ${(read.bytes / 1024 / 1024).toFixed(1)} MiB)`;
    const message = `A row would exceed 1 MiB${size}`;
    findings.add({ code: 'too-large', message, hint: 'Reduce a count or a length', at: root });
  }
  return !isTooLarge;
}

/** Tries all fields together, if some read or contain others and could not be tried alone. */
function tryTogether({ fields, each }: ParsedFields, { findings, sources }: Context): void {
  if (each.every(({ field, references }) => references.length === 0 && field.fields === undefined)) return;
  const trial = tryFields(fields, sources);
  if (trial.ok) return;
  const [, name, text] = /^Field "(.*)": ([^]*)$/.exec(trial.text) ?? [];
  const found = each.find(({ field }) => field.name === name);
  const message = found === undefined ? trial.text : `${found.written}: ${text ?? 'Unknown error'}`;
  findings.add({
    code: 'params',
    message,
    at: found?.paramsAt ?? { offset: 0, length: 0 },
    path: name === undefined ? [] : found?.paramsAt === found?.at ? [name] : [name, 'params'],
  });
}
