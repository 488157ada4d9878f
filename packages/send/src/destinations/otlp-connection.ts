import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { HttpRequest } from './http.ts';
import { encode, SIGNALS } from './otlp-body.ts';
import type { OtlpConfig } from './otlp-config.ts';
import { errorOf, receiptOf, unfit } from './otlp-response.ts';
import { failedCheck, isHtml, isSuccess } from './response.ts';

const encoder = new TextEncoder();

/** Opens a connection to an OTLP endpoint at `address`, without a trailing slash. */
export function open(address: string, config: OtlpConfig, env: DestinationEnv): Connection {
  return {
    async send(batch, { signal }) {
      const encoded = encode(batch, config, env.now());
      if (encoded.places.length === 0) throw unfit(encoded.problem);
      const body = encoder.encode(encoded.body);
      const response = await env.http(request(address, config, body, signal));
      if (!isSuccess(response)) throw errorOf(response, config, env.now());
      return { ...receiptOf(response, batch, encoded, config), bytes: body.length, status: response.status };
    },
    close: () => Promise.resolve(),
  };
}

/** Sends a request without data. */
export async function check(
  address: string,
  config: OtlpConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const body = JSON.stringify(SIGNALS[config.signal].body([], config));
    const response = await env.http(request(address, config, body, signal));
    if (!isSuccess(response) || isHtml(response)) throw errorOf(response, config, env.now());
    return {
      ok: true,
      message: `${new URL(address).host} accepted a request without events at ${SIGNALS[config.signal].path}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

const request = (
  address: string,
  { signal: kind, headerName, headerValue }: OtlpConfig,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest => ({
  method: 'POST',
  url: `${address}${SIGNALS[kind].path}`,
  headers: {
    'content-type': 'application/json',
    ...(headerValue !== undefined && { [headerName.toLowerCase()]: headerValue }),
  },
  body,
  signal,
});
