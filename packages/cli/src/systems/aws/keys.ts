import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { loadConfig, NODE_REGION_CONFIG_FILE_OPTIONS, NODE_REGION_CONFIG_OPTIONS } from '@smithy/core/config';
import { isObject } from '@catbird/engine';
import type { AwsKeys } from '@catbird/send';
import type { Environment, Found } from '../../environment/tool.ts';

/** The SDK reads variables of the process only, so those of `--variables` become some. It must not print warnings. */
function exposeVariables(env: Environment): void {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('AWS_') && value !== undefined);
  for (const [name, value] of [['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true'] as const, ...own])
    process.env[name] ??= value;
}

const profileOf = (env: Environment): string => `AWS profile ${env['AWS_PROFILE'] ?? 'default'}`;

/** The region of the profile. Undefined: it has none. */
export async function profileRegion(env: Environment): Promise<Found | undefined> {
  exposeVariables(env);
  const value = await loadConfig(
    { ...NODE_REGION_CONFIG_OPTIONS, default: '' },
    NODE_REGION_CONFIG_FILE_OPTIONS,
  )();
  return value === '' ? undefined : { value, from: `region of ${profileOf(env)}` };
}

/** Names of sources by what the SDK notes of them. It notes nothing of instances. */
const SOURCES: readonly (readonly [note: RegExp, name: (env: Environment) => string])[] = [
  [/^CREDENTIALS_HTTP$/, () => 'role of the container'],
  [/^CREDENTIALS_ENV_VARS_STS_WEB_ID_TOKEN$/, () => 'AWS_WEB_IDENTITY_TOKEN_FILE'],
  [/^CREDENTIALS_/, profileOf],
];

/** Keys that AWS's SDK finds, those of now and how to get current ones. */
interface FoundKeys {
  readonly now: Awaited<ReturnType<AwsKeys>>;
  /** Asks again before they end. */
  readonly current: AwsKeys;
  readonly from: string;
}

/** Keys by profiles, SSO, processes, web identities and roles of containers and instances. Undefined: there are none. */
export async function findKeys(env: Environment): Promise<FoundKeys | undefined> {
  exposeVariables(env);
  // Keeps keys until five minutes before they end.
  const provider = defaultProvider();
  const found = await provider().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'CredentialsProviderError') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { accessKeyId, secretAccessKey, sessionToken } = found;
  const now = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const notes = '$source' in found && isObject(found.$source) ? Object.keys(found.$source) : [];
  const [, nameOf] = SOURCES.find(([note]) => notes.some((each) => note.test(each))) ?? [];
  return { now, current: provider, from: nameOf?.(env) ?? 'role of the instance' };
}
