import { isFilled, isObject, texts, type Batch } from '@catbird/engine';
import { DeliveryError, optionalTextSetting, routeSetting, type RowFieldSetting } from '@catbird/send';
import * as z from 'zod/mini';

const HELP = {
  table:
    'Field with changes of a table, a catbird.change: rows are inserted, updated and deleted by the table’s primary key.',
  version:
    'Field with changes of a table, a catbird.change: each is stored as a version of its row with the columns version and is_deleted, for ReplacingMergeTree.',
};

/** The setting that names the field with changes. */
export const changeField = (kind: keyof typeof HELP) =>
  optionalTextSetting({ label: 'Change field', help: HELP[kind], example: 'change' });

/** The setting of the table that rows go into. */
export const tableSetting = (meta: Omit<Parameters<typeof routeSetting>[0], 'label'>): z.ZodMiniString =>
  routeSetting({ label: 'Table', ...meta });

/** Checks that changes are those of one table. */
export const oneTable: z.core.$ZodCheck<{
  readonly table: string;
  readonly changeField?: string | undefined;
}> = z.refine(({ table, changeField: field }) => field === undefined || !isFilled(table), {
  path: ['table'],
  error: 'Must not contain {{ with a change field: changes apply to one table',
});

/** The field with changes, which must be in Debezium's envelope. */
export const envelopeField =
  (more: Pick<RowFieldSetting, 'added' | 'unfit'>) =>
  ({ changeField: field }: { readonly changeField?: string | undefined }): readonly RowFieldSetting[] =>
    field === undefined ? [] : [{ setting: 'changeField', field, isEnvelope: true, ...more }];

/** A change of a table's row. */
export interface Change {
  /** The row after the change; the last one before a delete. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The row before an update. */
  readonly before: Change['row'] | undefined;
  /** Names of the fields that it has or had. */
  readonly names: readonly string[];
  /** Number of the change of this row, from 1. */
  readonly sequence: number;
  readonly isDelete: boolean;
}

/**
 * The changes of a batch, in order. A tombstone is none.
 *
 * @param field the member of each row with an envelope
 * @throws DeliveryError if a row holds no envelope
 */
export function changesIn(batch: Batch, field: string): readonly Change[] {
  return Array.from(texts(batch)).flatMap((text, place) => {
    const envelope = memberOf(text, field);
    if (envelope === null) return [];
    const change = envelope === undefined ? undefined : changeOf(envelope);
    if (change !== undefined) return [change];
    throw new DeliveryError('rejected', `Event ${place + 1} of the request holds no change in ${field}`, {
      hint: 'Faults that make events malformed do not fit changes that are applied to a table.',
    });
  });
}

/** A member of an event; undefined if the event is not JSON or lacks it. */
function memberOf(text: string, field: string): unknown {
  try {
    const row: unknown = JSON.parse(text);
    return isObject(row) ? row[field] : undefined;
  } catch {
    // Malformed on purpose, by a fault.
    return undefined;
  }
}

function changeOf(envelope: unknown): Change | undefined {
  if (!isObject(envelope)) return undefined;
  const { before, after, op, source } = envelope;
  const isDelete = op === 'd';
  const row = isDelete ? before : after;
  const sequence = isObject(source) ? source['sequence'] : undefined;
  if (!isObject(row) || typeof sequence !== 'number') return undefined;
  return {
    row,
    before: isObject(before) && !isDelete ? before : undefined,
    names: [before, after].flatMap((each) => Object.keys(each ?? {})),
    sequence,
    isDelete,
  };
}
