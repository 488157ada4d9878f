import { messagesOf } from '@catbird/engine';
import { labelsOf } from '@catbird/stream';
import { configRows } from './config-rows.ts';
import { asAtFirst, rowsOfSent } from './judge-arrived.ts';
import type { SentRows, StreamRequest } from './run-protocol.ts';
import { rowsOf, schemaFor } from './session.ts';

/** A stream with incidents that was sent. */
export interface LabelsRequest {
  readonly stream: StreamRequest;
  readonly sent: SentRows;
}

/** What its incidents did to it, as `catbird labels` prints it: lines of JSON. */
export async function incidentLabels({ stream, sent }: LabelsRequest): Promise<string> {
  const { seed, schema: given } = stream;
  const planned = configRows(await schemaFor(stream), { ...rowsOf(stream), left: asAtFirst(sent) });
  if (!planned.ok) throw new Error(messagesOf(planned.issues).join('; '));
  const { timeline, timing, schema } = planned;
  if (timeline === undefined || timing === undefined || given.incidents === undefined)
    throw new Error('A stream with incidents has computed times');
  const { all: incidents, name } = given.incidents;
  const rows = rowsOfSent(sent.part);
  const run = {
    schema,
    seed,
    timeline,
    disorderMs: timing.disorderMs,
    rows,
    name: name === '' ? undefined : name,
    incidents,
    fromMs: timing.fromMs,
    toMs: rows === 0 ? timing.fromMs : timeline.time(rows - 1) + 1,
  };
  return Array.from(labelsOf(run), (label) => `${JSON.stringify(label)}\n`).join('');
}
