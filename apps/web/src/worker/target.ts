import { messagesByPath } from '@catbird/engine';
import {
  fetchHttp,
  findDestination,
  parseConfig,
  type CheckResult,
  type Destination,
  type DestinationEnv,
} from '@catbird/send';
import { logLine } from './console.ts';
import { withCorsProbe } from './cors.ts';
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
