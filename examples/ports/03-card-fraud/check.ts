import { disorderIn, msOf, rowAt, rowsOf, shareFault, type Rows } from '../rows.ts';

interface Account {
  readonly account_id: number;
  readonly opened_at: string;
}

interface Transaction {
  readonly transaction_id: string;
  readonly account_id: number;
  readonly amount: number;
  readonly timestamp: string;
}

interface Alert extends Transaction {
  readonly is_fraud: boolean;
  readonly transaction_at: string;
}

/** Every transaction uses an account that was sent before. Every alert follows its transaction, with its account and amount. */
export function check(rows: Rows): readonly string[] {
  const accounts = rowsOf(rows, 'accounts') as readonly Account[];
  const transactions = rowsOf(rows, 'transactions') as readonly Transaction[];
  const alerts = rowsOf(rows, 'alerts') as readonly Alert[];
  const openedAt = new Map(accounts.map((account) => [account.account_id, account.opened_at]));
  const byId = new Map(transactions.map((transaction) => [transaction.transaction_id, transaction]));
  return [
    ...(openedAt.size === accounts.length ? [] : ['An account is sent twice']),
    ...(byId.size === transactions.length ? [] : ['A transaction is sent twice']),
    ...orderFaults(accounts, transactions, alerts),
    ...transactions.flatMap(({ transaction_id: id, account_id: account, timestamp }) =>
      msOf(openedAt.get(account)) <= msOf(timestamp) ? [] : [`${id} uses account ${account} too early`],
    ),
    ...alerts.flatMap((alert) => alertFaults(alert, byId.get(alert.transaction_id))),
    ...figureFaults(transactions, alerts),
  ];
}

const orderFaults = (
  accounts: readonly Account[],
  transactions: readonly Transaction[],
  alerts: readonly Alert[],
): readonly string[] => [
  ...disorderIn(
    'accounts',
    accounts.map((account) => account.opened_at),
  ),
  ...disorderIn(
    'transactions',
    transactions.map(({ timestamp }) => timestamp),
  ),
  ...disorderIn(
    'alerts',
    alerts.map(({ timestamp }) => timestamp),
  ),
];

function alertFaults(alert: Alert, transaction: Transaction | undefined): readonly string[] {
  const { transaction_id: id } = alert;
  if (transaction === undefined) return [`An alert about unknown transaction ${id}`];
  const isEqual = alert.account_id === transaction.account_id && alert.amount === transaction.amount;
  const follows = msOf(alert.timestamp) > msOf(transaction.timestamp);
  return [
    ...(isEqual ? [] : [`The alert about ${id} has another account or amount`]),
    ...(follows && alert.transaction_at === transaction.timestamp
      ? []
      : [`The alert about ${id} does not follow it`]),
    ...(alert.is_fraud === alert.amount > 400 ? [] : [`The alert about ${id} is wrong about its kind`]),
  ];
}

function figureFaults(transactions: readonly Transaction[], alerts: readonly Alert[]): readonly string[] {
  const frauds = transactions.filter(({ amount }) => amount > 400).length;
  const caught = alerts.filter((alert) => alert.is_fraud).length;
  return [
    ...shareFault('Fraud', frauds / transactions.length, { expected: 0.05, tolerance: 0.01 }),
    ...shareFault('Caught', caught / frauds, { expected: 0.9, tolerance: 0.03 }),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a transaction uses an account that is opened later': (rows) => {
    rowAt(rows, 'transactions', 0)['account_id'] = rowAt(rows, 'accounts', -1)['account_id'];
  },
  'a transaction uses no known account': (rows) => {
    rowAt(rows, 'transactions', 9)['account_id'] = 0;
  },
  'an alert comes before its transaction': (rows) => {
    rowAt(rows, 'alerts', 0)['timestamp'] = '2026-11-20T08:59:59.000Z';
  },
  'an alert is about another account': (rows) => {
    rowAt(rows, 'alerts', -1)['account_id'] = 1;
  },
};
