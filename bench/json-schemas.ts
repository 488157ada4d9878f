import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/core';
import { readSource, schemaText } from '@catbird/infer';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { report } from './measure.js';

/**
 * How many published JSON Schemas give ten valid rows of ten, and whether others say why. The folder has schemas that are files of JSON,
 * such as `src/schemas/json` of SchemaStore. Those that ajv does not compile, such as drafts 3 and 4 with their exclusive bounds, are left out.
 *
 *     SCHEMAS=folder node dist/json-schemas.js
 */
const ROWS = 10;
const TIME = { startMs: Date.UTC(2026, 10, 20), stepMs: 1_000 };

/** What became of a schema. */
interface Outcome {
  readonly file: string;
  readonly valid: number;
  readonly isSilent: boolean;
}

function validatorOf(document: Readonly<Record<string, unknown>>): ValidateFunction | undefined {
  const draft = String(document['$schema']);
  const options = { strict: false, logger: false } as const;
  const ajv = draft.includes('2020')
    ? new Ajv2020(options)
    : draft.includes('2019')
      ? new Ajv2019(options)
      : new Ajv(options);
  ajvFormats.default(ajv);
  const { $schema: _, ...plain } = document;
  try {
    return ajv.compile(/draft-0[346]/.test(draft) ? plain : document);
  } catch {
    // Schemas that ajv refuses are no measure.
    return undefined;
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function outcomeOf(folder: string, file: string): Promise<Outcome[]> {
  const text = readFileSync(join(folder, file), 'utf8');
  const isValid = validatorOf(JSON.parse(text) as Readonly<Record<string, unknown>>);
  if (isValid === undefined) return [];
  const source = await readSource(bytesOf(text), 'json-schema');
  if (source.kind !== 'definition') return [];
  const { definition } = source;
  const isSilent = definition.notes.length === 0;
  const parsed = parseSchema(schemaText(definition.kind === 'schema' ? definition.schema : {}));
  if (!parsed.ok) return [{ file, valid: 0, isSilent }];
  await loadData(parsed.schema);
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count: ROWS, time: TIME });
  const valid = [...texts(batch)].filter((row) => isValid(JSON.parse(row))).length;
  return [{ file, valid, isSilent }];
}

const folder = process.env['SCHEMAS'];
if (folder === undefined) console.log('Set SCHEMAS to a folder of JSON Schemas');
else {
  const outcomes: Outcome[] = [];
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.json')))
    outcomes.push(...(await outcomeOf(folder, file)));
  const wrong = outcomes.filter(({ valid }) => valid < ROWS);
  if (process.env['DETAILS'] !== undefined) console.table(wrong);
  report('json-schemas', [
    {
      schemas: outcomes.length,
      valid: outcomes.length - wrong.length,
      'invalid and silent': wrong.filter(({ isSilent }) => isSilent).length,
    },
  ]);
}
