import type * as z from 'zod/mini';
import type { Member, Batch } from '@catbird/engine';
import type { AwsKeys } from './aws-json-errors.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { Http } from './http.ts';
import type { FormatShape, RowFormat } from './row-format.ts';

/** A destination's access to the outside world, which differs between page, command line and tests. */
export interface DestinationEnv {
  /** `fetch` in a browser, `node:http` in Node. */
  readonly http: Http;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** In [0, 1), for message ids and the like, never for rows. */
  readonly random: () => number;
  /** Writes JSON lines for the Log destination: to the console in the page, to stdout in the command line. Resolves when it can take more. */
  readonly write: (lines: Uint8Array) => void | Promise<void>;
  /** Tells people, in a sentence, what is neither an error nor a response, such as the address of a server. Absent: they are not told. */
  readonly note?: (text: string) => void;
  /** The stream that the rows belong to, for services that deduplicate. Absent if unknown. */
  readonly stream?: StreamIdentity;
  /** What a clock of the stream's time zone shows at an instant, as if it showed UTC: both in milliseconds since 1970. Absent: UTC. */
  readonly toLocal?: ((ms: number) => number) | undefined;
  /** What is known of the rows, for destinations that create tables. Absent if unknown. */
  readonly describeRows?: () => RowTable;
  /** The format of the rows, one of those that the destination takes. Absent: lines of JSON. */
  readonly format?: RowFormat | undefined;
  /** Signs requests to AWS in place of the keys in the settings, which may have ended. Absent: these do. */
  readonly awsKeys?: AwsKeys | undefined;
}

/** What is known of rows before the first one. */
export interface RowTable {
  /** Their fields. */
  readonly members: readonly Member[];
  /** The entity that each row is, and the field with its key. Absent: rows are no entities. */
  readonly entity?: { readonly name: string; readonly key: string };
  /** The field that tells changes of a table, and the key of the rows that change. Absent: none does. */
  readonly changes?: { readonly field: string; readonly key: string };
}

/** Identifies rows across retries, also when another process resumes the stream. */
export interface StreamIdentity {
  /** Letters and digits; the same for the same schema and seed. */
  readonly id: string;
  /** Maps a row index of this process, from `batch.first` on, to its number in the whole stream. */
  readonly rowNumber: (index: number) => number;
}

/**
 * The destination's response to one request that it accepted, wholly or in part.
 * `accepted + quarantined + rejected`, and the rows of `retryable` and `unconfirmed`, add up to the rows of the request.
 */
export interface Receipt {
  /** Rows that the service acknowledged. Only these count as "sent". */
  readonly accepted: number;
  /** Rows that the service quarantined because they do not match its own schema. */
  readonly quarantined: number;
  /** Rows that the service rejected for good. */
  readonly rejected: number;
  /** Rows that were not sent, because incidents drop them: all of the batch. Default: 0. */
  readonly dropped?: number;
  /**
   * Rows, by their place in the batch, that the service may accept if they are sent again, and why it did not. `unread`: it stopped at a
   * row before them, so they are sent again at once.
   */
  readonly retryable?: { readonly rows: readonly number[]; readonly error: DeliveryError | 'unread' };
  /** Rows that the response neither confirms nor rejects. They may be stored, so they count as failed and are not retried. */
  readonly unconfirmed?: {
    readonly rows: number;
    /** Their places in the batch, if the response tells. */
    readonly places?: readonly number[];
    readonly error: DeliveryError;
  };
  /** The places in the batch of the rejected rows, in order, if the response tells. */
  readonly rejectedPlaces?: readonly number[];
  /** Why rows were rejected, if any were. */
  readonly refusal?: DeliveryError;
  /** Bytes of the request body. */
  readonly bytes: number;
  /** HTTP status, if there is one. */
  readonly status?: number;
  /** The service's response as one line for the log. Free of secrets. */
  readonly answer?: string;
}

/** An open connection to a destination. It does not pace, retry, count or log. */
export interface Connection {
  /**
   * Sends the rows in exactly one request. The run keeps batches within the destination's limits, and passes the same `id` with every
   * attempt at the same rows, for services that deduplicate.
   *
   * @throws DeliveryError for every failure of the service or the network; the signal's reason if aborted; the reason of `stopping` if no
   * row was sent by then
   */
  send(batch: Batch, options: SendOptions): Promise<Receipt>;
  /** Releases all resources. May be called twice. @throws DeliveryError if what makes the rows whole, such as the end of a file, cannot be written */
  close(): Promise<void>;
}

/** Options of a connection's `send`. */
export interface SendOptions {
  readonly signal: AbortSignal;
  /** Aborts when the run begins to end before its limit: from then on, rows need not wait for somebody to read them. Absent: never. */
  readonly stopping?: AbortSignal;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Identifies the rows, the same for every attempt. 12 letters, digits, `-` and `_`. */
  readonly id: string;
  /** Whether an earlier attempt may have stored the rows. Default: no. */
  readonly uncertain?: boolean;
}

/** Maximum size and rate of requests. `source` links to where the figures are published. */
export interface RequestLimits {
  /** Maximum rows per request. */
  readonly rows: number;
  /** Maximum bytes of rows per request, not counting what the request adds around them. */
  readonly bytes: number;
  /** A request is full with so many bytes of rows, unless its first row has more. Default: `bytes`. */
  readonly fullBytes?: number;
  /**
   * A request waits until it is full, but no longer than this after its first row was ready, in milliseconds; `Infinity`: however long
   * that takes. Default: it does not wait, and has the rows of a tick.
   */
  readonly waitMs?: number;
  /** Requests begin at rows whose index is a multiple of `rows`, whenever they are sent. Default: at any row. */
  readonly aligned?: true;
  /** Bytes that the request's format adds per row, such as a comma. Default 0. */
  readonly bytesPerRow?: number;
  /** Maximum requests per second; absent if no limit is published. */
  readonly requestsPerSecond?: number;
  /** Maximum concurrent requests. Default 4. */
  readonly inFlight?: number;
  /**
   * Rows to which requests without a rate may grow, while they are answered quickly. One that times out is sent again as two halves, so
   * its id must not matter. Default: they do not grow.
   */
  readonly growsTo?: number;
  /** All rows of a request have the same route, so rows of several are sent in a request for each. Default: they may differ. */
  readonly oneRoute?: true;
  /** The part of a route that follows from the time of a row, for `oneRoute`. Default: none does. */
  readonly divisionOf?: (ms: number) => string;
  /** Requests never time out, as with a pipe: while nobody reads it, the stream waits. Default: the timeout of the run. */
  readonly noTimeout?: true;
  readonly source?: string;
}

/** The result of a connection test. */
export interface CheckResult {
  readonly ok: boolean;
  /** One or two sentences: what was tested, the service's response, and whether anything was written. */
  readonly message: string;
  /** Why it failed, if the service or the network is the reason. */
  readonly kind?: DeliveryErrorKind;
}

/** An address that the user set. */
export interface CustomEndpoint {
  /** Name of the setting: `endpoint`. */
  readonly setting: string;
  readonly address: string;
}

/** A sent field at the top of the row that a destination reads. */
export interface RowFieldSetting {
  /** Name of the setting that holds the field's name: `valueField`. */
  readonly setting: string;
  /** Name of the field. */
  readonly field: string;
  /** It must tell changes in Debezium's envelope. */
  readonly isEnvelope?: true;
  /** Columns that the destination adds, so the changed rows cannot have fields of these names. Default: none. */
  readonly added?: readonly string[];
  /** Kinds of faults with which the changes would lead to another table. Default: none. */
  readonly unfit?: readonly string[];
}

/** A group of destinations, as help names it. */
export type DestinationKind =
  'Queues and streams' | 'Databases' | 'Object storage' | 'Search and logs' | 'Files, HTTP, sockets';

/**
 * A service to send rows to. Declares everything that page and command line know about it: the form, the flags, the redaction and
 * the reference page are derived from `config`.
 */
export interface Destination<Config = unknown> {
  /** Value of the query parameter `generatorName`: `Tinybird`. */
  readonly name: string;
  /** Name in the command line: `tinybird`. */
  readonly command: string;
  /** Name for people: `Tinybird Events API`. */
  readonly title: string;
  /** Where lists of destinations show it. Absent: behind all others. */
  readonly kind?: DestinationKind;
  /** What people search for who want it, besides its names and summary: `webhook post api`. */
  readonly searchWords?: string;
  /** One sentence. */
  readonly summary: string;
  /** The API call it makes: `POST /v0/events`. */
  readonly call: string;
  /** For the reference: the response that confirms an event, in one or two phrases. Without it, an event does not count as accepted. */
  readonly acknowledgement: string;
  /** The service's own documentation. */
  readonly docs?: string;
  /** One sentence: the setting of the service that admits pages of other origins (CORS). Absent: it has none, or admits all. */
  readonly corsSetting?: string;
  /** Address of the sign-up page. */
  readonly signUp?: string;
  /** Writes events with `write` of its environment: to the console in the page, to stdout in a terminal. */
  readonly writes?: true;
  /** Its check sends an empty event, which only the service itself is sure to reject: it waits until somebody asks for it. */
  readonly checkSends?: true;
  /** Logs responses even if logs are off. */
  readonly logsAnswers?: true;
  /** Settings, in the order of the form. Each carries a `SettingMeta`. */
  readonly config: z.ZodMiniObject & z.ZodMiniType<Config>;
  /** Converts settings of older links and command lines to the current ones before they are checked. */
  normalise?(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What rows may become in a format. Absent: they are always lines of JSON. */
  readonly formats?: readonly FormatShape[];
  /** Name of a setting with which rows must be lines of JSON, besides those in `rowFields`. Absent, or undefined: none. */
  needsJson?(config: Config): string | undefined;
  /** Why rows in a format cannot be sent with these settings, in a sentence. Absent, or undefined: they can. @param nameOf a setting's name for people */
  formatProblem?(
    config: Config,
    format: Pick<RowFormat, 'head' | 'blocks'>,
    nameOf: (setting: string) => string,
  ): string | undefined;
  /** The name of the format that settings imply, if none is given. Absent, or undefined: none. */
  impliedFormat?(settings: Readonly<Record<string, unknown>>): string | undefined;
  /**
   * The topic that rows go to, after which the subject of their schema in a registry is named. Undefined: there are several. Absent: it
   * has no topics.
   */
  topic?(settings: Readonly<Record<string, unknown>>): string | undefined;
  /** Keys of rows may be bytes, in a format. Absent: they are texts. */
  readonly takesKeyBytes?: true;
  /** Its rows stay in order, so one connection sends them all, and threads only generate them. Absent: each thread sends a part. */
  readonly keepsOrder?: true;
  /** Request limits with this config. @param format that of the rows; absent: lines of JSON */
  limits(config: Config, format?: Pick<RowFormat, 'head' | 'blocks'>): RequestLimits;
  /**
   * The address that the user set for rows, and its setting; undefined if rows go to one of the service's own addresses. Absent if
   * they always do, or are not sent over HTTP.
   */
  customEndpoint?(config: Config): CustomEndpoint | undefined;
  /** Fields of the row that the destination reads by name. Absent: none. */
  rowFields?(config: Config): readonly RowFieldSetting[];
  /** Host that receives the rows, for people: `api.tinybird.co`; undefined if they are not sent anywhere. */
  host(config: Config): string | undefined;
  /**
   * The scope of this config's credentials, as a text for people: the origin of the requests that carry them, and whatever else they
   * are bound to: `https://api.tinybird.co`. Credentials saved for one scope are never used for another. Absent: never saved.
   */
  credentialScope?(config: Config): string;
  open(config: Config, env: DestinationEnv): Promise<Connection>;
  /** Tests host and credentials with one request, without writing anything if the service allows that. */
  check(config: Config, env: DestinationEnv, signal: AbortSignal): Promise<CheckResult>;
}

/** Describes a setting to page and command line. Attached to the setting's zod schema by `customSetting`. */
export interface SettingMeta {
  readonly label: string;
  /** One sentence: where to find the value, or what it does. */
  readonly help?: string;
  readonly example?: string;
  /** Never shown, logged, or stored where it can be read by accident. */
  readonly secret?: boolean;
  /** Shown with the settings of delivery. Default: with those of the destination. */
  readonly group?: 'delivery';
  /** For a choice: the label of each value. */
  readonly choices?: Readonly<Record<string, string>>;
  /** May contain `{{`: it is sent as it is, as secrets are, or `side` says what stands there. Elsewhere, `{{` is an error. */
  readonly literal?: boolean;
  /**
   * What it puts beside each row, in `Batch.sides`: the `key` that is the value of the field it names; the `route`, a text in which
   * `{{field}}` stands for a value; `headers`, such texts by name; the event `time` if it is `event`; the time that is its
   * `division`, or when it is made, unless it is `none`.
   */
  readonly side?: 'key' | 'route' | 'headers' | 'time' | 'division';
  /** For a route or headers: what is wrong with the text of a row, as a sentence. Default: nothing. */
  readonly fault?: (text: string) => string | undefined;
  /** For a route: how a value is written in the text; undefined if it must not stand there. Default: as it is. */
  readonly encode?: (value: string) => string | undefined;
  /** Name of another setting without which this one has no effect. */
  readonly needs?: string;
  /** Used and shown only while the named setting has this value: `{host: 'custom'}`. If that one is not given, this one implies the value. */
  readonly when?: Readonly<Record<string, string>>;
  /** For a setting with `when`: required while it is shown. */
  readonly needed?: boolean;
  /** Left out of the short help of the command line. Default: it is there. */
  readonly rare?: boolean;
  /** The text of a file: the command line takes its path. */
  readonly isFile?: boolean;
  /** A command of the shell. A config must not have it. */
  readonly isCommand?: boolean;
}
