import {
  drawnIn,
  growingIn,
  loadData,
  loadZones,
  newBatch,
  rowsIn,
  texts,
  type Schema,
  type Watch,
  formatSchema,
} from '@catbird/engine';
import { DIGEST_ROWS, digestOf } from '../kept/rows-digest.ts';
import type { Examined, ExamineRequest } from './config-rows.ts';
import { configRows, type StreamRows } from './config-rows.ts';
import { parseConfigSchema } from './config-schema.ts';
import { generatedRows } from './generated-rows.ts';

/** Checks a stream of a config, and makes its first rows: the same that it sends, but for faults. */
export async function examine(request: ExamineRequest, watch?: Watch): Promise<Examined> {
  const parsed = await parseConfigSchema(request.schema, watch);
  if (!parsed.ok) return { kind: 'invalid', ...parsed };
  const { schema } = parsed;
  await Promise.all([loadData(schema), loadZones(request.options.zone)]);
  const rows = configRows(schema, request);
  if (!rows.ok) return { kind: 'invalid', of: 'schema', issues: [], ofOptions: rows.issues, missing: [] };
  const available = Math.min(request.rows, rowsIn(schema));
  return {
    kind: 'stream',
    lines: linesOf(rows, available, request.nowMs),
    fields: schema.fields.filter(({ hidden }) => hidden !== true).map(({ name }) => name),
    digest: await configDigest(request, schema),
    plannedRows: rows.plannedRows,
    entities: schema.entities ?? [],
    draws: drawnIn(schema.fields, schema.entities ?? []).map(({ name }) => name),
    growing: growingIn(schema),
    journey: schema.journey,
    timing: rows.timing,
    fixedRate: rows.fixedRate,
    notes: rows.notes,
  };
}

/** Shows whether a stream would have other rows, because of its schema, the files that it names, its seed or the generators. */
async function configDigest(
  { schema: { source, entities = '', files }, seed }: ExamineRequest,
  schema: Schema,
): Promise<string> {
  const rows = await generatedRows({ seed, spread: DIGEST_ROWS }, { ok: true, schema, notes: [] });
  const own = 'text' in source ? formatSchema(source.text) : source.entity;
  return digestOf([
    JSON.stringify([
      own,
      formatSchema(entities),
      seed,
      Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
    rows.kind === 'rows' ? rows.lines : '',
  ]);
}

function linesOf({ plain, timing, timeline }: StreamRows, most: number, nowMs: number): readonly string[] {
  const time = timeline ?? { startMs: nowMs, stepMs: 0 };
  let count = Math.min(most, timeline?.before(timing?.toMs ?? Infinity) ?? Infinity);
  const lines: string[] = [];
  for (let first = 0; count > 0;) {
    const batch = plain.fill(newBatch(), { first, count, time });
    lines.push(...texts(batch));
    first += batch.count;
    count -= batch.count;
  }
  return lines;
}
