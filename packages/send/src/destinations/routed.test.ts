import { afterEach, beforeEach, expect, test } from 'vitest';
import { elasticsearchError } from '../../../../test/services/elasticsearch.ts';
import { s3Error } from '../../../../test/services/s3.ts';
import { jsonAnswer, startService, type Answer, type Service } from '../../../../test/services/service.ts';
import { batchWith } from '../../test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { withRoutes } from '../delivery/batch-parts.ts';
import { azureBlobWithRoutes } from './azure-blob.ts';
import type { Connection, Destination } from './destination.ts';
import { elasticsearch } from './elasticsearch.ts';
import { gcpPubSub } from './gcp-pubsub.ts';
import { httpWithRoutes } from './http-endpoint-routes.ts';
import { kafkaRest } from './kafka-rest.ts';
import { s3WithRoutes } from './s3.ts';

let service: Service;
beforeEach(async () => {
  service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond: () => ({ status: 404 }),
  });
});
afterEach(() => service.close());

const stream = { id: 'a1b2', rowNumber: Number };

/** How to open a destination at the address of the service. */
const opening =
  <Config>(destination: Destination<Config>, settings: (url: string) => Readonly<Record<string, unknown>>) =>
  () =>
    destination.open(configOf(destination, settings(service.url)), { ...testEnv(), stream });

const http = opening(httpWithRoutes, (url) => ({ url: `${url}/{{place}}/events` }));
const inQuery = opening(httpWithRoutes, (url) => ({ url: `${url}/events?to={{place}}` }));
const index = opening(elasticsearch, (url) => ({ url, index: '{{place}}' }));
const topic = opening(kafkaRest, (url) => ({ url, topic: '{{place}}' }));
const prefix = opening(s3WithRoutes, (url) => ({
  bucket: 'events',
  accessKeyId: 'AKIA',
  secretAccessKey: 'secret',
  endpoint: url,
  prefix: '{{place}}',
}));
const blobs = opening(azureBlobWithRoutes, (url) => ({
  account: 'mystorage',
  container: 'events',
  sas: 'sv=2021&sig=abc',
  endpoint: url,
  prefix: '{{place}}',
}));
const ordered = opening(gcpPubSub, (url) => ({
  project: 'my-project',
  topic: 'events',
  endpoint: url,
  auth: 'none',
  orderingKey: '{{place}}',
}));
const item = (status: number) => ({
  errors: true,
  items: [{ create: { _id: 'a1b2-0', status, error: { type: 'index_not_found_exception', reason: 'No' } } }],
});
const REDIRECT: Answer = { status: 302, headers: { location: 'https://elsewhere.example/' } };
const PAGE: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html></html>' };

test.each<[string, () => Promise<Connection>, Answer, 'rejected' | 'not-found']>([
  ['a path with the route', http, { status: 404 }, 'rejected'],
  ['a path with the route, for ever', http, { status: 410 }, 'rejected'],
  ['a path without the route', inQuery, { status: 404 }, 'not-found'],
  ['a method', http, { status: 405 }, 'not-found'],
  ['a host that redirects', http, REDIRECT, 'not-found'],
  ['an index', index, jsonAnswer(200, item(404)), 'rejected'],
  ['the host of an index', index, PAGE, 'not-found'],
  [
    'a path of the host',
    index,
    elasticsearchError(404, 'no_handler', 'no handler found for uri'),
    'not-found',
  ],
  ['a topic', topic, jsonAnswer(404, { error_code: 40401, message: 'Topic' }), 'rejected'],
  ['the path of a proxy', topic, jsonAnswer(404, { error_code: 404, message: 'HTTP 404' }), 'not-found'],
  ['a bucket', prefix, s3Error(404, 'NoSuchBucket', 'No'), 'not-found'],
  ['a region', prefix, s3Error(301, 'PermanentRedirect', 'No'), 'not-found'],
  ['a container', blobs, s3Error(404, 'ContainerNotFound', 'No'), 'not-found'],
  ['a topic beside the route', ordered, { status: 404 }, 'not-found'],
])(
  '%s that is missing is the mistake of its rows only if it contains their route',
  async (_, open, answer, kind) => {
    service.answerWith(answer);
    const connection = withRoutes(await open());
    // An address, as for HTTP, may stand everywhere.
    const batch = batchWith([[{ n: 1 }, { route: `${service.url}/a-place` }]]);
    expect((await deliveryError(connection.send(batch, sendOptions()))).kind).toBe(kind);
    await connection.close();
  },
);
