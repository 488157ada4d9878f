import type { DeliveryError, Progress } from '@catbird/core';
import type { Messages } from '../terminal.ts';
import type { Report } from './report.ts';

/** One JSON object a line; the last one is the summary. Numbers that know no bound are `null`. */
export function jsonReport(err: Messages): Report {
  const line = (type: string, more: object): void => err.write(`${JSON.stringify({ type, ...more })}\n`);
  return {
    everyMs: 1000,
    start: ({ perSecond, ...facts }) => line('start', { ...facts, asked: perSecond }),
    note: (text) => line('note', { message: text }),
    progress: (progress) => line('progress', plain(progress)),
    error: (error, retried) => line('error', { ...errorObject(error), retried }),
    answer: (text) => line('answer', { message: text }),
    end({ summary: { error, ...summary }, reason, exitCode, missed, seed }) {
      const why = error === undefined ? undefined : errorObject(error);
      line('summary', { ...plain(summary), reason, error: why, missed, exitCode, seed });
    },
  };
}

const plain = ({ lastError, ...progress }: Progress): object => ({
  ...progress,
  lastError: lastError === undefined ? undefined : errorObject(lastError),
});

const errorObject = ({ kind, message, status, code, detail, hint }: DeliveryError): object => ({
  kind,
  message,
  status,
  code,
  detail,
  hint,
});
