import { apart, disorder, last, repeated } from '../sql.ts';

/** Every transaction uses an account that was sent before. Every alert follows its transaction, with its account and amount. */
export const check = {
  'Accounts are sent once': repeated('accounts', 'account_id'),
  'Transactions are sent once': repeated('transactions', 'transaction_id'),
  'Accounts are in order of time': disorder('accounts', 'opened_at'),
  'Transactions are in order of time': disorder('transactions', 'timestamp'),
  'Alerts are in order of time': disorder('alerts', 'timestamp'),
  'Every transaction uses an account that was sent before': `
    SELECT t.* FROM transactions t LEFT JOIN accounts USING (account_id)
    WHERE (opened_at <= t.timestamp) IS NOT TRUE`,
  'Every alert follows its transaction, with its account and amount': `
    SELECT a.* FROM alerts a LEFT JOIN transactions t USING (transaction_id)
    WHERE (a.account_id = t.account_id AND a.amount = t.amount AND a.timestamp > t.timestamp
      AND a.transaction_at = t.timestamp AND a.is_fraud = (a.amount > 400)) IS NOT TRUE`,
  '5 % of transactions are fraud': apart('(SELECT avg((amount > 400)::INT) FROM transactions)', 0.05, 0.01),
  '90 % of fraud is caught': apart(
    '(SELECT count(*) FROM alerts WHERE is_fraud) / (SELECT count(*) FROM transactions WHERE amount > 400)',
    0.9,
    0.03,
  ),
};

export const mutants = {
  'a transaction uses an account that is opened later': `UPDATE transactions SET account_id = ${last('accounts', 'account_id')} WHERE n = 1`,
  'a transaction uses no known account': 'UPDATE transactions SET account_id = 0 WHERE n = 10',
  'an alert comes before its transaction': "UPDATE alerts SET timestamp = '2026-11-20 08:59:59' WHERE n = 1",
  'an alert is about another account': `UPDATE alerts SET account_id = 1 WHERE n = ${last('alerts', 'n')}`,
};
