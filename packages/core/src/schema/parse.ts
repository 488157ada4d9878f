import { generatorTypes } from '../generators/catalogue.ts';
import { newSources } from '../generators/sources.ts';
import { bounds } from './bounds.ts';
import { newFindings } from './findings.ts';
import { checkField, type FieldContext } from './field.ts';
import type { JsonMember, JsonNode } from './json.ts';
import { readJson } from './read-json.ts';
import type { Field, SchemaResult } from './schema.ts';

/**
 * Reads a schema text and checks it: all issues at once, each with its place and what to do. Every field's generator is run once
 * with its params, so a schema that is returned generates. Never throws on what a person typed.
 *
 * @param text a JSON object that maps field names to `{type, params?, count?}`; at most 256 KiB, 2,000 fields, rows of 1 MiB
 */
export function parseSchema(text: string): SchemaResult {
  const findings = newFindings(text);
  const whole = { offset: 0, length: text.length };
  const fields = (): readonly Field[] => {
    // A UTF-16 unit is at least one byte, so that a huge text is not even encoded.
    if (text.length > bounds.schemaBytes || new TextEncoder().encode(text).length > bounds.schemaBytes) {
      const message = `The schema is longer than ${bounds.schemaBytes / 1024} KiB`;
      findings.add({ code: 'too-large', message, hint: 'Shorten long lists of values', at: whole });
      return [];
    }
    const { root, faults } = readJson(text, bounds.depth);
    for (const { code, message, hint, offset, length } of faults) {
      findings.add({ code, message, hint, at: { offset, length } });
    }
    return root === undefined
      ? []
      : readFields(root, { findings, sources: newSources(), names: typeNames() });
  };
  const read = fields();
  const issues = findings.all();
  if (issues.some(({ severity }) => severity === 'error')) return { ok: false, issues };
  return { ok: true, schema: { fields: read }, notes: issues };
}

const typeNames = (): readonly string[] => generatorTypes.map(({ name }) => name);

const EXAMPLE = 'Write {"id": {"type": "string.uuid"}}, or choose a template';

function readFields(root: JsonNode, context: FieldContext): readonly Field[] {
  const { findings } = context;
  if (root.kind !== 'object') {
    const what = root.kind === 'array' ? 'a list' : root.value === null ? 'null' : JSON.stringify(root.value);
    const message = `A schema is an object that maps field names to generators, not ${what}`;
    findings.add({ code: 'not-an-object', message, hint: EXAMPLE, at: root });
    return [];
  }
  if (root.members.length === 0) {
    findings.add({ code: 'empty', message: 'The schema has no fields', hint: EXAMPLE, at: root });
    return [];
  }
  if (root.members.length > bounds.fields) {
    const message = `The schema has ${root.members.length.toLocaleString('en')} fields, more than ${bounds.fields.toLocaleString('en')}`;
    findings.add({ code: 'too-large', message, hint: 'Use fewer fields', at: root });
    return [];
  }
  const checked = lastOfEachName(root.members, context).map((member) => checkField(member, context));
  const rowBytes = checked.reduce((sum, each) => sum + (each?.bytes ?? 0), 0);
  if (rowBytes > bounds.rowBytes) {
    const message = `A row would be about ${(rowBytes / 1024 / 1024).toFixed(1)} MiB, more than 1 MiB`;
    findings.add({ code: 'too-large', message, hint: 'Lower a count or a length', at: root });
  }
  return checked.flatMap((each) => (each === undefined ? [] : [each.field]));
}

/** Of members with the same name the last one counts, at the place of the first, as in `JSON.parse`. */
function lastOfEachName(members: readonly JsonMember[], { findings }: FieldContext): readonly JsonMember[] {
  const byName = new Map<string, JsonMember>();
  for (const member of members) {
    if (byName.has(member.key)) {
      const message = `There is another field ${member.key} before: this one counts`;
      const path = [member.key];
      const hint = 'Rename or remove one of them';
      findings.add({ code: 'duplicate', severity: 'note', message, hint, at: member.keyRange, path });
    }
    byName.set(member.key, member);
  }
  return [...byName.values()];
}
