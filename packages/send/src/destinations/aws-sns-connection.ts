import { texts, type Batch } from '@catbird/engine';
import { failedCheck, isHtml, isSuccess } from './response.ts';
import { signer } from './aws-signature.ts';
import { batchReceipt, errorOf, singleReceipt } from './aws-sns-response.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';

/** The settings that a request uses. */
interface Target {
  readonly region: string;
  readonly topicArn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly subject?: string | undefined;
  readonly batch: boolean;
}

type Form = readonly (readonly [name: string, value: string])[];

/** https://docs.aws.amazon.com/sns/latest/api/welcome.html */
const VERSION = '2010-03-31';

/** Opens a connection to SNS at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  const post = poster(address, target, env);
  return {
    async send(batch, { signal, id }) {
      const body = encode(target.batch ? publishBatch(batch, target, id) : publish(batch, target, id));
      const response = await post(body, signal);
      if (!isSuccess(response)) throw errorOf(response, target, env.now());
      return {
        ...(target.batch ? batchReceipt : singleReceipt)(response, batch, target, env.now()),
        bytes: body.length,
        status: response.status,
      };
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Publishes an empty message, which SNS rejects after checking the signature and the permission. Reading the topic's attributes
 * would need a different permission.
 */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const body = encode([...action('Publish', target), ['Message', '']]);
    const response = await poster(address, target, env)(body, signal);
    const error = errorOf(response, target, env.now());
    const rejectedAsEmpty = /^(InvalidParameter|Validation)/.test(error.code ?? '');
    const isPublished = isSuccess(response);
    if (isHtml(response) || !(isPublished || (rejectedAsEmpty && isAboutMessage(error)))) throw error;
    const { host } = new URL(address);
    return {
      ok: true,
      message: isPublished
        ? `${host} accepted the signature. Unlike SNS, it published the empty test message.`
        : `${host} accepted the signature and rejected the empty test message. Nothing was published.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

const isAboutMessage = ({ detail }: DeliveryError): boolean => /message/i.test(detail ?? '');

function poster(address: string, target: Target, env: DestinationEnv) {
  const sign = signer({ service: 'sns', ...target });
  const url = new URL(`${address}/`);
  return async (body: string, signal: AbortSignal): Promise<HttpResponse> => {
    const unsigned = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = await sign({ method: 'POST', url, headers: unsigned, body }, new Date(env.now()));
    return env.http({ method: 'POST', url: url.href, headers, body, signal });
  };
}

const encode = (form: Form): string => form.map((pair) => pair.map(escape).join('=')).join('&');

/** Like `encodeURIComponent`, plus the other reserved characters of RFC 3986. https://www.rfc-editor.org/rfc/rfc3986#section-2.2 */
const escape = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const action = (name: string, { topicArn }: Target): Form => [
  ['Action', name],
  ['Version', VERSION],
  ['TopicArn', topicArn],
];

function publish(batch: Batch, target: Target, id: string): Form {
  const [message = ''] = texts(batch);
  return [...action('Publish', target), ...messageForm(message, target, id)];
}

function publishBatch(batch: Batch, target: Target, id: string): Form {
  const entries = [...texts(batch)].flatMap((message, i) =>
    [['Id', String(i)] as const, ...messageForm(message, target, `${id}-${i}`)].map(
      ([name, value]) => [`PublishBatchRequestEntries.member.${i + 1}.${name}`, value] as const,
    ),
  );
  return [...action('PublishBatch', target), ...entries];
}

function messageForm(message: string, { subject, topicArn }: Target, id: string): Form {
  const form: Form = [
    ['Message', message],
    ...(subject === undefined ? [] : [['Subject', subject] as const]),
  ];
  // A FIFO topic requires both, and drops messages whose id it has seen within the last five minutes.
  return topicArn.endsWith('.fifo')
    ? [...form, ['MessageGroupId', 'catbird'], ['MessageDeduplicationId', id]]
    : form;
}
