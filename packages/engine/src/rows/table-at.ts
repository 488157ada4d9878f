import { loaded } from '../data/store.ts';
import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { versionCells } from '../generators/compile/row.ts';
import { opsOf, sharesOf } from '../generators/families/changes.ts';
import { type FillRows, rowFiller } from '../generators/kernels/engine/rows.ts';
import type { Op } from '../generators/kernels/relation/change.ts';
import { newVersions } from '../generators/kernels/relation/versions.ts';
import type { Schema } from '../model/schema.ts';
import { seedOf } from '../numeric/random.ts';
import { type Batch, newBatch } from './batch.ts';
import { changeIn } from './described.ts';
import type { RowTimes } from './writer.ts';

/** The journeys of a stream: see `JourneyTimeline`. */
export interface Lives {
  readonly starts: { before(ms: number): number };
  stepsOf(
    start: number,
    beforeMs: number,
  ): readonly {
    readonly ms: number;
    readonly state: number;
    readonly visit: number;
  }[];
}

/** Options for `tableAt`. */
export interface TableOptions {
  readonly seed: number | string;
  readonly lives: Lives;
  /** Changes before this instant are applied, in milliseconds since 1970. */
  readonly atMs: number;
}

/** A row of a table: what it belongs to, and its version. */
interface Living {
  readonly start: number;
  readonly visit: number;
  readonly nth: number;
}

const BATCH_ROWS = 1024;

/**
 * The rows of the table to which the changes of a stream lead, in batches whose buffers are reused: what applying all changes before
 * an instant gives. Ordered by journey, and by visit within it.
 *
 * @throws Error if the schema tells no changes
 */
export function* tableAt(schema: Schema, { seed, lives, atMs }: TableOptions): Generator<Batch> {
  const table = tableOfChanges(schema, seed);
  const batch = newBatch();
  let rows: Living[] = [];
  const filled = (): Batch => {
    table.fill(batch, { first: 0, count: rows.length, time: stepsOf(rows) });
    rows = [];
    return batch;
  };
  const starts = lives.starts.before(atMs);
  for (let start = 0; start < starts; start++) {
    rows.push(...livingOf(start, table, lives, atMs));
    if (rows.length >= BATCH_ROWS) yield filled();
  }
  if (rows.length > 0) yield filled();
}

/** How the changes of a stream lead to its table. */
interface Table {
  /** Writes the rows of the table. */
  readonly fill: FillRows;
  /** What the steps of each state do. */
  readonly ops: readonly Op[];
  /** The states whose steps are rows. Absent: all. */
  readonly only: readonly number[] | undefined;
}

function tableOfChanges(schema: Schema, seed: number | string): Table {
  const change = changeIn(schema);
  const { journey } = schema;
  const byName = entitiesByName(schema.entities);
  const living = byName.get(journey?.of?.entity ?? '');
  const entity = change?.entity === undefined ? living : byName.get(change.entity);
  if (change === undefined || journey === undefined || living === undefined || entity === undefined)
    throw new Error('The schema tells no changes of an entity');
  const versioned = {
    versions: newVersions(0, living.size),
    entity,
    parent: journey.each === undefined ? undefined : living,
    shareOf: sharesOf(change.changes, entity),
  };
  const fill = rowFiller(versionCells(versioned, '', newSources(byName, loaded)), seedOf(seed));
  return { fill, ops: opsOf(journey, change.ops), only: journey.only };
}

/** The rows that a journey has in the table at an instant. */
function livingOf(start: number, { ops, only }: Table, lives: Lives, atMs: number): readonly Living[] {
  const living = new Map<number, Living>();
  const counts = new Map<number, number>();
  for (const { state, visit } of lives.stepsOf(start, atMs)) {
    if (visit < 0 || only?.includes(state) === false) continue;
    const nth = counts.get(visit) ?? 0;
    counts.set(visit, nth + 1);
    const op = ops[state] ?? null;
    if (op === null || op === 'd') living.delete(visit);
    else living.set(visit, { start, visit, nth });
  }
  return [...living.values()].sort((a, b) => a.visit - b.visit);
}

/** Times that make rows of these versions. */
const stepsOf = (rows: readonly Living[]): RowTimes => ({
  // Entities have no event time.
  put: (ms) => ms.fill(0),
  putSteps(steps, first, count) {
    rows.slice(first, first + count).forEach(({ start, visit, nth }, r) => {
      steps.start[r] = start;
      steps.visit[r] = visit;
      steps.nth[r] = nth;
    });
  },
});
