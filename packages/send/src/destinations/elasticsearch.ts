import * as z from 'zod/mini';
import { sendingTo } from './http-address.ts';
import type { Destination } from './destination.ts';
import {
  choiceSetting,
  flagSetting,
  optionalTextSetting,
  singleWord,
  routeSetting,
  addressSetting,
  basicShape,
} from './setting.ts';

/** Longest name of an index, in bytes. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-create */
const MAX_NAME_BYTES = 255;

const encoder = new TextEncoder();

/** What is wrong with the name of an index, data stream or alias, as a sentence; undefined if it is valid. */
function nameFault(name: string): string | undefined {
  if (encoder.encode(name).length > MAX_NAME_BYTES) return `Must have at most ${MAX_NAME_BYTES} bytes`;
  if (/^[-_+]/.test(name) || /^\.{1,2}$/.test(name)) return 'Must not start with -, _ or +, or be . or ..';
  return /^[^\p{Lu}\s\p{Cc}\\/*?"<>|,#:]+$/u.test(name)
    ? undefined
    : String.raw`Must be the name of an index: in lower case, without spaces and \ / * ? " < > | , # :`;
}

const config = z.object({
  url: addressSetting({
    label: 'Address',
    help: 'Address of the cluster, with its port and a path if it has one.',
    example: 'https://localhost:9200',
  }),
  index: routeSetting({
    label: 'Index',
    help: 'Name of the index, data stream or alias. {{field}} stands for a value of the event.',
    example: 'events',
    fault: nameFault,
  }),
  dataStream: flagSetting({
    label: 'Data stream',
    help: 'Make sure before the stream starts that events have the field @timestamp, which data streams require.',
  }),
  conflict: choiceSetting({
    label: 'Existing documents',
    help: 'What to do with an event whose id is already in the index, as when a stream is resumed after a crash. With skip, it counts as accepted.',
    choices: { refuse: 'Refuse', skip: 'Skip' },
  }),
  auth: choiceSetting({
    label: 'Authentication',
    help: 'Implied by the credentials.',
    choices: { none: 'None', basic: 'User and password', apiKey: 'API key' },
  }),
  ...basicShape,
  apiKey: optionalTextSetting(
    {
      label: 'API key',
      help: 'The encoded key, as shown when it is created.',
      secret: true,
      when: { auth: 'apiKey' },
      needed: true,
    },
    singleWord,
  ),
});

/** The settings of the Elasticsearch destination. */
export type ElasticsearchConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type ElasticsearchSettings = z.input<typeof config>;

/** `{"create":{"_id":"` and `"}}` with its newline, and an id: 64 characters of a stream or batch, a hyphen, and a row number. */
const ACTION_BYTES = 18 + 4 + 64 + 1 + 16;

/** `"_index":"…",` with the longest name. */
const INDEX_BYTES = 12 + MAX_NAME_BYTES;

/** Elasticsearch and OpenSearch. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
export const elasticsearch: Destination<ElasticsearchConfig> = {
  name: 'Elasticsearch',
  command: 'elasticsearch',
  title: 'Elasticsearch and OpenSearch',
  kind: 'Search and logs',
  searchWords: 'logs',
  summary: 'Create a document for each event in an index or data stream.',
  acknowledgement:
    'A 2xx response that lists it with status 201. An event that an earlier attempt may have stored also counts with 409, as its id exists. Events in the failure store count as quarantined.',
  call: 'POST /_bulk',
  docs: 'https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk',
  corsSetting:
    'In elasticsearch.yml or opensearch.yml, set http.cors.enabled to true, http.cors.allow-origin to this page’s origin, and add Authorization to http.cors.allow-headers.',
  config,
  limits: ({ index }) => ({
    rows: 10_000,
    // Elasticsearch accepts 100 MB by default, and small clusters of Amazon OpenSearch Service 10 MiB.
    bytes: 10_000_000,
    bytesPerRow: ACTION_BYTES + (index.includes('{{') ? INDEX_BYTES : 0),
    source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/limits.html#network-limits',
  }),
  rowFields: ({ dataStream }) => (dataStream ? [{ setting: 'dataStream', field: '@timestamp' }] : []),
  ...sendingTo<ElasticsearchConfig>('url', () => import('./elasticsearch-connection.ts')),
};
