import type { z } from 'zod/mini';
import type { Batch } from '../rows/batch.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { Http } from './http.ts';

/** What differs between page, command line and tests. Everything outside comes to a destination through here. */
export interface DestinationEnv {
  /** `fetch` in a browser, `node:http` in Node. */
  readonly http: Http;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** In [0, 1), for message ids and the like; never for rows. */
  readonly random: () => number;
  /** Where the Log destination writes JSON lines: the console in the page, stdout in the command line. Resolves when there is room for more. */
  readonly write: (lines: Uint8Array) => void | Promise<void>;
  /** Which stream the rows are of, for services that recognise repetitions. Absent where it is not known. */
  readonly stream?: StreamIdentity;
}

/** What a row keeps when it is sent again, also by another process that goes on with the stream. */
export interface StreamIdentity {
  /** The same for the same schema and seed. Letters and digits. */
  readonly id: string;
  /** Number of a row in the whole stream, of its index in this process's part: `batch.first` and what follows. */
  readonly rowNumber: (index: number) => number;
}

/**
 * What the destination said about one request that it took, wholly or in part.
 * `accepted + quarantined + rejected`, and the rows of `again` and `unconfirmed`, are the request's number of rows.
 */
export interface Receipt {
  /** Rows that the service acknowledged. Only these are "sent". */
  readonly accepted: number;
  /** Rows that the service kept aside because they do not fit its own schema. */
  readonly quarantined: number;
  /** Rows that the service refused for good. */
  readonly rejected: number;
  /** Rows, by their place in the batch, that the service did not take this time and may take another time, and why. */
  readonly again?: { readonly rows: readonly number[]; readonly error: DeliveryError };
  /** How many rows the answer neither confirms nor refuses, and what it said. They may be stored, so they count as failed and do not go again. */
  readonly unconfirmed?: {
    readonly rows: number;
    /** Which they are, by their places in the batch, where the answer tells. */
    readonly places?: readonly number[];
    readonly error: DeliveryError;
  };
  /** Why rows were refused for good, where some were. */
  readonly refusal?: DeliveryError;
  /** Bytes of the request's body. */
  readonly bytes: number;
  /** HTTP status, where there is one. */
  readonly status?: number;
  /** The service's answer in a line, for the log. Free of secrets. */
  readonly answer?: string;
}

/** An open way to a destination. It does not pace, retry, count or log. */
export interface Connection {
  /**
   * Sends the rows in exactly one request; the run has cut the batch to the destination's limits.
   * `attempt` counts from 1: a repeated call for the same rows carries the same `id`, for services that recognise repetitions.
   *
   * @throws DeliveryError for everything the service or the network did; the signal's reason when aborted
   */
  send(batch: Batch, options: SendOptions): Promise<Receipt>;
  /** Lets go of what is open. May be called twice. */
  close(): Promise<void>;
}

/** What a connection's `send` is told beside the rows. */
export interface SendOptions {
  readonly signal: AbortSignal;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** The same for every attempt at the same rows, another for others. Letters, digits, `-` and `_`, 12 characters. */
  readonly id: string;
}

/** What one request may hold, and how many there may be. `source` links to where the figures are published. */
export interface RequestLimits {
  /** Rows a request, at most. */
  readonly rows: number;
  /** Bytes of rows a request, at most; what the request adds around them is already taken off. */
  readonly bytes: number;
  /** Bytes added for each row by the request's form (a comma, say). Default 0. */
  readonly bytesPerRow?: number;
  /** Requests a second, at most; absent where none is published. */
  readonly requestsPerSecond?: number;
  /** Requests in flight at once, at most. Default 4. */
  readonly inFlight?: number;
  readonly source?: string;
}

/** What a connection test found. */
export interface CheckResult {
  readonly ok: boolean;
  /** One or two sentences: what was tried and what the service said; whether anything was written. */
  readonly message: string;
  /** Why it failed, where a service or the way to it is the reason. */
  readonly kind?: DeliveryErrorKind;
}

/** An address that is a setting. */
export interface OwnAddress {
  /** Name of the setting: `endpoint`. */
  readonly setting: string;
  readonly address: string;
}

/** The field of a schema whose value is a row's key. */
export interface KeySetting {
  /** Name of the setting that names it: `keyField`. */
  readonly setting: string;
  /** The field's name; dots lead into objects. */
  readonly field: string;
}

/**
 * A service that rows can be sent to. Everything that page and command line know of it is declared here:
 * the form, the flags, the redaction and the reference page come from `config`.
 */
export interface Destination<Config = unknown> {
  /** As in the query parameter `generatorName`: `Tinybird`. */
  readonly name: string;
  /** As in the command line: `tinybird`. */
  readonly command: string;
  /** As a person calls it: `Tinybird Events API`. */
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** The call it makes, in a few words: `POST /v0/events`. */
  readonly call: string;
  /** What confirms that an event was taken, for people: a phrase or two. Without it an event does not count as accepted. */
  readonly acknowledgement: string;
  /** The service's own documentation. */
  readonly docs?: string;
  /** Where to get an account: a sentence's worth of link text and its address. */
  readonly signUp?: string;
  /** Its answers are logged always, and not only when logs are asked for. */
  readonly logsAnswers?: true;
  /** Settings, in the order of the form. Each carries a `SettingMeta`. */
  readonly config: z.ZodMiniObject & z.ZodMiniType<Config>;
  /** Turns other ways to say the same, of older links and command lines, into today's settings, before they are checked. */
  understand?(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What one request may hold with this config. */
  limits(config: Config): RequestLimits;
  /**
   * The address of a person's own that rows go to, and the setting that holds it; undefined while they go to one of the
   * service's. Absent: they always do, or not over HTTP.
   */
  ownAddress?(config: Config): OwnAddress | undefined;
  /** The field whose value goes beside each row, as its key: batches then have `keys`. Absent, or undefined: no field's. */
  keyField?(config: Config): KeySetting | undefined;
  /** Host that the rows go to, for people: `api.tinybird.co`; undefined when they leave nothing. */
  host(config: Config): string | undefined;
  /**
   * What the credentials of this config are for: the origin of the requests that carry them, and whatever else they are
   * bound to, as a text for people: `https://api.tinybird.co`. Credentials kept for one scope are never used for another.
   * Absent: they are never kept.
   */
  credentialScope?(config: Config): string;
  open(config: Config, env: DestinationEnv): Promise<Connection>;
  /** Proves host and credentials with one request, without writing where the service allows it. */
  check(config: Config, env: DestinationEnv, signal: AbortSignal): Promise<CheckResult>;
}

/** What page and command line need to show a setting. Attached to a setting's zod schema by `customSetting`. */
export interface SettingMeta {
  readonly label: string;
  /** A sentence on where to find it, or what it does. */
  readonly help?: string;
  readonly example?: string;
  /** Never shown, logged or put where it can be read by chance. */
  readonly secret?: boolean;
  /** For choices: the value's name for people. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Shown only while the named setting has this value: `{host: 'custom'}`. */
  readonly when?: Readonly<Record<string, string>>;
  /** For a setting with `when`: it must be given while it is shown. */
  readonly needed?: boolean;
}
