import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longOnly } from '../../../../test/long.ts';
import { HANG_UP, type Answer, type Service } from '../../../../test/services/service.ts';
import {
  DeliveryError,
  fetchHttp,
  parseConfig,
  type Connection,
  type DeliveryErrorKind,
  type Destination,
  type DestinationEnv,
} from '../../../core/src/destinations.ts';
import type { SendOptions } from '../../src/destinations/destination.ts';
import { batchOf } from './batch.ts';
import { receiptSuite } from './receipts.ts';

/** A destination, and a stand-in of its service to test it against. */
export interface Subject<Config> {
  readonly destination: Destination<Config>;
  readonly start: () => Promise<Service>;
  /** Settings that the stand-in at `url` accepts. */
  readonly settings: (url: string) => Readonly<Record<string, unknown>>;
  /** Settings that it rejects as wrong credentials. */
  readonly wrongCredentials: Readonly<Record<string, unknown>>;
  /** Every secret in `settings`, and values derived from them, such as the base64 of a user and password. */
  readonly secrets: readonly string[];
  /** The service's error response with this status. */
  readonly refusal: (status: number, words: string) => Answer;
  /** The service's response to one accepted row. */
  readonly success: (words: string) => Answer;
  /** Kinds of errors by status, where the service's specification differs from what is common. */
  readonly kinds?: Readonly<Record<number, DeliveryErrorKind>>;
  /** Whether the destination reads the body of a 2xx response. Default true; otherwise any 2xx is an acknowledgement. */
  readonly readsAnswers?: boolean;
  /** A 204 response acknowledges rows. Default: it does not. */
  readonly isSilent?: boolean;
  /** Requests of a successful connection test. Default 1. */
  readonly checks?: number;
}

/** An address for settings that no request uses. */
const HERE = 'http://127.0.0.1';

/** Bytes of a request that an ordinary run tries. */
const LARGE = 16 * 2 ** 20;

/** A whole second, when this file was loaded. */
const NOW = Math.floor(Date.now() / 1000) * 1000;

/** The environment of a destination under test: Node's `fetch`, and a clock that stands still. */
export const testEnv = (): DestinationEnv => ({
  http: fetchHttp(fetch),
  now: () => NOW,
  random: () => 0.5,
  write: () => undefined,
});

/** Options of one `send`. */
export const sendOptions = (more: Partial<SendOptions> = {}): SendOptions => ({
  signal: new AbortController().signal,
  attempt: 1,
  id: 'abcdefghij-_',
  ...more,
});

/** The config of these settings. Fails the test if they are invalid. */
export function configOf<Config>(
  destination: Destination<Config>,
  settings: Readonly<Record<string, unknown>>,
): Config {
  const result = parseConfig(destination, settings);
  if (!result.ok)
    throw new Error(`Invalid settings of ${destination.name}: ${JSON.stringify(result.issues)}`);
  return result.config;
}

/** The DeliveryError that a promise rejects with. Fails the test if it does not. */
export async function deliveryError(promise: Promise<unknown>): Promise<DeliveryError> {
  const error: unknown = await promise.then(
    (value) => new Error(`Resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeliveryError)) throw error;
  return error;
}

const STATUSES: readonly (readonly [status: number, kind: DeliveryErrorKind])[] = [
  [400, 'rejected'],
  [401, 'auth'],
  [403, 'auth'],
  [404, 'not-found'],
  [408, 'unavailable'],
  [413, 'too-large'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
  [501, 'rejected'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
];

const PAGE = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>';
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: PAGE,
});

const ROWS = [
  { n: 1, text: 'plain' },
  { n: 2, text: 'quote " backslash \\ newline \n tab \t null \0 slash /' },
  { n: 3, text: 'ünïcode 漢字 🐦 \u2028\u2029' },
  { n: 4, text: "& = + % ; ~ ! ' ( ) * <Message> ]]>" },
  { n: 5, text: 'lone \ud800 surrogate', nested: { list: [1, null, true, 1e300, -0.5] } },
  // In JSON, `__proto__` is a key like any other.
  JSON.parse('{"__proto__": 1, "constructor": "x", "": []}') as unknown,
];

/** The contract of every destination over HTTP, tested against a real server on this machine. */
export function contractSuite<Config>(subject: Subject<Config>): void {
  const { destination } = subject;
  if (subject.readsAnswers ?? true) receiptSuite(subject);

  describe(`${destination.title}, like every destination`, () => {
    let service: Service;
    let config: Config;
    let connection: Connection;

    beforeEach(async () => {
      service = await subject.start();
      config = configOf(destination, subject.settings(service.url));
      connection = await destination.open(config, testEnv());
    });
    afterEach(async () => {
      await connection.close();
      await service.close();
    });

    const rowsOfOneRequest = (): readonly unknown[] => ROWS.slice(0, destination.limits(config).rows);
    const failing = (answer: Answer | typeof HANG_UP): Promise<DeliveryError> => {
      service.answerWith(answer);
      return deliveryError(connection.send(batchOf(rowsOfOneRequest()), sendOptions()));
    };
    const checkWith = (settings: Readonly<Record<string, unknown>>) =>
      destination.check(configOf(destination, settings), testEnv(), new AbortController().signal);

    test('rows arrive unchanged, in one request, and count as accepted', async () => {
      const rows = rowsOfOneRequest();
      const receipt = await connection.send(batchOf(rows), sendOptions());
      expect(service.faults).toEqual([]);
      expect(service.requests).toHaveLength(1);
      expect(service.rows).toEqual(JSON.parse(JSON.stringify(rows)));
      expect(receipt).toMatchObject({ accepted: rows.length, quarantined: 0, rejected: 0 });
      expect(receipt.bytes).toBe(service.requests[0]?.body.length);
      expect(receipt.status).toBeGreaterThanOrEqual(200);
    });

    test('every value arrives unchanged, one row per request', async () => {
      for (const [i, row] of ROWS.entries())
        await connection.send(batchOf([row]), sendOptions({ id: `row-${i}-abcde`.padEnd(12, '_') }));
      expect(service.faults).toEqual([]);
      expect(service.rows).toEqual(JSON.parse(JSON.stringify(ROWS)));
    });

    const { bytes, bytesPerRow = 0 } = destination.limits(configOf(destination, subject.settings(HERE)));
    // Objects of 64 MiB take seconds.
    test.each(bytes > LARGE ? longOnly([bytes]) : [bytes])(
      'a request of %i bytes, the most allowed, is accepted',
      async () => {
        const fill = 'x'.repeat(bytes - bytesPerRow - JSON.stringify({ text: '' }).length - 1);
        const batch = batchOf([{ text: fill }]);
        expect((batch.ends[0] ?? 0) + bytesPerRow).toBe(bytes);
        expect(await connection.send(batch, sendOptions())).toMatchObject({ accepted: 1 });
        expect(service.faults).toEqual([]);
      },
    );

    test('a retry sends the same bytes', async () => {
      service.answerWith(subject.refusal(503, 'later'), 1);
      const batch = batchOf(rowsOfOneRequest());
      await deliveryError(connection.send(batch, sendOptions()));
      await connection.send(batch, sendOptions({ attempt: 2 }));
      const [first, second] = service.requests;
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
      expect(second?.target).toBe(first?.target);
    });

    const statuses = STATUSES.map(([status, kind]) => [status, subject.kinds?.[status] ?? kind] as const);

    test.each(statuses)('the service’s error with status %i is "%s"', async (status, kind) => {
      const error = await failing(subject.refusal(status, 'the message of the service'));
      expect(error).toMatchObject({ kind, status });
      expect(error.message).toContain('the message of the service');
      expect(service.rows).toEqual([]);
    });

    test.each(statuses)('an empty response with status %i is "%s"', async (status, kind) => {
      expect(await failing({ status })).toMatchObject({ kind, status });
    });

    test.each([400, 401, 403, 404, 413])('an error with status %i has a hint', async (status) => {
      expect((await failing(subject.refusal(status, 'no'))).hint).toMatch(/\w{3,}.*\.$/);
    });

    if (subject.readsAnswers ?? true)
      test.each([200, 400, 403, 404])('a web page with %i shows a wrong host', async (status) => {
        const error = await failing(page(status));
        expect(error.kind).toBe('not-found');
        expect(error.message).toContain('a web page');
        expect(error.hint).toMatch(/host|endpoint/i);
      });

    test.each([
      [413, 'too-large'],
      [429, 'rate-limited'],
      [503, 'unavailable'],
    ] as const)('a proxy’s web page with %i is "%s"', async (status, kind) => {
      expect(await failing(page(status))).toMatchObject({ kind, status });
    });

    test('redirects are not followed, so that credentials reach no other host', async () => {
      const other = await subject.start();
      const error = await failing({ status: 307, headers: { location: `${other.url}/` } });
      expect(error.kind).toBe('not-found');
      expect(error.message).toContain('a redirect');
      expect(other.requests).toEqual([]);
      await other.close();
    });

    test('no response is "network", whether the connection is refused or lost', async () => {
      const cut = await failing(HANG_UP);
      expect(cut).toMatchObject({ kind: 'network', status: undefined });
      await service.close();
      const refused = await deliveryError(connection.send(batchOf([{}]), sendOptions()));
      expect(refused).toMatchObject({ kind: 'network', status: undefined });
      expect(refused.message).toContain(new URL(service.url).host);
      expect(refused.cause).toBeInstanceOf(Error);
      service = await subject.start();
    });

    test('an abort rejects with its reason, before and during a request', async () => {
      const reason = new Error('enough');
      const before = connection.send(batchOf([{}]), sendOptions({ signal: AbortSignal.abort(reason) }));
      await expect(before).rejects.toBe(reason);
      expect(service.requests).toEqual([]);

      // Longer than the test runs.
      service.answerWith({ status: 200, afterMs: 120_000 });
      const controller = new AbortController();
      const during = connection.send(batchOf([{}]), sendOptions({ signal: controller.signal }));
      await expect.poll(() => service.requests.length).toBe(1);
      controller.abort(reason);
      await expect(during).rejects.toBe(reason);
    });

    test.each([400, 401, 500])(
      'errors contain no secret, even if the service echoes all with status %i',
      async (status) => {
        service.answerWith(({ target, headers, body }) =>
          subject.refusal(
            status,
            [target, ...Object.values(headers), body, ...allForms(subject.secrets)].join(' '),
          ),
        );
        const error = await deliveryError(connection.send(batchOf([{}]), sendOptions()));
        expectNoSecret(
          subject.secrets,
          error.message,
          error.detail,
          error.hint,
          error.code,
          String(error.cause),
        );
        const check = await checkWith(subject.settings(service.url));
        expectNoSecret(subject.secrets, check.message);
      },
    );

    test('receipts contain no secret, even if the service echoes all', async () => {
      service.answerWith(({ headers }) =>
        subject.success([...Object.values(headers), ...allForms(subject.secrets)].join(' ')),
      );
      const receipt = await connection.send(batchOf([{}]), sendOptions());
      expectNoSecret(subject.secrets, receipt.answer);
    });

    test.each([
      ['retry-after', '3', 3000, 'seconds'],
      ['retry-after', new Date(NOW + 3_600_000).toUTCString(), 3_600_000, 'a date'],
      ['retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT', 0, 'a past date'],
      ['x-ratelimit-reset', '7', 7000, 'seconds'],
      ['x-ratelimit-reset', String(NOW / 1000 + 3600), 3_600_000, 'seconds since 1970'],
      ['x-amz-retry-after', '1500', 1500, 'milliseconds'],
      ['retry-after', 'soon', undefined, 'not a time'],
    ] as const)('%s: %s asks for %s ms (%s)', async (name, value, expected, form) => {
      const refusal = subject.refusal(429, 'slower');
      const { retryAfterMs } = await failing({ ...refusal, headers: { ...refusal.headers, [name]: value } });
      expect(retryAfterMs, form).toBe(expected);
    });

    test('a response of many megabytes does no harm', async () => {
      const error = await failing({ ...subject.refusal(400, ''), body: 'x'.repeat(2_000_000) });
      expect(error.kind).toBe('rejected');
      expect(error.message.length).toBeLessThan(1000);
    });

    test('the connection test checks host and credentials and writes nothing', async () => {
      expect(await checkWith(subject.settings(service.url))).toMatchObject({ ok: true });
      expect(service.rows).toEqual([]);
      expect(service.requests).toHaveLength(subject.checks ?? 1);
    });

    test('the connection test reports wrong credentials without repeating them', async () => {
      const result = await checkWith({ ...subject.settings(service.url), ...subject.wrongCredentials });
      expect(result.ok).toBe(false);
      expect(result.message).toMatch(/40[13]/);
      expectNoSecret(Object.values(subject.wrongCredentials).map(String), result.message);
    });

    test('the connection test reports that nothing listens', async () => {
      const result = await checkWith(subject.settings(await unusedAddress()));
      expect(result.ok).toBe(false);
      expect(result.message).toContain('No response from 127.0.0.1');
    });

    test('wrong credentials are "auth", and nothing is stored', async () => {
      const wrong = configOf(destination, { ...subject.settings(service.url), ...subject.wrongCredentials });
      const refused = await destination.open(wrong, testEnv());
      expect(await deliveryError(refused.send(batchOf([{}]), sendOptions()))).toMatchObject({ kind: 'auth' });
      expect(service.rows).toEqual([]);
    });

    test('a connection can be closed twice', async () => {
      await connection.close();
      await connection.close();
    });

    test('its host is that of the requests', () => {
      expect(destination.host(config)).toBe(new URL(service.url).host);
    });
  });
}

/** Each secret in the encodings in which a service may echo it. */
const allForms = (secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]);

function expectNoSecret(secrets: readonly string[], ...texts: readonly (string | undefined)[]): void {
  for (const text of texts)
    for (const form of allForms(secrets)) expect(text ?? '').not.toContain(form.replaceAll('"', ''));
}

/** A local address where nothing listens any more. */
async function unusedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
