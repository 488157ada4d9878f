import { jsonOf } from '@catbird/engine';
import type { Batch } from '@catbird/engine';
import {
  endpointHint,
  entryError,
  problemIn,
  type AwsCredentials,
  type AwsJsonWords,
  type EntryFailure,
} from './aws-json-errors.ts';
import { signed } from './aws-signature.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { failedCheck } from './error.ts';
import type { Http } from './http.ts';
import { errorOf, openHttp, refused, type HttpService } from './http-service.ts';
import { areDistinct, isHtml, isSuccess, isText, member } from './response.ts';

/** What a response says about an entry; undefined if it does not say. */
export type EntryResult = 'taken' | EntryFailure | undefined;

/** A service of AWS whose requests and responses are JSON. https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html */
export interface AwsJsonService extends AwsJsonWords {
  /** Its name in signatures: `kinesis`. */
  readonly signingName: string;
  readonly version: '1.0' | '1.1';
  /** What `x-amz-target` has before the operation: `Kinesis_20131202`. */
  readonly target: string;
  /** SHA-256 of a body in hexadecimal digits, if there is a faster one than that of the signer. */
  readonly hash?: (body: Uint8Array | string) => string;
}

/** Where and as whom requests are sent. */
interface AwsJsonCaller {
  readonly service: AwsJsonService;
  /** Without a trailing slash. */
  readonly address: string;
  readonly credentials: AwsCredentials;
  readonly env: DestinationEnv;
}

/** How rows become a request, and how its response is read. */
interface AwsJsonWrite {
  readonly operation: string;
  /** @param id that of the request */
  readonly body: (batch: Batch, id: string) => unknown;
  /** The result of each row. Of the rows that are missing, nothing is known. */
  readonly results: (answer: unknown, rows: number) => readonly EntryResult[];
}

/** A response has a few hundred bytes for each of up to 500 entries. */
const ANSWER_BYTES = 1_048_576;

const encoder = new TextEncoder();

/** How settings become connections to a service, which write rows with one operation, and tests of them. */
export const awsJson = <Settings extends AwsCredentials>(
  service: AwsJsonService,
  {
    write,
    describe,
  }: {
    readonly write: (settings: Settings, env: DestinationEnv) => AwsJsonWrite;
    readonly describe: (settings: Settings) => Describe;
  },
) => ({
  /** Opens a connection to `address`, which has no trailing slash. */
  open: (address: string, settings: Settings, env: DestinationEnv): Connection =>
    openAwsJson({ service, address, credentials: settings, env }, write(settings, env)),
  /** Reads the description of what rows are written to. */
  check: (
    address: string,
    settings: Settings,
    env: DestinationEnv,
    signal: AbortSignal,
  ): Promise<CheckResult> =>
    checkAwsJson({ service, address, credentials: settings, env }, describe(settings), signal),
});

const openAwsJson = (caller: AwsJsonCaller, write: AwsJsonWrite): Connection =>
  openHttp(httpOf(caller, write), { ...caller.env, http: calling(caller, write.operation) });

function httpOf(
  { service: words, address, credentials, env }: AwsJsonCaller,
  write?: AwsJsonWrite,
): HttpService {
  const service: HttpService = {
    name: words.title,
    url: new URL(`${address}/`).href,
    headers: {},
    secrets: [credentials.secretAccessKey, credentials.sessionToken ?? ''],
    elsewhere: endpointHint(words),
    unsure: () => endpointHint(words),
    request: () => ({ answerBytes: ANSWER_BYTES }),
    body: (batch, { id }) => encoder.encode(JSON.stringify(write?.body(batch, id))),
    confirms: (response, rows) => ({
      outcomes: (write?.results(jsonOf(response.text), rows) ?? []).map((result) =>
        result === undefined || result === 'taken'
          ? result
          : entryError(result, response, service, words, env.now()),
      ),
    }),
    problemIn: (response) => problemIn(response, words),
  };
  return service;
}

/** How the names of results differ between services that list one for each entry, in order. */
interface ResultNames {
  /** The list of results: `Records`. */
  readonly list: string;
  /** The text that each accepted entry has: `SequenceNumber`. */
  readonly id: string;
  /** The text within which ids differ: `ShardId`. Absent: all do. */
  readonly within?: string;
  /** The number of the others: `FailedRecordCount`. */
  readonly failed: string;
}

/**
 * Reads results in order, of which some may be errors. If their number differs from that of the rows, none is known; if the number of
 * errors contradicts the response's own count, or two entries have the same id, no success is.
 */
export const resultsInOrder =
  ({ list, id, within = '', failed }: ResultNames): AwsJsonWrite['results'] =>
  (answer, rows) => {
    const results = member(answer, list);
    if (!Array.isArray(results) || results.length !== rows) return [];
    const codes = results.map((result: unknown) => member(result, 'ErrorCode') ?? undefined);
    const failures = codes.filter((code) => code !== undefined).length;
    const ids = results.filter((_, place) => codes[place] === undefined);
    const agrees =
      (member(answer, failed) ?? failures) === failures &&
      areDistinct(ids.map((result) => `${String(member(result, within))} ${String(member(result, id))}`));
    return results.map((result: unknown, place): EntryResult => {
      const code = codes[place];
      const hasId = isText(member(result, id));
      if (code === undefined) return hasId && agrees ? 'taken' : undefined;
      return isText(code) && !hasId ? { code, message: member(result, 'ErrorMessage') } : undefined;
    });
  };

/** A request that reads the description of what rows are written to. */
interface Describe {
  readonly operation: string;
  readonly body: unknown;
  /** What it describes: `stream`. */
  readonly noun: string;
  /** What the description says: `the stream events is ACTIVE`. Undefined if it is none. */
  readonly judge: (answer: unknown) => { readonly ok: boolean; readonly about: string } | undefined;
}

/** Reads a description. If the key may only write, the message says that nothing else could be checked. */
async function checkAwsJson(
  caller: AwsJsonCaller,
  { operation, body, noun, judge }: Describe,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { address, env } = caller;
  const { host } = new URL(address);
  const service = httpOf(caller);
  try {
    const response = await calling(
      caller,
      operation,
    )({
      method: 'POST',
      url: service.url,
      headers: {},
      body: JSON.stringify(body),
      answerBytes: ANSWER_BYTES,
      signal,
    });
    const error = errorOf(response, service, 0, env.now());
    if (/^AccessDenied(Exception)?$/.test(error.code ?? ''))
      return {
        ok: true,
        message: `${host} accepted the signature. The key is not allowed to describe the ${noun}, so only a first event shows whether it exists. Nothing was written.`,
      };
    if (!isSuccess(response) || isHtml(response)) throw error;
    const found = judge(jsonOf(response.text));
    if (found === undefined) {
      const words = `another response: ${response.text}`;
      throw refused(
        response,
        service,
        { kind: 'not-found', words, hint: endpointHint(caller.service) },
        env.now(),
      );
    }
    return {
      ok: found.ok,
      message: `${host} accepted the signature; ${found.about}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

/** Sends requests of an operation with their signatures. */
function calling({ service, credentials, env }: AwsJsonCaller, operation: string): Http {
  const { signingName, version, target, hash } = service;
  const http = signed({ ...credentials, service: signingName }, env);
  return ({ body = '', ...request }) =>
    http({
      ...request,
      body,
      headers: {
        'content-type': `application/x-amz-json-${version}`,
        'x-amz-target': `${target}.${operation}`,
        // The signer uses this header instead of its own hash.
        ...(hash && { 'x-amz-content-sha256': hash(body) }),
      },
    });
}
