import { messagesByPath } from '@catbird/engine';
import {
  fetchHttp,
  findDestination,
  parseConfig,
  type CheckResult,
  type Destination,
  type DestinationEnv,
  DeliveryError,
  type Http,
  type HttpRequest,
} from '@catbird/send';
import { logLine } from './console.ts';
import type { ParsedTarget, Target } from './run-protocol.ts';

const decoder = new TextDecoder();
const TEST_MS = 15_000;

const request: typeof fetch = (input, init) => fetch(input, init);

/** The browser, for one connection of a destination. Events of Log are printed to the console one by one, unless it is silent. */
export const newBrowser = (
  { corsSetting }: Pick<Destination, 'corsSetting'>,
  { isSilent = false } = {},
): DestinationEnv => ({
  http: withCorsProbe(fetchHttp, request, location.origin, corsSetting),
  now: () => Date.now(),
  random: () => Math.random(),
  write(lines) {
    if (isSilent) return;
    for (const line of decoder.decode(lines).trimEnd().split('\n')) logLine(line);
  },
});

/**
 * Parses the settings of a target.
 *
 * @throws Error if they are not valid, which the page has checked
 */
export function parseTarget({ generatorName, settings }: Target): ParsedTarget {
  const destination = findDestination(generatorName);
  if (destination === undefined) throw new Error(`Unknown destination ${generatorName}`);
  const parsed = parseConfig(destination, settings);
  if (!parsed.ok)
    throw new Error(`Invalid settings: ${Object.keys(messagesByPath(parsed.issues)).join(', ')}`);
  return { destination, config: parsed.config };
}

/** Tests the connection to a target. */
export function testTarget(target: Target): Promise<CheckResult> {
  const { destination, config } = parseTarget(target);
  return destination.check(config, newBrowser(destination), AbortSignal.timeout(TEST_MS));
}

type Fetch = typeof globalThis.fetch;

/** How long the origin may take to respond to the probe. */
const PROBE_MS = 3_000;

/** Headers that a page may send without asking the service first. https://fetch.spec.whatwg.org/#cors-safelisted-request-header */
const SIMPLE = new Set(['accept', 'accept-language', 'content-language', 'content-type']);
const SIMPLE_TYPES = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Tells missing CORS headers from an outage. `fetch` says the same about both. If the first request to a host fails without a response
 * that the page may see, its origin is asked once, without rows or credentials, for a response that the page may not read. If there is one, the service runs, and
 * the likely cause is that it does not allow this page.
 *
 * @param httpOver sends requests with the `fetch` it is given
 * @param pageOrigin what the service must allow: `https://catbird.example`
 * @param setting one sentence: the setting of the service that allows it
 */
export function withCorsProbe(
  httpOver: (fetch: Fetch) => Http,
  fetch: Fetch,
  pageOrigin: string,
  setting?: string,
): Http {
  const known = new Set<string>();
  const http = httpOver(async (input, init) => {
    const response = await fetch(input, init);
    // Its body may still break off.
    known.add(new URL(input instanceof Request ? input.url : input).origin);
    return response;
  });
  return async (request) => {
    const { origin } = new URL(request.url);
    try {
      return await http(request);
    } catch (error) {
      const isFirst = !known.has(origin);
      known.add(origin);
      if (!isFirst || !(error instanceof DeliveryError) || error.kind !== 'network') throw error;
      if (!(await responds(fetch, origin, request.signal))) throw error;
      throw blockedBy(request, { pageOrigin, setting }, error);
    }
  };
}

/** Whether an origin sends any response. The page cannot read it. */
async function responds(fetch: Fetch, origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(`${origin}/`, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]),
    });
    return true;
  } catch {
    // No response to the probe either: an outage, which is retried.
    return false;
  }
}

function blockedBy(
  { url, headers }: HttpRequest,
  { pageOrigin, setting }: { readonly pageOrigin: string; readonly setting: string | undefined },
  cause: DeliveryError,
): DeliveryError {
  const { host } = new URL(url);
  const asks = Object.entries(headers).filter(([name, value]) => !isSimple(name, value));
  const names = asks.map(([name]) => name.toLowerCase());
  const allow = [
    `Access-Control-Allow-Origin: ${pageOrigin}`,
    ...(names.length === 0 ? [] : [`Access-Control-Allow-Headers: ${names.join(', ')}`]),
  ];
  return new DeliveryError('blocked', `${host} runs, but the browser hides its responses from this page`, {
    detail: cause.detail,
    hint: `Probably ${host} does not allow other origins (CORS). It must send ${allow.join(' and ')}. ${setting === undefined ? '' : `${setting} `}The command line needs no such header: copy the command under “Use this stream elsewhere”.`,
    // Without a question beforehand, the request itself was sent.
    uncertain: names.length === 0,
    cause,
  });
}

const isSimple = (name: string, value: string): boolean =>
  SIMPLE.has(name.toLowerCase()) && (name.toLowerCase() !== 'content-type' || SIMPLE_TYPES.test(value));
