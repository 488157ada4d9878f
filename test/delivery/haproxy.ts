import { freePorts, startHaproxy } from '../../scripts/peers.js';
import { findProgram } from '../../scripts/programs.js';

/** HAProxy in front of a service. */
export interface Proxy {
  /** Injects the fault that the `x-fault` header of a request names; see `FAULTS`. */
  readonly faulty: string;
  /** Returns 429 with `Retry-After` above 100 requests/s. */
  readonly limited: string;
  stop(): Promise<void>;
}

/** The faults of the faulty side. */
export const FAULTS = ['503', 'reset', 'drop', 'slow', 'stored then dropped', 'stored then 502'] as const;

/** The limit of the limited side, in requests per second. https://docs.haproxy.org/2.6/configuration.html#7.3.3-sc_http_req_rate */
export const LIMIT_PER_SECOND = 100;

/** `Retry-After` of a 429, in seconds. */
export const RETRY_AFTER_S = 1;

const configuration = (faulty: number, limited: number, service: string): string => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
  option http-keep-alive
  option nolinger
frontend faulty
  bind 127.0.0.1:${faulty}
  tcp-request inspect-delay 60ms
  tcp-request content accept if !{ req.hdr(x-fault) slow }
  tcp-request content accept if WAIT_END
  http-request return status 503 content-type text/plain string "no server is available" if { req.hdr(x-fault) 503 }
  http-request reject if { req.hdr(x-fault) reset }
  http-request silent-drop if { req.hdr(x-fault) drop }
  http-request set-var(txn.fault) req.hdr(x-fault)
  http-response silent-drop if { var(txn.fault) -m str "stored then dropped" }
  http-response return status 502 content-type text/plain string "bad gateway" if { var(txn.fault) -m str "stored then 502" }
  default_backend service
frontend limited
  bind 127.0.0.1:${limited}
  stick-table type ip size 1k expire 10s store http_req_rate(1s)
  http-request track-sc0 src
  http-request return status 429 hdr Retry-After ${RETRY_AFTER_S} content-type text/plain string "slow down" if { sc_http_req_rate(0) gt ${LIMIT_PER_SECOND} }
  default_backend service
backend service
  server one ${service}
`;

/** Starts HAProxy in front of the service at this address; undefined if HAProxy is not installed. */
export async function startProxy(serviceUrl: string): Promise<Proxy | undefined> {
  const program = findProgram('haproxy');
  if (program === undefined) return undefined;
  const [faulty = 0, limited = 0] = await freePorts(2);
  const { stop } = await startHaproxy(
    program,
    configuration(faulty, limited, new URL(serviceUrl).host),
    limited,
  );
  return { faulty: `http://127.0.0.1:${faulty}`, limited: `http://127.0.0.1:${limited}`, stop };
}
