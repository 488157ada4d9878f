import {
  isSuccess,
  kindOfStatus,
  refusal,
  type DeliveryError,
  type DeliveryErrorKind,
  type HttpResponse,
} from '@catbird/send';
import { hostOf, loginHint } from './broker.ts';

/** ClickHouse may fail after it has sent status 200; a header or the end of the body then reports it. https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats */
export const isException = (response: HttpResponse): boolean =>
  response.header(EXCEPTION) !== undefined || /\bCode: \d+[.,][^\n]{0,40}DB::Exception/.test(response.text);

const EXCEPTION = 'x-clickhouse-exception-code';

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

const CREDENTIALS =
  'Check the user name and password, and that the user is allowed to insert into this table.';
const COLUMNS =
  'Events must match the table’s columns. The setting input_format_skip_unknown_fields ignores fields without a column.';

const MISSING_TABLE = 60;

/** ClickHouse's own codes. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const CODES: Readonly<Record<number, KindAndHint>> = {
  6: ['rejected', COLUMNS],
  16: ['rejected', COLUMNS],
  26: ['rejected', COLUMNS],
  27: ['rejected', COLUMNS],
  38: ['rejected', COLUMNS],
  41: ['rejected', COLUMNS],
  53: ['rejected', COLUMNS],
  [MISSING_TABLE]: ['not-found', 'The table is missing: create it first.'],
  72: ['rejected', COLUMNS],
  81: ['not-found', 'Unknown database: check its name.'],
  115: ['not-found', 'Check --parameters: this version of ClickHouse does not have the setting.'],
  117: ['rejected', COLUMNS],
  164: ['auth', 'The user is read-only.'],
  192: ['auth', CREDENTIALS],
  193: ['auth', CREDENTIALS],
  194: ['auth', CREDENTIALS],
  195: ['auth', 'The user is not allowed to connect from this address.'],
  202: ['rate-limited', 'Too many concurrent statements: lower --in-flight.'],
  209: ['unavailable'],
  210: ['unavailable'],
  241: ['unavailable', 'The server is out of memory; smaller requests may help.'],
  242: ['unavailable', 'The table is currently read-only.'],
  252: ['rate-limited', 'More INSERTs than the table can merge: lower the rate.'],
  376: ['rejected', COLUMNS],
  469: ['rejected', 'The event violates a constraint of the table.'],
  497: ['auth', 'The user lacks the privilege that the error names.'],
  516: ['auth', CREDENTIALS],
  691: ['rejected', COLUMNS],
};

/** By then the table has stored all or some of the rows. */
const PUSHING = /while pushing to view/i;
const VIEW: KindAndHint = [
  'rejected',
  'A materialized view failed after the table stored the events. They are not retried, to avoid duplicates.',
];

/** The error of a response that reports one. @param now milliseconds since 1970 */
export function errorOf(
  response: HttpResponse,
  config: { readonly url: string; readonly password?: string | undefined },
  now: number,
): DeliveryError {
  const [, codeInBody] = /\bCode: (\d+)/.exec(response.text) ?? [];
  const status = isSuccess(response) ? 500 : response.status;
  const code = response.header(EXCEPTION) ?? codeInBody;
  const isPartial = PUSHING.test(response.text);
  // ClickHouse had started to write when it sent status 200.
  const uncertain = isPartial || isSuccess(response);
  const [kind, hint] = isPartial ? VIEW : (CODES[Number(code ?? 0)] ?? [kindOfStatus(status)]);
  return refusal(response, {
    service: hostOf(config.url),
    kind,
    code,
    words: response.text,
    hint: hint === CREDENTIALS ? loginHint(config, 'CATBIRD_CLICKHOUSE_PASSWORD', hint) : hint,
    ofRoute: Number(code) === MISSING_TABLE,
    uncertain: uncertain || undefined,
    // An INSERT of this size is checked before any of it is written.
    divisible: kind === 'rejected' && !uncertain,
    secrets: [config.password ?? ''],
    now,
  });
}
