import { createHash } from 'node:crypto';
import { records, type Batch } from '@catbird/engine';
import {
  type AwsJsonService,
  awsAddress,
  type awsJson as callerOf,
  type Destination,
  loadAwsJson,
  type resultsInOrder as resultsOf,
} from '@catbird/send';

type Calls<Config extends AwsConfig> = Parameters<typeof callerOf<Config>>[1];
type Write<Config extends AwsConfig> = ReturnType<Calls<Config>['write']>;

interface AwsConfig {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** A service of AWS with JSON, to which one operation writes entries. */
interface AwsDestination<Config extends AwsConfig> extends Omit<
  Destination<Config>,
  'customEndpoint' | 'host' | 'open' | 'check' | 'call'
> {
  /** What its hosts begin with, and its name in signatures. */
  readonly signingName: string;
  readonly target: string;
  readonly words: Omit<
    AwsJsonService,
    'title' | 'signingName' | 'version' | 'target' | 'hash' | 'permission' | 'address'
  >;
  readonly operation: string;
  readonly body: (batch: Batch, config: Config, id: string) => unknown;
  readonly results: Parameters<typeof resultsOf>[0];
  readonly describe: Calls<Config>['describe'];
}

const ADDRESS = 'the region, and the endpoint if you set one';

/** A destination from what sets its service apart. What sends loads when it opens. */
export function awsDestination<Config extends AwsConfig>({
  signingName,
  target,
  words,
  operation,
  body,
  results,
  describe,
  ...shown
}: AwsDestination<Config>): Destination<Config> {
  const addressOf = (config: Config): string => awsAddress(signingName, config.region, config.endpoint);
  const caller = async () => {
    const { awsJson, resultsInOrder } = await loadAwsJson();
    const permission = `${signingName}:${operation}`;
    const service = {
      ...words,
      title: shown.title,
      signingName,
      version: '1.1',
      target,
      hash,
      permission,
      address: ADDRESS,
    } as const;
    const write = (config: Config): Write<Config> => ({
      operation,
      body: (batch, id) => body(batch, config, id),
      results: resultsInOrder(results),
    });
    return awsJson<Config>(service, { write, describe });
  };
  return {
    ...shown,
    call: operation,
    customEndpoint: ({ endpoint }) =>
      endpoint === undefined ? undefined : { setting: 'endpoint', address: endpoint },
    host: (config) => new URL(addressOf(config)).host,
    open: async (config, env) => (await caller()).open(addressOf(config), config, env),
    check: async (config, env, signal) => (await caller()).check(addressOf(config), config, env, signal),
  };
}

/** SHA-256 in hexadecimal digits. Node's is many times faster than that of the signer. */
const hash = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex');

/** The bytes of each row in base64, without the newline of a text. */
export const base64Rows = (batch: Batch): string[] => Array.from(records(batch), inBase64);

/** The same with the newline of a text, so that rows stay apart when they are written one after the other. */
export const base64Lines = (batch: Batch): string[] => base64Rows({ ...batch, isBinary: true });

const inBase64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
