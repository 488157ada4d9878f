import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Service } from '../../../../test/services/service.ts';
import type {
  Connection,
  DeliveryError,
  Destination,
  DestinationEnv,
} from '../../../core/src/destinations.ts';
import { batchOf } from './batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from './contract.ts';

/** A destination that reads which rows a service accepted. */
export interface ReceiptSubject<Config> {
  readonly destination: Destination<Config>;
  readonly start: () => Promise<Service>;
  /** Settings that the stand-in at `url` accepts. */
  readonly settings: (url: string) => Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
  /** The service's response to one accepted row. */
  readonly success: (words: string) => Answer;
  /** A 204 response acknowledges rows, which has no body to read. Default: it does not. */
  readonly isSilent?: boolean;
  readonly env?: () => DestinationEnv;
}

const json = { 'content-type': 'application/json' };
const answer = (body: string | Uint8Array, status = 200, headers: Record<string, string> = json): Answer => ({
  status,
  headers,
  body,
});

/** 2xx responses that acknowledge nothing for any service. */
const NONSENSE: readonly (readonly [name: string, answer: Answer])[] = [
  ['an empty body', answer('')],
  ['no content', { status: 204 }],
  ['white space', answer(' \r\n')],
  ['a word', answer('OK', 200, { 'content-type': 'text/plain' })],
  ['null', answer('null')],
  ['true', answer('true')],
  ['a number', answer('3')],
  ['a string', answer('"ok"')],
  ['an empty object', answer('{}')],
  ['an empty array', answer('[]')],
  ['another object', answer('{"status":"ok","count":3,"id":"17"}')],
  ['a nested array', answer('[[{"ok":true}]]')],
  ['an error as a string', answer('{"error":"no"}', 201)],
  ['an error as an object', answer('{"error":{"code":50000,"message":"no"}}', 202)],
  ['NaN', answer('{"successful_rows":NaN,"FailedRecordCount":NaN}')],
  ['other XML', answer('<?xml version="1.0"?><Done><Ok/></Done>', 200, { 'content-type': 'text/xml' })],
  ['JSON in UTF-16', answer(Buffer.from('\ufeff{"successful_rows":3}', 'utf16le'))],
  ['gzip without a content encoding', answer(gzipSync('{"successful_rows":3}'))],
  ['megabytes', answer('x'.repeat(2_000_000))],
  ['a deeply nested array', answer('['.repeat(30_000))],
  ['unclosed tags', answer('<PublishResult><PublishBatchResult><Successful><member>'.repeat(1000))],
];

const ROWS = [{ n: 1 }, { n: 2 }, { n: 3 }];

/** The contract of every destination that reads acknowledgements: without one, no row counts as accepted. */
export function receiptSuite<Config>(subject: ReceiptSubject<Config>): void {
  const { destination, success, isSilent = false } = subject;
  const whole = Buffer.from(success('an-answer').body ?? '');
  const nonsense = NONSENSE.filter(([, { status }]) => !(isSilent && status === 204));

  describe(`${destination.title}, like every destination with receipts`, () => {
    let service: Service;
    let connection: Connection;
    let rows: readonly unknown[] = [];
    beforeEach(async () => {
      service = await subject.start();
      const config = configOf(destination, subject.settings(service.url));
      rows = ROWS.slice(0, destination.limits(config).rows);
      connection = await destination.open(config, subject.env?.() ?? testEnv());
    });
    afterEach(async () => {
      await connection.close();
      await service.close();
    });

    const sent = (given: Answer, count = rows.length) => {
      service.answerWith(given);
      return connection.send(batchOf(rows.slice(0, count)), sendOptions());
    };
    const expectUnconfirmed = async (given: Answer): Promise<DeliveryError> => {
      const error = await deliveryError(sent(given));
      expect(error).toMatchObject({ kind: 'unconfirmed', status: given.status, uncertain: true });
      expect(error.message).toContain(`returned ${given.status} but confirmed 0 of ${rows.length} events: `);
      expect(error.hint).toMatch(/may have been stored.*\.$|\?$/);
      return error;
    };

    test.each(nonsense)('a 2xx response with %s confirms no row', async (_, given) => {
      const error = await expectUnconfirmed(given);
      const words = typeof given.body === 'string' ? given.body.trim() : '';
      if (words !== '') expect(error.message).toContain(words.slice(0, 200));
      expect(error.message.length).toBeLessThan(400);
    });

    // Without a body, there is nothing to cut or decode.
    if (whole.length > 0) {
      test('a truncated acknowledgement confirms no row', async () => {
        await expectUnconfirmed({ ...success(''), body: whole.subarray(0, whole.length / 2) });
      });

      test('a response with a wrong content encoding confirms no row', async () => {
        const { headers } = success('');
        await expectUnconfirmed({
          ...success(''),
          body: 'plain',
          headers: { ...headers, 'content-encoding': 'gzip' },
        });
      });
    }

    test('a web page instead of an acknowledgement ends the run, with uncertain rows', async () => {
      const page = answer('<html>Sign in</html>', 200, { 'content-type': 'text/html' });
      expect(await deliveryError(sent(page))).toMatchObject({ kind: 'not-found', uncertain: true });
    });

    test('an acknowledgement that says to be a web page confirms no row, and ends the run', async () => {
      const given = success('an-answer');
      const page = { ...given, headers: { ...given.headers, 'content-type': 'text/html; charset=utf-8' } };
      expect(await deliveryError(sent(page, 1))).toMatchObject({ kind: 'not-found', uncertain: true });
    });

    test.each([
      ['with unrequested gzip', (body: Buffer) => gzipSync(body), { 'content-encoding': 'gzip' }],
      ['with a byte order mark', (body: Buffer) => Buffer.concat([Buffer.from('\ufeff'), body]), {}],
      [
        'with a wrong content type',
        (body: Buffer) => body,
        { 'content-type': 'text/plain; charset=iso-8859-1' },
      ],
    ])('an acknowledgement %s counts', async (_, write, headers) => {
      const given = success('an-answer');
      const receipt = await sent(
        { ...given, body: write(whole), headers: { ...given.headers, ...headers } },
        1,
      );
      expect(receipt).toMatchObject({ accepted: 1, quarantined: 0, rejected: 0 });
      expect(receipt.unconfirmed).toBeUndefined();
    });

    test('errors contain no secret, even if a response is cut off within one', async () => {
      for (const secret of subject.secrets) {
        const error = await deliveryError(sent(answer(`${'x'.repeat(190)}${secret}`)));
        for (const text of [error.message, error.detail, error.hint])
          expect(text).not.toContain(secret.slice(0, 8));
      }
    });
  });
}
