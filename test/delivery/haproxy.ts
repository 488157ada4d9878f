import { freePorts, startHaproxy } from '../../scripts/peers.js';
import { findProgram } from '../../scripts/programs.js';

/** HAProxy in front of a service. */
export interface Proxy {
  /** Does to a request what its `x-fault` header says, see `FAULTS`. */
  readonly faulty: string;
  /** Answers 429 with `Retry-After` beyond 100 requests a second. */
  readonly limited: string;
  stop(): Promise<void>;
}

/** What the faulty side can do to a request. */
export const FAULTS = ['503', 'reset', 'drop', 'slow', 'stored then dropped', 'stored then 502'] as const;

/** What the limited side allows, in requests a second. https://docs.haproxy.org/2.6/configuration.html#7.3.3-sc_http_req_rate */
export const LIMIT_PER_SECOND = 100;

/** The wish that comes with 429, in seconds. */
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

/** Starts HAProxy in front of a service at this address; undefined, with a word on the console, where there is none. */
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
