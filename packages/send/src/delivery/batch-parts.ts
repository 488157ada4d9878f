import type { Connection, Receipt, RequestLimits, SendOptions } from '../destinations/destination.ts';
import { DeliveryError, revised } from '../destinations/error.ts';
import { rowIndex, select, type Batch, type Side } from '@catbird/engine';

/**
 * A batch in parts, if its rows cannot be sent together: those that can be sent, by route if a request has only one, and last those
 * that cannot be sent at all, and those that incidents drop. Undefined: they can.
 */
export function partsOf(
  batch: Batch,
  { oneRoute, divisionOf }: Pick<RequestLimits, 'oneRoute' | 'divisionOf'>,
): readonly Batch[] | undefined {
  const { sides } = batch;
  const routeOf = ({ route, ms }: Side): string | undefined => {
    if (divisionOf === undefined || ms === undefined) return oneRoute === true ? route : undefined;
    return `${divisionOf(ms)} ${route ?? ''}`;
  };
  const first = sides?.[0] && routeOf(sides[0]);
  const isAlike = sides?.every(
    (side) => side.problem === undefined && side.dropped === undefined && routeOf(side) === first,
  );
  if (sides === undefined || isAlike === true) return undefined;
  const routes = new Map<string | undefined, number[]>();
  const [refused, dropped]: [number[], number[]] = [[], []];
  for (let place = 0; place < batch.count; place++) {
    // A row that has none is sent as all others are.
    const side = sides[place] ?? {};
    if (side.dropped !== undefined) dropped.push(place);
    else if (side.problem !== undefined) refused.push(place);
    else {
      const key = routeOf(side);
      const places = routes.get(key) ?? [];
      places.push(place);
      routes.set(key, places);
    }
  }
  const parts = [...routes.values(), refused, dropped].filter((places) => places.length > 0);
  return parts.map((places) => select(batch, places));
}

/**
 * A connection to places that follow from the rows. Those that incidents drop are not sent. Rows without a place are rejected before anything is sent, and so are those whose own
 * place the service does not know: the others may still be right.
 *
 * @param connection gets batches whose rows can all be sent
 */
export const withRoutes = <Own extends Connection>(connection: Own): Own => ({
  ...connection,
  async send(batch: Batch, options: SendOptions): Promise<Receipt> {
    if (isDropped(batch)) return { accepted: 0, quarantined: 0, rejected: 0, dropped: batch.count, bytes: 0 };
    const error = refusalOf(batch);
    if (error !== undefined) throw error;
    if (batch.sides?.[0]?.route === undefined) return connection.send(batch, options);
    try {
      const receipt = await connection.send(batch, options);
      return receipt.refusal === undefined ? receipt : { ...receipt, refusal: ofRows(receipt.refusal) };
    } catch (error) {
      throw error instanceof DeliveryError ? ofRows(error) : error;
    }
  },
  close: () => connection.close(),
});

/** Whether a part can be sent: its rows have a place to go. */
export const isSendable = ({ sides }: Batch): boolean => sides?.[0]?.problem === undefined;

/** Whether incidents drop the rows of a part: they are never sent. */
export const isDropped = ({ sides }: Batch): boolean => sides?.[0]?.dropped !== undefined;

/** Why the rows of a part cannot be sent. Undefined: they can. */
function refusalOf(batch: Batch): DeliveryError | undefined {
  const problem = batch.sides?.[0]?.problem;
  if (problem === undefined) return undefined;
  const row = `Row ${rowIndex(batch, 0).toLocaleString('en')}`;
  const rows =
    batch.count === 1 ? `${row} was` : `${row} and ${(batch.count - 1).toLocaleString('en')} more were`;
  return new DeliveryError('rejected', `${rows} not sent: ${problem}`, {
    hint: 'Give every event a valid value, or continue on failure: then only such events are rejected.',
  });
}

/** A place that is missing is the mistake of the rows that name it. */
const ofRows = (error: DeliveryError): DeliveryError =>
  error.kind === 'not-found' && error.ofRoute ? revised(error, { kind: 'rejected' }) : error;
