import type { Connection, Receipt, SendOptions } from '../src/destinations/destination.ts';
import type { Batch } from '../../engine/src/rows/batch.ts';
import { byteLength, texts } from '../../engine/src/rows/batch.ts';

/** A connection with scripted responses that records its requests. */
export interface ScriptedConnection extends Connection {
  /** The rows and options of each request. */
  readonly requests: readonly SentRequest[];
  readonly closed: number;
}

export interface SentRequest {
  readonly rows: readonly string[];
  readonly first: number;
  readonly options: SendOptions;
}

/** A receipt for a whole batch. */
export const takes = (batch: Batch): Receipt => ({
  accepted: batch.count,
  quarantined: 0,
  rejected: 0,
  bytes: byteLength(batch),
  status: 200,
});

/** Responds with whatever `answer` returns or throws. Requests are numbered from 0. */
export function scripted(
  answer: (batch: Batch, request: number, options: SendOptions) => Receipt | Promise<Receipt> = takes,
): ScriptedConnection {
  const requests: SentRequest[] = [];
  let closed = 0;
  return {
    requests,
    get closed() {
      return closed;
    },
    async send(batch, options) {
      if (closed > 0) throw new Error('Sent after the close');
      requests.push({ rows: [...texts(batch)], first: batch.first, options });
      return answer(batch, requests.length - 1, options);
    },
    close() {
      closed++;
      return Promise.resolve();
    },
  };
}
