import * as z from 'zod/mini';
import { sendingTo, trimSlashes } from './http-address.ts';
import type { Destination } from './destination.ts';
import { choiceSetting, flagSetting, textSetting, singleWord, optionalAddressSetting } from './setting.ts';

/** API base addresses by region. https://www.tinybird.co/docs/api-reference */
const ADDRESSES = {
  gcp_europe_west3: 'https://api.tinybird.co',
  gcp_us_east4: 'https://api.us-east.tinybird.co',
  aws_eu_central_1: 'https://api.eu-central-1.aws.tinybird.co',
  aws_us_east_1: 'https://api.us-east.aws.tinybird.co',
  aws_us_west_2: 'https://api.us-west-2.aws.tinybird.co',
  gcp_europe_west2: 'https://api.europe-west2.gcp.tinybird.co',
  gcp_northamerica_northeast2: 'https://api.northamerica-northeast2.gcp.tinybird.co',
  aws_eu_west_1: 'https://api.eu-west-1.aws.tinybird.co',
  local: 'http://localhost:7181',
} as const;

/** Region names of earlier tools. */
const OLD_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['eu_gcp', 'gcp_europe_west3'],
  ['us_gcp', 'gcp_us_east4'],
]);

const shape = {
  host: choiceSetting({
    label: 'Host',
    help: 'Region of your workspace, as in its address.',
    choices: {
      gcp_europe_west3: 'GCP europe-west3',
      gcp_us_east4: 'GCP us-east4',
      aws_eu_central_1: 'AWS eu-central-1',
      aws_us_east_1: 'AWS us-east-1',
      aws_us_west_2: 'AWS us-west-2',
      gcp_europe_west2: 'GCP europe-west2',
      gcp_northamerica_northeast2: 'GCP northamerica-northeast2',
      aws_eu_west_1: 'AWS eu-west-1',
      local: 'Tinybird Local',
      custom: 'Custom',
    },
  }),
  endpoint: optionalAddressSetting({
    label: 'Endpoint',
    help: 'API base address. Links and commands also accept the name of a region.',
    example: 'https://api.example.com',
    when: { host: 'custom' },
    needed: true,
  }),
  datasource: textSetting({
    label: 'Data Source name',
    help: 'Created if missing, if the token is allowed to create data sources.',
    example: 'web_events',
  }),
  token: textSetting(
    {
      label: 'Data Source API Token',
      help: 'A token with the append scope for this data source.',
      secret: true,
    },
    singleWord,
  ),
  wait: flagSetting({
    label: 'Wait until written',
    help: 'Acknowledge events once they are written, not just received. Slower.',
    group: 'delivery',
  }),
};

/** In links, `endpoint` holds the region's name unless the host is custom. */
const endpointNamesHost = z.superRefine<{ host?: string; endpoint?: string | undefined }>((config) => {
  if (config.host !== undefined && config.host !== 'custom') config.endpoint = config.host;
});

const config = z.object(shape).check(endpointNamesHost);
/** The settings of the Tinybird destination. */
export type TinybirdConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type TinybirdSettings = z.input<typeof config>;
type Region = keyof typeof ADDRESSES;

const isRegion = (name: unknown): name is Region =>
  typeof name === 'string' && Object.hasOwn(ADDRESSES, name);
const currentName = (name: unknown): unknown => OLD_NAMES.get(name) ?? name;

const addressOf = (config: TinybirdConfig): string =>
  trimSlashes(config.host === 'custom' ? (config.endpoint ?? '') : ADDRESSES[config.host]);

/** Tinybird Events API. https://www.tinybird.co/docs/api-reference/events-api */
export const tinybird: Destination<TinybirdConfig> = {
  name: 'Tinybird',
  command: 'tinybird',
  title: 'Tinybird Events API',
  kind: 'Databases',
  summary: 'Append events to a Tinybird data source.',
  acknowledgement:
    'A 2xx response that counts it in `successful_rows`. Events in `quarantined_rows` count as quarantined.',
  call: 'POST /v0/events',
  docs: 'https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api',
  signUp: 'https://www.tinybird.co/signup',
  logsAnswers: true,
  config,

  // Older links have both `host` and `endpoint`; older commands only `endpoint`, a region's name or an address.
  normalise(input) {
    const endpoint = currentName(input['endpoint']);
    const host = currentName(input['host']);
    return isRegion(endpoint) && host !== 'custom'
      ? { ...input, host: host ?? endpoint, endpoint: undefined }
      : { ...input, host, endpoint };
  },

  limits: () => ({
    // Tinybird publishes no maximum of rows; this one keeps requests at a reasonable size.
    rows: 100_000,
    // "Up to 10 MB per request".
    bytes: 10_000_000,
    // The number of requests is limited, and each takes a millisecond of the processor. Events of 250 bytes or more reach `bytes` first.
    growsTo: 40_000,
    requestsPerSecond: 100,
    source: 'https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api#limits',
  }),

  ...sendingTo<TinybirdConfig>('endpoint', () => import('./tinybird-connection.ts'), addressOf),
  customEndpoint: ({ host, endpoint }) =>
    host === 'custom' && endpoint !== undefined ? { setting: 'endpoint', address: endpoint } : undefined,
};
