import { afterAll, expect, test } from 'vitest';
import { steady } from '@catbird/core';
import type { DeliveryError } from '@catbird/core/destinations';
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
  'if %s only returns %d, nothing counts as accepted, and one clear error ends the run',
  async (name, status) => {
    const { service, settings } = SUBJECTS[name] ?? { service: http, settings: {} };
    const before = service.requests.length;
    service.answerWith({ status, body: 'no', headers: { 'content-type': 'text/plain' } });
    const failures: DeliveryError[] = [];
    const { summary, reports } = await stream({
      destination: destinationOf(name),
      settings,
      // One event until the run ends.
      pace: steady(0.001),
      retry: { windowMs: 500 },
      onError: (error, retried) => void (retried || failures.push(error)),
    });
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    expect(summary).toMatchObject({ reason: 'failed', accepted: 0, quarantined: 0 });
    // A service that fails may have stored the rows; one that refuses has not.
    expect(summary.uncertain).toBe(status === 500 ? summary.failed : 0);
    expect(failures).toEqual([summary.error]);
    expect(summary.error).toMatchObject({ status, detail: 'no' });
    expect(summary.error?.message).toContain(String(status));
    expect(summary.error?.hint ?? (status === 500 ? 'an internal error' : '')).toMatch(/\S/);
    if (status !== 500) expect(service.requests).toHaveLength(before + 1);
    expect(service.rows).toEqual([]);
  },
);

test.each([
  ['tinybird', 200, ''],
  ['tinybird', 202, '{"error":"Write failed"}'],
  ['ably', 201, '{"error":{"code":50000,"message":"Internal error"}}'],
  ['aws-sns', 200, '<PublishResponse/>'],
])(
  'if %s returns %d without an acknowledgement, nothing is accepted or retried, and the run ends',
  async (name, status, body) => {
    const { service, settings } = SUBJECTS[name] ?? { service: http, settings: {} };
    const before = service.requests.length;
    service.answerWith({ status, body });
    const { summary, reports } = await stream({
      destination: destinationOf(name),
      settings,
      pace: steady(0.001),
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
