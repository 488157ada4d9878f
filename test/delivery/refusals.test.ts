import { afterAll, expect, test } from 'vitest';
import { steady, type DeliveryError } from '@catbird/core';
import { startAbly } from '../services/ably.ts';
import { startAwsSns } from '../services/aws-sns.ts';
import { startHttp } from '../services/http.ts';
import type { Service } from '../services/service.ts';
import { startTinybird } from '../services/tinybird.ts';
import { destinationOf, stream, unaccounted } from './stream.ts';

interface Subject {
  readonly service: Service;
  readonly settings: Readonly<Record<string, unknown>>;
}

const [tinybird, ably, sns, http] = await Promise.all([
  startTinybird(),
  startAbly(),
  startAwsSns(),
  startHttp(),
]);

/** By the names of the command line. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  tinybird: {
    service: tinybird,
    settings: { host: 'custom', endpoint: tinybird.url, datasource: 'events', token: 'p.a-token-for-tests' },
  },
  ably: {
    service: ably,
    settings: {
      channelId: 'events',
      apiKey: 'xVLyHw.dHBYNQ:a-secret-for-tests',
      endpoint: ably.url,
    },
  },
  'aws-sns': {
    service: sns,
    settings: {
      region: 'us-east-1',
      topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      snsOptions: { endpoint: sns.url },
    },
  },
  http: { service: http, settings: { url: `${http.url}/events` } },
};

afterAll(() => Promise.all(Object.values(SUBJECTS).map(({ service }) => service.close())));

const CASES = Object.keys(SUBJECTS).flatMap((name) =>
  [400, 401, 403, 404, 500].map((status) => [name, status] as const),
);

test.each(CASES)(
  '%s answers %d to everything: nothing was accepted, and one clear error ends the run',
  async (name, status) => {
    const { service, settings } = SUBJECTS[name] ?? { service: http, settings: {} };
    service.answerWith({ status, body: 'no', headers: { 'content-type': 'text/plain' } });
    const given: DeliveryError[] = [];
    const { summary, reports } = await stream({
      destination: destinationOf(name),
      settings,
      pace: steady(1),
      retry: { windowMs: 500 },
      onError: (error, retried) => void (retried || given.push(error)),
    });
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    expect(summary).toMatchObject({ reason: 'failed', accepted: 0, quarantined: 0 });
    // A service that fails may have stored what it was sent; one that refuses has not.
    expect(summary.uncertain).toBe(status === 500 ? summary.failed : 0);
    expect(given).toEqual([summary.error]);
    expect(summary.error).toMatchObject({ status, detail: 'no' });
    expect(summary.error?.message).toContain(String(status));
    expect(summary.error?.hint ?? (status === 500 ? 'its own fault' : '')).toMatch(/\S/);
    expect(summary.elapsedMs).toBeLessThan(
      status === 401 || status === 403 || status === 404 ? 1000 : 60_000,
    );
    expect(service.rows).toEqual([]);
  },
);

test.each([
  ['tinybird', 200, ''],
  ['tinybird', 202, '{"error":"Write failed"}'],
  ['ably', 201, '{"error":{"code":50000,"message":"Internal error"}}'],
  ['aws-sns', 200, '<PublishResponse/>'],
])(
  '%s answers %d without an acknowledgement: nothing was accepted, nothing is sent again, and the run ends',
  async (name, status, body) => {
    const { service, settings } = SUBJECTS[name] ?? { service: http, settings: {} };
    const before = service.requests.length;
    service.answerWith({ status, body });
    const { summary, reports } = await stream({
      destination: destinationOf(name),
      settings,
      pace: steady(1),
    });
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    expect(summary).toMatchObject({
      reason: 'failed',
      accepted: 0,
      rejected: 0,
      failed: 1,
      uncertain: 1,
      retried: 0,
    });
    expect(summary.error).toMatchObject({ kind: 'unconfirmed', status });
    expect(service.requests).toHaveLength(before + 1);
  },
);
