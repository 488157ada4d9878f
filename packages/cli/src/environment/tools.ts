import { jsonOf } from '@catbird/engine';
import { member } from '@catbird/send';
import { decoded } from '../systems/address.ts';
import { awsTools, isAws } from './aws.ts';
import { clientOptions, fileIn, postgresPassword, projectFile } from './files.ts';
import {
  hostIn,
  isSet,
  isWithin,
  type Found,
  type Looking,
  type Settings,
  type Tool,
  type Tools,
} from './tool.ts';

const textOf = (found: Found | undefined): string | undefined =>
  found === undefined ? undefined : String(found.value);

const first = (...found: readonly (Found | undefined)[]): Found | undefined =>
  found.find((each) => each !== undefined);

/** A part of what a variable holds. */
const partOf = (found: Found | undefined, value: unknown): Found | undefined =>
  found === undefined || value === undefined || value === '' ? undefined : { ...found, value };

const NOTHING: Tool = { found: {}, login: ['username', 'password'], fits: () => true, home: '' };

/** The tools of each system. The keys are commands of destinations, besides `registry`. */
const TOOLS: Readonly<Record<string, readonly [read: (looking: Looking) => Tool, looked: string]>> = {
  postgres: [
    postgres,
    'PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD, PGSSLMODE, DATABASE_URL and ~/.pgpass',
  ],
  mysql: [mysql, 'MYSQL_HOST, MYSQL_TCP_PORT, MYSQL_PWD, DATABASE_URL and [client] in ~/.my.cnf'],
  clickhouse: [clickhouse, 'CLICKHOUSE_USER and CLICKHOUSE_PASSWORD'],
  elasticsearch: [elasticsearch, 'ELASTICSEARCH_URL and ELASTIC_API_KEY'],
  'azure-blob': [
    azure,
    'AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_ACCOUNT, AZURE_STORAGE_SAS_TOKEN and AZURE_STORAGE_KEY',
  ],
  'gcp-pubsub': [pubSub, 'PUBSUB_EMULATOR_HOST, GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CLOUD_PROJECT'],
  otlp: [otlp, 'OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and those of the signal'],
  tinybird: [
    tinybird,
    'TINYBIRD_TOKEN, TINYBIRD_URL, and .tinyb or tinybird.config.json in this folder and those above',
  ],
  datadog: [datadog, 'DD_API_KEY and DD_SITE'],
  registry: [registry, 'SCHEMA_REGISTRY_URL'],
  kafka: [() => ({ ...NOTHING, found: { username: undefined, password: undefined } }), ''],
};

/** The tools of a system, with what they have. Undefined: it has none. @param system as for `fromEnvironment` */
export function toolsOf(system: string, looking: Looking): Tools | undefined {
  if (isAws(system)) return awsTools(system, looking);
  const [read, looked] = TOOLS[system] ?? [];
  return read === undefined || looked === undefined ? undefined : { tools: [read(looking)], looked };
}

/** The parts of the address of a database, each as its tool has it. */
interface Parts {
  readonly scheme: string;
  readonly at: Found | undefined;
  readonly portAt: Found | undefined;
  readonly database: Found | undefined;
  readonly sslmode?: Found | undefined;
  readonly user: Found | undefined;
  readonly password: Found | undefined;
}

/** A database by its parts, else by DATABASE_URL. A tool without any of them would go to this machine. */
function database(looking: Looking, parts: Parts): Tool {
  const { at, user, password } = parts;
  const whole = wholeAddress(looking, parts);
  if (whole !== undefined) return whole;
  const { own, url, isUsable } = addressOf(parts);
  const isMissed = !isUsable && !isSet(looking.given['url']);
  return {
    found: { url, username: user, password },
    login: NOTHING.login,
    // Without a host of its own, its login is for the host that is named.
    fits: ({ url: to }) => to !== undefined && (at === undefined || hostIn(to) === hostIn(own)),
    home: at === undefined ? 'there is no address' : `${at.from} names another host`,
    notes: isMissed ? [`Not used: ${at?.from}, which names no single host`] : [],
  };
}

/** DATABASE_URL, if nothing else has an address. */
function wholeAddress(
  { get, given }: Looking,
  { scheme, at, portAt, database: name }: Parts,
): Tool | undefined {
  const url = get('DATABASE_URL');
  const text = textOf(url) ?? '';
  const isOne = text.startsWith(scheme) && URL.canParse(text) && !isSet(given['url']);
  return isOne && first(at, portAt, name) === undefined ? { ...NOTHING, ...fromAddress(url) } : undefined;
}

/** The address that parts make, and that of its server. */
function addressOf({ scheme, at, portAt, database: name, sslmode }: Parts): {
  readonly own: string;
  readonly url: Found | undefined;
  readonly isUsable: boolean;
} {
  const places = [at, portAt, name, sslmode].flatMap((each) => each?.from ?? []);
  const host = textOf(at) ?? 'localhost';
  const own = `${scheme}://${host}${portAt === undefined ? '' : `:${textOf(portAt)}`}`;
  const mode = sslmode === undefined ? '' : `?sslmode=${textOf(sslmode)}`;
  const isUsable = /^[^\s,/@?#\\]+$/.test(host) && URL.canParse(own);
  const value = `${own}/${encodeURIComponent(textOf(name) ?? '')}${mode}`;
  const isPlaced = first(at, portAt, name) !== undefined && isUsable;
  return { own, url: isPlaced ? { value, from: places.join(', ') } : undefined, isUsable };
}

/** An address with its user name and password as settings. */
function fromAddress(found: Found | undefined): Pick<Tool, 'found'> {
  const url = new URL(textOf(found) ?? '');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return {
    found: {
      url: partOf(found, url.href),
      username: partOf(found, decoded(username)),
      password: partOf(found, decoded(password)),
    },
  };
}

/** https://www.postgresql.org/docs/current/libpq-envars.html */
function postgres(looking: Looking): Tool {
  const { get } = looking;
  const mode = get('PGSSLMODE');
  const tool = database(looking, {
    scheme: 'postgres',
    at: get('PGHOST'),
    portAt: get('PGPORT'),
    database: get('PGDATABASE'),
    // The client cannot try TLS first, and go on without.
    sslmode: ['prefer', 'allow'].includes(textOf(mode) ?? '') ? undefined : mode,
    user: get('PGUSER'),
    password: get('PGPASSWORD'),
  });
  const password = tool.found['password'] ?? inPassFile(tool, looking);
  // A password of the file is for this host, whatever the variables name.
  return password === tool.found['password']
    ? tool
    : { ...tool, found: { ...tool.found, password }, fits: () => true };
}

/** The password in libpq's file for the server and user that the tool completes. */
function inPassFile({ found }: Tool, { env, given }: Looking): Found | undefined {
  const { url, username } = { ...valuesIn(found), ...onlySet(given) };
  const [host, port] = hostIn(url)?.split(/:(?=\d+$)/) ?? [];
  if (host === undefined || port === undefined) return undefined;
  const user = typeof username === 'string' ? username : 'postgres';
  const name = decoded(new URL(String(url)).pathname.slice(1)) ?? user;
  return postgresPassword(env, [host, port, name, user]);
}

const onlySet = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));

const valuesIn = (found: Tool['found']): Settings =>
  onlySet(Object.fromEntries(Object.entries(found).map(([name, each]) => [name, each?.value])));

/** https://dev.mysql.com/doc/refman/8.4/en/environment-variables.html, https://dev.mysql.com/doc/refman/8.4/en/option-files.html. Files win there. */
function mysql(looking: Looking): Tool {
  const { get, env } = looking;
  const file = clientOptions(env);
  return database(looking, {
    scheme: 'mysql',
    at: first(file['host'], get('MYSQL_HOST')),
    portAt: first(file['port'], get('MYSQL_TCP_PORT')),
    database: file['database'],
    user: file['user'],
    password: first(file['password'], get('MYSQL_PWD')),
  });
}

/** https://clickhouse.com/docs/interfaces/cli#environment-variable-options */
function clickhouse({ get }: Looking): Tool {
  return {
    ...NOTHING,
    found: { username: get('CLICKHOUSE_USER'), password: get('CLICKHOUSE_PASSWORD') },
    fits: ({ url }) => url !== undefined,
    home: 'there is no address',
  };
}

function elasticsearch({ get }: Looking): Tool {
  const url = get('ELASTICSEARCH_URL');
  const { found } = URL.canParse(textOf(url) ?? '') ? fromAddress(url) : { found: { url } };
  const apiKey = get('ELASTIC_API_KEY');
  return {
    // The key wins: it would make no sense beside a password.
    found: apiKey === undefined ? found : { url: found['url'], apiKey },
    login: ['auth', 'username', 'password', 'apiKey'],
    isWhole: true,
    fits: ({ url: to }) =>
      (url !== undefined && hostIn(to) === hostIn(url.value)) ||
      isWithin(to, /\.(elastic-cloud\.com|elastic\.cloud|cloud\.es\.io)$/),
    home: 'it is for ELASTICSEARCH_URL and Elastic Cloud',
  };
}

/** A connection string wins over the others, and a signature over a key: https://learn.microsoft.com/cli/azure/azure-cli-configuration */
function azure({ get }: Looking): Tool {
  const string = get('AZURE_STORAGE_CONNECTION_STRING');
  const { account, endpoint, sas, accountKey } =
    string === undefined
      ? {
          account: get('AZURE_STORAGE_ACCOUNT'),
          endpoint: undefined,
          sas: get('AZURE_STORAGE_SAS_TOKEN'),
          accountKey: get('AZURE_STORAGE_KEY'),
        }
      : inConnectionString(string);
  return {
    found: { account, endpoint, ...(sas === undefined ? { accountKey } : { sas }) },
    login: ['auth', 'sas', 'accountKey'],
    isWhole: true,
    fits: (to) =>
      account !== undefined &&
      to['account'] === account.value &&
      (to['endpoint'] ?? '') === (textOf(endpoint) ?? ''),
    home: 'it is for another account or endpoint',
  };
}

/** https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string */
function inConnectionString(string: Found): Tool['found'] {
  const parts = Object.fromEntries(
    String(string.value)
      .split(';')
      .map((part) => [part.split('=')[0], part.replace(/^[^=]*=/, '')]),
  );
  const {
    AccountName: name,
    EndpointSuffix: suffix = 'core.windows.net',
    DefaultEndpointsProtocol: protocol = 'https',
    BlobEndpoint: blob,
  } = parts;
  const own = suffix === 'core.windows.net' ? undefined : `${protocol}://${name}.blob.${suffix}`;
  const [, ofEndpoint] = /^https?:\/\/([a-z0-9]+)\.blob\./.exec(blob ?? '') ?? [];
  return {
    account: partOf(string, name ?? ofEndpoint),
    endpoint: partOf(string, blob ?? own),
    sas: partOf(string, parts['SharedAccessSignature']),
    accountKey: partOf(string, parts['AccountKey']),
  };
}

/** https://cloud.google.com/docs/authentication/application-default-credentials */
function pubSub(looking: Looking): Tool {
  const { get, given } = looking;
  const emulator = isSet(given['endpoint']) ? undefined : get('PUBSUB_EMULATOR_HOST');
  if (emulator !== undefined) return pubSubEmulator(emulator, looking);
  const path = get('GOOGLE_APPLICATION_CREDENTIALS');
  const text = fileIn(textOf(path) ?? '') ?? '';
  const isAccount = member(jsonOf(text), 'type') === 'service_account';
  const login = ['auth', 'accessToken', 'serviceAccount'];
  const isMissed = path !== undefined && !isAccount && !login.some((name) => isSet(given[name]));
  return {
    found: {
      serviceAccount: isAccount ? partOf(path, text) : undefined,
      project: first(get('GOOGLE_CLOUD_PROJECT'), partOf(path, member(jsonOf(text), 'project_id'))),
    },
    login,
    isWhole: true,
    fits: ({ endpoint }) => !isSet(endpoint) || isWithin(endpoint, /(^|[.-])pubsub\.googleapis\.com$/),
    home: 'it is for pubsub.googleapis.com',
    notes: isMissed
      ? ['Not used: GOOGLE_APPLICATION_CREDENTIALS, as it is not the file of a key of a service account']
      : [],
  };
}

/** https://cloud.google.com/pubsub/docs/emulator. It gets no credentials. */
const pubSubEmulator = (emulator: Found, { get }: Looking): Tool => ({
  found: {
    endpoint: partOf(emulator, `http://${String(emulator.value)}`),
    auth: partOf(emulator, 'none'),
    project: first(get('PUBSUB_PROJECT_ID'), get('GOOGLE_CLOUD_PROJECT')),
  },
  login: ['auth', 'accessToken', 'serviceAccount'],
  isWhole: true,
  fits: () => true,
  home: '',
});

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter */
function otlp({ get, given }: Looking): Tool {
  const { signal: asked } = given;
  const signal = typeof asked === 'string' ? asked : 'logs';
  const own = (name: string): Found | undefined => get(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`);
  const any = (name: string): Found | undefined => own(name) ?? get(`OTEL_EXPORTER_OTLP_${name}`);
  const { endpoint, wrong } = baseOf(own('ENDPOINT'), any('ENDPOINT'), any('PROTOCOL'), signal);
  const headers = any('HEADERS');
  const isOne = !String(headers?.value).includes(',');
  const isMissed = wrong !== undefined && !isSet(given['endpoint']);
  return {
    found: { endpoint: wrong === undefined ? endpoint : undefined, ...(isOne && headerIn(headers)) },
    login: ['headerName', 'headerValue'],
    isWhole: true,
    fits: ({ endpoint: to }) => endpoint !== undefined && hostIn(to) === hostIn(endpoint.value),
    home: 'it is for OTEL_EXPORTER_OTLP_ENDPOINT',
    notes: [
      ...(isMissed ? [`Not used: ${wrong}`] : []),
      ...(isOne ? [] : [`Not used: ${headers?.from} has several headers, and one can be sent`]),
    ],
  };
}

/** The base address of an endpoint, and why it cannot be used. @param own that of the signal, which has the whole path */
function baseOf(
  own: Found | undefined,
  found: Found | undefined,
  protocol: Found | undefined,
  signal: string,
): { readonly endpoint: Found | undefined; readonly wrong?: string } {
  const text = textOf(found) ?? '';
  const path = `/v1/${signal}`;
  if (textOf(protocol)?.startsWith('grpc') === true || hostIn(text)?.endsWith(':4317') === true) {
    const words = 'is for gRPC. Set --endpoint to that of OTLP over HTTP, usually on port 4318';
    return { endpoint: found, ...(found && { wrong: `${found.from} ${words}` }) };
  }
  if (own === undefined) return { endpoint: found };
  return text.endsWith(path)
    ? { endpoint: partOf(own, text.slice(0, -path.length)) }
    : { endpoint: own, wrong: `${own.from}, as it does not end with ${path}` };
}

/** A header as the baggage of W3C writes it, with escapes. */
function headerIn(headers: Found | undefined): Tool['found'] {
  const [, name = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(textOf(headers) ?? '') ?? [];
  return { headerName: partOf(headers, decoded(name)), headerValue: partOf(headers, decoded(value)) };
}

/** https://www.tinybird.co/docs/forward/core-concepts/tokens, https://www.tinybird.co/docs/forward/dev-reference/datafiles/tinyb-file */
function tinybird({ get, env, given }: Looking): Tool {
  const { host: place, token: inFile, named, notes } = projectFile(env) ?? {};
  const token = get('TINYBIRD_TOKEN') ?? named;
  // The host of a file gets the token in it, and none of the environment.
  const at = token === undefined ? place : get('TINYBIRD_URL');
  const endpoint = at ?? (token?.value === named?.value ? place : undefined);
  const isPlaced = isSet(given['host']) || isSet(given['endpoint']);
  return {
    found: { endpoint: isPlaced ? undefined : endpoint, token: token ?? inFile },
    login: ['token'],
    fits: ({ host = '', endpoint: address = '' }) =>
      (host !== 'custom' && address === '') ||
      (at !== undefined && hostIn(address) === hostIn(at.value)) ||
      isWithin(address, /(^|\.)tinybird\.co$/),
    home: 'it is for Tinybird',
    ...(notes && { notes }),
  };
}

/** https://docs.datadoghq.com/getting_started/site/ */
function datadog({ get, given }: Looking): Tool {
  return {
    found: {
      site: isSet(given['endpoint']) ? undefined : get('DD_SITE'),
      apiKey: get('DD_API_KEY'),
    },
    login: ['apiKey'],
    fits: ({ site, endpoint = '' }) => site !== 'custom' && endpoint === '',
    home: 'it is for Datadog',
  };
}

/** Settings that only Catbird's own variables have. */
const loginOf = (...names: readonly string[]): Tool['found'] =>
  Object.fromEntries(names.map((name) => [`schemaRegistry${name}`, undefined]));

function registry({ get }: Looking): Tool {
  return {
    found: { schemaRegistry: get('SCHEMA_REGISTRY_URL'), ...loginOf('User', 'Password', 'Token') },
    login: [],
    fits: () => true,
    home: '',
  };
}
