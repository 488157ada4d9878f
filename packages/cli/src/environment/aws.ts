import {
  hostIn,
  isSet,
  isWithin,
  type Found,
  type Looking,
  type Offer,
  type Settings,
  type Tool,
  type Tools,
} from './tool.ts';
import { isObject, jsonOf } from '@catbird/engine';
import { mskRegion } from '../systems/kafka/msk.ts';

/** A service of AWS: its names in variables and in its hosts, and the setting with another address than that of the region. */
interface Service {
  readonly name: string;
  readonly host: string;
  readonly setting: string;
}

/** By the command of their destination. */
const SERVICES: Readonly<Record<string, Service>> = {
  s3: { name: 'S3', host: 's3', setting: 'endpoint' },
  'aws-eventbridge': { name: 'EVENTBRIDGE', host: 'events', setting: 'endpoint' },
  'aws-firehose': { name: 'FIREHOSE', host: 'firehose', setting: 'endpoint' },
  'aws-kinesis': { name: 'KINESIS', host: 'kinesis', setting: 'endpoint' },
  'aws-sns': { name: 'SNS', host: 'sns', setting: 'snsOptions' },
  'aws-sqs': { name: 'SQS', host: 'sqs', setting: 'queueUrl' },
};

/** The hosts of a service. Others at amazonaws.com are its customers', such as gateways and load balancers. */
const hostsOf = (host: string): RegExp =>
  new RegExp(`(^|\\.)${host}(-fips)?(\\.dualstack)?(\\.[a-z0-9-]+(\\.vpce)?)?\\.amazonaws\\.com(\\.cn)?$`);

const LOGIN = ['accessKeyId', 'secretAccessKey', 'sessionToken'];

/** Keys with which settings can be checked without asking AWS. */
const UNASKED = { accessKeyId: 'not-asked', secretAccessKey: 'not-asked' };

/** Whether a destination is a service of AWS. */
export const isAws = (system: string): boolean => Object.hasOwn(SERVICES, system);

/** The address that the variables have for a service. https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html */
const endpointOf = (name: string, get: Looking['get']): Found | undefined =>
  get(`AWS_ENDPOINT_URL_${name}`) ?? get('AWS_ENDPOINT_URL');

/** Whether requests go to AWS, or where its variables say. */
function isAtAws(system: string, settings: Settings, get: Looking['get']): boolean {
  const { name = '', host = '', setting = '' } = SERVICES[system] ?? {};
  const { [setting]: value } = settings;
  const options = typeof value === 'string' && setting.endsWith('Options') ? jsonOf(value) : value;
  const address = isObject(options) ? options['endpoint'] : options;
  if (!isSet(address) || isWithin(address, hostsOf(host))) return true;
  return hostIn(address) !== undefined && hostIn(address) === hostIn(endpointOf(name, get)?.value);
}

/** The keys in variables, if there are both. */
function keysIn(get: Looking['get']): Tool['found'] {
  const [accessKeyId, secretAccessKey] = [get('AWS_ACCESS_KEY_ID'), get('AWS_SECRET_ACCESS_KEY')];
  return accessKeyId === undefined || secretAccessKey === undefined
    ? { accessKeyId: undefined, secretAccessKey: undefined }
    : { accessKeyId, secretAccessKey, sessionToken: get('AWS_SESSION_TOKEN') };
}

/**
 * The variables of AWS's own tools: https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html. The secret of a key signs
 * requests and is never sent, so that a key may sign for another address that is named. A session token is sent, and only to AWS.
 */
export function awsTools(system: string, { get, given }: Looking): Tools {
  const { name = '', setting = '' } = SERVICES[system] ?? {};
  const isQueue = setting === 'queueUrl';
  // The address of a queue has its region.
  const hasRegion = isQueue && String(given['queueUrl']).includes('.amazonaws.com');
  const endpoint = isQueue ? undefined : endpointOf(name, get);
  const keys = keysIn(get);
  return {
    tools: [
      {
        found: {
          region: hasRegion ? undefined : (get('AWS_REGION') ?? get('AWS_DEFAULT_REGION')),
          ...(endpoint && {
            [setting]:
              setting === 'endpoint' ? endpoint : { ...endpoint, value: { endpoint: endpoint.value } },
          }),
          ...keys,
        },
        login: LOGIN,
        isWhole: true,
        fits: (settings) => keys['sessionToken'] === undefined || isAtAws(system, settings, get),
        home: 'they are for AWS and AWS_ENDPOINT_URL',
      },
    ],
    looked:
      'AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the profile that AWS_PROFILE names, and the role of this container or instance',
  };
}

/** An offer with the keys of a profile or role, and the region of a profile, if it lacks them and requests go to AWS. The SDK loads only now. */
export async function withAwsKeys(
  system: string,
  offer: Offer,
  { env, get }: Pick<Looking, 'env' | 'get'>,
  isOffline: boolean,
): Promise<Offer> {
  const { settings } = offer;
  if (!isAws(system) || !isAtAws(system, settings, get)) return offer;
  const lacksRegion = !isSet(settings['region']) && system !== 'aws-sqs';
  const lacksKeys = !LOGIN.some((name) => isSet(settings[name]));
  if (!lacksKeys && !lacksRegion) return offer;
  const { findKeys, profileRegion } = await import('../systems/aws/keys.ts');
  const region = lacksRegion ? await profileRegion(env) : undefined;
  const located = region === undefined ? settings : { ...settings, region: region.value };
  const used = [...offer.used, ...(region === undefined ? [] : [region.from])];
  if (!lacksKeys) return { ...offer, settings: located, used };
  if (isOffline) return { ...offer, settings: { ...located, ...UNASKED }, used };
  const keys = await findKeys(env);
  if (keys === undefined) return { ...offer, settings: located, used };
  return {
    ...offer,
    settings: { ...located, ...keys.now },
    used: [...used, keys.from],
    awsKeys: keys.current,
  };
}

/** An offer with the keys for a cluster of MSK, which are no settings. They sign a token that is as good as a login, so only brokers of MSK get it. */
export async function withMskKeys(
  offer: Offer,
  { env, get }: Pick<Looking, 'env' | 'get'>,
  isOffline: boolean,
): Promise<Offer> {
  if (offer.settings['mechanism'] !== 'msk-iam') return offer;
  if (mskRegion(String(offer.settings['brokers'])) === undefined)
    return {
      ...offer,
      notes: [...offer.notes, 'Not used: keys of AWS, as they are for brokers of Amazon MSK'],
    };
  const { accessKeyId, secretAccessKey, sessionToken } = keysIn(get);
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const keys = {
      accessKeyId: String(accessKeyId.value),
      secretAccessKey: String(secretAccessKey.value),
      ...(sessionToken && { sessionToken: String(sessionToken.value) }),
    };
    const used = [accessKeyId, secretAccessKey, sessionToken].flatMap((each) => each?.from ?? []);
    return { ...offer, used: [...offer.used, ...used], awsKeys: async () => keys };
  }
  if (isOffline) return offer;
  const { findKeys } = await import('../systems/aws/keys.ts');
  const keys = await findKeys(env);
  return keys === undefined ? offer : { ...offer, used: [...offer.used, keys.from], awsKeys: keys.current };
}
