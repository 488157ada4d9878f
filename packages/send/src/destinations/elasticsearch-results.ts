import type { Batch } from '@catbird/engine';
import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import type { Problem, Told } from './http-service.ts';
import type { Outcome } from './outcomes.ts';
import { jsonOf, member } from './response.ts';
import type { RowIds } from './row-ids.ts';

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
  errorOf: (status: number, problem: Problem) => DeliveryError,
): Told {
  const answer = jsonOf(response.text);
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
    return isFailure(status) ? errorOf(status, problemOf(member(result, 'error'))) : undefined;
  });
  const inFailureStore = results.filter(
    (result, place) => outcomes[place] === 'taken' && member(result, 'failure_store') === 'used',
  );
  return { outcomes, quarantined: inFailureStore.length };
}

const isFailure = (status: unknown): status is number =>
  typeof status === 'number' && status >= 400 && status < 600;

/** Reads `{"type": "…", "reason": "…"}`, or a text. */
export function problemOf(error: unknown): Problem {
  const type = member(error, 'type');
  const reason = member(error, 'reason');
  return {
    code: typeof type === 'string' ? type : undefined,
    words: typeof reason === 'string' ? reason : typeof error === 'string' ? error : '',
  };
}
