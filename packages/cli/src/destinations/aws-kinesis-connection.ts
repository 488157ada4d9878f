import { createHash } from 'node:crypto';
import { records, type Batch } from '@catbird/core';
import { signer } from '@catbird/core/internal/aws-signature';
import {
  failedCheck,
  isHtml,
  isSuccess,
  jsonOf,
  member,
  outcomesOf,
  receiptOf,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type HttpResponse,
  type Outcome,
} from '@catbird/core/internal/destinations';
import { unconfirmedError, errorOf, notKinesis, recordError } from './aws-kinesis-errors.ts';
import { KEY_LENGTH, type KinesisConfig } from './aws-kinesis-config.ts';

/** A response has a few hundred bytes per record. */
const ANSWER_BYTES = 1_048_576;

type Operation = 'PutRecords' | 'DescribeStreamSummary';

/** Opens a connection to Kinesis at `address`, which has no trailing slash. */
export function open(address: string, config: KinesisConfig, env: DestinationEnv): Connection {
  const post = poster(address, config, env);
  return {
    async send(batch, { signal, id }) {
      const records = recordsOf(batch, config, id);
      const body = JSON.stringify({ StreamName: config.streamName, Records: records });
      const response = await post('PutRecords', body, signal);
      if (!isSuccess(response)) throw errorOf(response, config, env.now());
      const known = outcomesIn(response, batch, config, env.now());
      const receipt = receiptOf(
        batch,
        outcomesOf(known, batch.count, unconfirmedError(response, batch, config)),
      );
      return {
        ...receipt,
        bytes: Buffer.byteLength(body),
        status: response.status,
        answer: `${receipt.accepted} of ${batch.count} stored`,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Describes the stream. If the key may only put records, the message says that the stream could not be checked. */
export async function check(
  address: string,
  config: KinesisConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { host } = new URL(address);
  try {
    const body = JSON.stringify({ StreamName: config.streamName });
    const response = await poster(address, config, env)('DescribeStreamSummary', body, signal);
    const error = errorOf(response, config, env.now());
    if (error.code === 'AccessDeniedException')
      return {
        ok: true,
        message: `${host} accepted the signature. The key is not allowed to describe the stream, so only a first event shows whether it exists. Nothing was written.`,
      };
    if (!isSuccess(response) || isHtml(response)) throw error;
    const state = member(jsonOf(response.text), 'StreamDescriptionSummary', 'StreamStatus');
    if (typeof state !== 'string') throw notKinesis(response, config, env.now());
    return {
      ok: state === 'ACTIVE' || state === 'UPDATING',
      message: `${host} accepted the signature; the stream ${config.streamName} is ${state}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

function poster(address: string, config: KinesisConfig, env: DestinationEnv) {
  const sign = signer({ service: 'kinesis', ...config });
  const url = new URL(`${address}/`);
  return async (operation: Operation, body: string, signal: AbortSignal): Promise<HttpResponse> => {
    const unsigned = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Kinesis_20131202.${operation}`,
      // Node's hash is many times faster than the signer's own; the signer uses this header.
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    };
    const headers = await sign({ method: 'POST', url, headers: unsigned, body }, new Date(env.now()));
    return env.http({ method: 'POST', url: url.href, headers, body, signal, answerBytes: ANSWER_BYTES });
  };
}

interface PutRecord {
  readonly Data: string;
  readonly PartitionKey: string;
}

function recordsOf(batch: Batch, { partitionKey }: KinesisConfig, id: string): PutRecord[] {
  return Array.from(records(batch), ({ buffer, byteOffset, byteLength }, place) => {
    const row = Buffer.from(buffer, byteOffset, byteLength);
    const fromField = String(batch.sides?.[place]?.key ?? '').slice(0, KEY_LENGTH);
    // Repeatable, so that a retried event gets the same key.
    const key = [fromField, partitionKey ?? ''].find((each) => each !== '') ?? `${id}-${place}`;
    return { Data: row.toString('base64'), PartitionKey: key };
  });
}

/**
 * Reads the outcome of each record: a 200 may reject some of them. If the number of records differs from the batch, no outcome is known;
 * if the number of failures contradicts `FailedRecordCount`, no success is. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html
 */
function outcomesIn(
  response: HttpResponse,
  batch: Batch,
  config: KinesisConfig,
  now: number,
): (Outcome | undefined)[] {
  const answer = jsonOf(response.text);
  const records = member(answer, 'Records');
  if (!Array.isArray(records) || records.length !== batch.count) return [];
  const codes = records.map((record: unknown) => member(record, 'ErrorCode') ?? undefined);
  const failed = codes.filter((code) => code !== undefined).length;
  const agrees = (member(answer, 'FailedRecordCount') ?? failed) === failed;
  return records.map((record: unknown, place): Outcome | undefined => {
    const code = codes[place];
    const hasNumber = isText(member(record, 'SequenceNumber'));
    if (code === undefined) return hasNumber && agrees ? 'taken' : undefined;
    if (!isText(code) || hasNumber) return undefined;
    return recordError(code, member(record, 'ErrorMessage'), response, config, now);
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
