import type { Destination } from '@catbird/core/destinations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../../test/long.ts';
import { awsJsonAnswer, awsJsonError, EXAMPLE_KEYS } from '../../../test/services/aws-json.ts';
import type { Service } from '../../../test/services/service.ts';
import { ourRequest, randomBatches, sdkClient } from '../../send/test/destinations/aws-peer.ts';
import { batchOf } from '../../send/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../send/test/destinations/contract.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SESSION = 'FwoGZXIvYXdzEPT//session/token==';
const KEYS = { ...EXAMPLE_KEYS, secretAccessKey: SECRET };
const CODES: Readonly<Record<number, string>> = {
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  413: 'RequestEntityTooLarge',
  429: 'ThrottlingException',
};

type Settings = Readonly<Record<string, unknown>>;
type Sdk = ReturnType<typeof sdkClient>['options'];

/** A destination that puts entries to a service of AWS with JSON. */
export interface AwsJsonSubject<Kind extends Service> {
  readonly destination: Destination;
  readonly start: (options: Settings) => Promise<Kind>;
  /** Settings besides the keys. */
  readonly settings: (url: string) => Settings;
  /** Settings with which all holds, too, and what the stand-in then needs. */
  readonly others: Settings & { readonly stand?: Settings };
  readonly codes: Readonly<Record<number, string>>;
  /** Names in answers, and the result of an accepted entry. */
  readonly list: string;
  readonly failed: string;
  readonly taken: Readonly<Record<string, string>>;
  /** Codes of an entry that may be sent again, of one that may not, and the kind of the first. */
  readonly throttled: readonly [code: string, kind: string];
  readonly refused: string;
  readonly tooLarge: number;
  /** Settings of something that does not exist, and what the service says of it. */
  readonly missing: readonly [settings: Settings, words: string];
  /** The request of the AWS SDK for some rows, and the same settings. */
  readonly peer?: {
    readonly settings: Settings;
    readonly sidesOf?: (n: number) => Readonly<Record<string, unknown>>;
    readonly open: (options: Sdk) => {
      send: (rows: readonly unknown[]) => Promise<unknown>;
      destroy: () => void;
    };
  };
}

/** What holds for all of them. @param defineOwn tests of one, with the same stand-in */
export function awsJsonSuite<Kind extends Service>(
  subject: AwsJsonSubject<Kind>,
  defineOwn: (its: {
    readonly service: () => Kind;
    readonly open: (more?: Settings) => ReturnType<Destination['open']>;
  }) => void,
): void {
  const { destination, taken, list, failed, throttled } = subject;
  const [idName = ''] = Object.keys(taken);
  const other = { ...taken, [idName]: 'another' };
  const whole = (url: string): Settings => ({ ...KEYS, ...subject.settings(url) });
  const { stand, ...others } = subject.others;
  const contract = {
    destination,
    refusal: (status: number, words: string) =>
      awsJsonError(status, { ...CODES, ...subject.codes }[status] ?? '', words),
    success: (words: string) => awsJsonAnswer(200, { [failed]: 0, [list]: [{ ...taken, [idName]: words }] }),
  };
  contractSuite({
    ...contract,
    start: () => subject.start({ secretAccessKey: SECRET }),
    settings: whole,
    wrongCredentials: { secretAccessKey: 'another/secret' },
    secrets: [SECRET],
  });
  contractSuite({
    ...contract,
    start: () => subject.start({ secretAccessKey: SECRET, sessionToken: SESSION, ...stand }),
    settings: (url) => ({ ...whole(url), ...others, sessionToken: SESSION }),
    wrongCredentials: { accessKeyId: 'AKIAOTHER' },
    secrets: [SECRET, SESSION],
  });

  describe(destination.title, () => {
    let service: Kind;
    const failing = new Map<number, string>();
    beforeEach(async () => {
      failing.clear();
      const refuses = (row: unknown): string | undefined => failing.get((row as { n: number }).n);
      service = await subject.start({ secretAccessKey: SECRET, refuses });
    });
    afterEach(() => service.close());

    const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
    const open = (more: Settings = {}) =>
      destination.open(configOf(destination, { ...whole(service.url), ...more }), testEnv());
    const send = async (values: readonly unknown[]) => (await open()).send(batchOf(values), sendOptions());
    const check = (more: Settings = {}) =>
      destination.check(
        configOf(destination, { ...whole(service.url), ...more }),
        testEnv(),
        new AbortController().signal,
      );

    test('each entry has its own result: accepted, to retry, or rejected', async () => {
      failing.set(1, throttled[0]).set(3, subject.refused).set(4, 'InternalFailure');
      expect(await send(rows(6))).toMatchObject({
        accepted: 3,
        rejected: 1,
        refusal: { kind: 'rejected', code: subject.refused },
        // The service does not know whether it stored the last one.
        retryable: { rows: [1, 4], error: { kind: throttled[1], uncertain: true } },
        answer: '3 of 6 stored',
      });
      expect(service.rows).toHaveLength(3);
    });

    test('if all entries are throttled, so is the request', async () => {
      for (const { n } of rows(3)) failing.set(n, throttled[0]);
      expect(await deliveryError(send(rows(3)))).toMatchObject({ kind: throttled[1] });
    });

    test.each([
      ['fewer results', { [list]: [taken] }],
      ['more results', { [list]: [taken, other, { ...taken, [idName]: 'third' }] }],
      ['no ids', { [failed]: 0, [list]: [{}, {}] }],
      ['numbers in place of ids', { [list]: [{ [idName]: 1 }, { [idName]: 2 }] }],
      ['failures that it does not name', { [failed]: 2, [list]: [{}, {}] }],
      ['one failure that no result has', { [failed]: 1, [list]: [taken, other] }],
      ['a text for a count', { [failed]: '0', [list]: [taken, other] }],
      ['less than no failure', { [failed]: -1, [list]: [taken, other] }],
      ['one id for all', { [failed]: 0, [list]: [taken, taken] }],
      ['codes beside ids', { [list]: [{ ...taken, ErrorCode: 'InternalFailure' }, { ErrorCode: 7 }] }],
      ['its own error', { __type: 'ResourceNotFoundException', message: 'Stream not found' }],
    ])('a 200 response with %s confirms nothing', async (_, body) => {
      service.answerWith(awsJsonAnswer(200, body));
      const unconfirmed = { kind: 'unconfirmed', status: 200, uncertain: true, detail: JSON.stringify(body) };
      expect(await deliveryError(send(rows(2)))).toMatchObject(unconfirmed);
    });

    test.each([{}, { [failed]: null }])(
      'a response with the count %j is judged by its results',
      async (more) => {
        service.answerWith(awsJsonAnswer(200, { ...more, [list]: [{ ...taken, ErrorCode: null }, other] }));
        expect(await send(rows(2))).toMatchObject({ accepted: 2 });
      },
    );

    test('confirmed entries count, and the others are uncertain', async () => {
      const results = [taken, {}, { ErrorCode: throttled[0] }, other];
      service.answerWith(awsJsonAnswer(200, { [failed]: 1, [list]: results }));
      expect(await send(rows(4))).toMatchObject({
        accepted: 2,
        retryable: { rows: [2] },
        unconfirmed: {
          rows: 1,
          error: { message: expect.stringContaining('confirmed 3 of 4 events') as string },
        },
      });
    });

    test('as many results as a request has are read, each of maximum length', async () => {
      const most = destination.limits(configOf(destination, whole(service.url))).rows;
      for (const { n } of rows(most)) if (n > 0) failing.set(n, `${throttled[0]}${'x'.repeat(200)}`);
      expect(await send(rows(most))).toMatchObject({ accepted: 1, rejected: most - 1 });
    });

    test('an oversized event is too large', async () => {
      const long = [{ text: 'x'.repeat(subject.tooLarge) }];
      expect(await deliveryError(send(long))).toMatchObject({ kind: 'too-large' });
    });

    test('a key that may only put passes the connection test, and what is missing does not', async () => {
      service.answerWith(awsJsonError(400, 'AccessDeniedException', 'not authorized'), 1);
      expect(await check()).toMatchObject({
        ok: true,
        message: expect.stringContaining('not allowed to describe') as string,
      });
      const [settings, words] = subject.missing;
      expect(await check(settings)).toMatchObject({
        ok: false,
        message: expect.stringContaining(words) as string,
      });
    });

    defineOwn({ service: () => service, open });
  });

  const { peer } = subject;
  if (peer !== undefined)
    test('random rows become the request that the AWS SDK sends', async () => {
      const { options, requestOf } = sdkClient();
      const client = peer.open(options);
      for (const rows of randomBatches(cases(60))) {
        const sides = rows.map((_, n) => peer.sidesOf?.(n) ?? {});
        const theirs = await requestOf(client.send(rows));
        expect(await ourRequest(destination, peer.settings, { ...batchOf(rows), sides })).toEqual(theirs);
      }
      client.destroy();
    });
}
