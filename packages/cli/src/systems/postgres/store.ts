import { DeliveryError } from '@catbird/send';
import { clientFor, EXISTING_TABLE, MISSING_TABLE, type PostgresClient } from './client.ts';
import type { StoreAddress } from '../../stream/store/address.ts';
import { messagesOf } from '@catbird/engine';
import { databaseIn } from '../database-address.ts';
import type { Environment } from '../../environment/tool.ts';
import type { OpenedStore } from '../../stream/store/open.ts';
import { PASSWORD_ADVICE, RESPONSE_MS, type Store } from '../../stream/store/store.ts';

const CREATE = `CREATE TABLE catbird_state (
  key text PRIMARY KEY,
  version bigint NOT NULL,
  state text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
)`;

/** Opens a store in Postgres: a row per key in the table `catbird_state`, which is created if missing. */
export function openPostgres(address: StoreAddress, env: Environment): OpenedStore {
  const given = { url: address.server, username: address.username, password: address.password };
  const read = databaseIn('postgres', given, env, { isOwn: false });
  if (!read.ok)
    throw new DeliveryError('rejected', `${address.shown}: ${messagesOf(read.issues).join('. ')}`);
  const { username, password } = read.address;
  const store = storeAt({ ...address, username, password });
  return { store, notes: read.notes, secrets: password === undefined ? [] : [password] };
}

function storeAt({ server, name, username, password }: StoreAddress): Store {
  const lazy = clientFor({ url: server, username, password, passwordAdvice: PASSWORD_ADVICE });
  const prefix = `${name}:`;
  const query = (statement: string, values: readonly unknown[]) =>
    lazy.use(AbortSignal.timeout(RESPONSE_MS), (client) =>
      inTable(client, () => client.run<Row>(statement, values)),
    );
  return {
    async load(key) {
      const { rows } = await query('SELECT version, state FROM catbird_state WHERE key = $1', [prefix + key]);
      const [row] = rows;
      return row === undefined ? undefined : { text: row.state, version: row.version };
    },
    async save(key, text, version) {
      const { rows } =
        version === undefined
          ? await query(
              'INSERT INTO catbird_state (key, version, state) VALUES ($1, 1, $2) ON CONFLICT (key) DO NOTHING RETURNING version, state',
              [prefix + key, text],
            )
          : await query(
              'UPDATE catbird_state SET version = version + 1, state = $2, saved_at = now() WHERE key = $1 AND version = $3 RETURNING version, state',
              [prefix + key, text, version],
            );
      return rows[0]?.version;
    },
    pattern: `keys ${prefix}* in the table catbird_state`,
    async all() {
      const { rows } = await query(
        'SELECT key, version, state FROM catbird_state WHERE starts_with(key, $1)',
        [prefix],
      );
      return new Map(rows.map(({ key, state }) => [key.slice(prefix.length), state]));
    },
    close: () => lazy.close(),
  };
}

/** A row of the table. The client returns a bigint as text. */
interface Row {
  readonly key: string;
  readonly version: string;
  readonly state: string;
}

/** Runs a statement, and once more if it lacked the table, which is created then. */
async function inTable<Result>(client: PostgresClient, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== MISSING_TABLE) throw error;
    await client.run(CREATE).catch((creating: unknown) => {
      // Another process has created it, or is just creating it.
      if (!EXISTING_TABLE.includes(codeOf(creating))) throw creating;
    });
    return act();
  }
}

const codeOf = (error: unknown): string => (error instanceof DeliveryError ? (error.code ?? '') : '');
