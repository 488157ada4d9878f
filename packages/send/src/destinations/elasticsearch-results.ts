import type { Batch } from '@catbird/engine';
import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import type { Outcome } from './outcomes.ts';
import { confirmingText, jsonOf, member } from './response.ts';
import type { RowIds } from './row-ids.ts';

/** An error of a whole request or of one of its items. */
export interface ElasticsearchError {
  readonly status: number;
  /** Its type: `document_parsing_exception`. */
  readonly code: string | undefined;
  readonly words: string;
}

/** What is known of the rows of a request. */
export interface Results {
  /** By place. Undefined: the response does not tell. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Taken rows that went to the failure store instead of the data stream. */
  readonly quarantined: number;
}

const CREATED = 201;
const CONFLICT = 409;

/**
 * Reads the result of each row. If their number or ids differ from those of the batch, none is known, and if the failures contradict `errors`, no
 * success is. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk
 *
 * @param isStored whether an existing id means that the row is stored
 */
export function resultsIn(
  response: HttpResponse,
  batch: Batch,
  { prefix, numberAt }: RowIds,
  isStored: boolean,
  errorOf: (error: ElasticsearchError) => DeliveryError,
): Results {
  const answer = jsonOf(confirmingText(response));
  const items = member(answer, 'items');
  const none = { outcomes: [], quarantined: 0 };
  if (!Array.isArray(items) || items.length !== batch.count) return none;
  const results = items.map((item: unknown) => member(item, 'create'));
  if (results.some((result, place) => member(result, '_id') !== `${prefix}${numberAt(place)}`)) return none;
  const agrees = results.some((result) => isFailure(member(result, 'status'))) === member(answer, 'errors');
  const outcomes = results.map((result): Outcome | undefined => {
    const status = member(result, 'status');
    if (status === CREATED) return agrees ? 'taken' : undefined;
    if (status === CONFLICT && isStored) return 'taken';
    return isFailure(status) ? errorOf(errorIn(member(result, 'error'), status)) : undefined;
  });
  const inFailureStore = results.filter(
    (result, place) => outcomes[place] === 'taken' && member(result, 'failure_store') === 'used',
  );
  return { outcomes, quarantined: inFailureStore.length };
}

const isFailure = (status: unknown): status is number =>
  typeof status === 'number' && status >= 400 && status < 600;

/** Reads `{"type": "…", "reason": "…"}`, or a text. */
export function errorIn(error: unknown, status: number): ElasticsearchError {
  const type = member(error, 'type');
  const reason = member(error, 'reason');
  return {
    status,
    code: typeof type === 'string' ? type : undefined,
    words: typeof reason === 'string' ? reason : typeof error === 'string' ? error : '',
  };
}
