import { expect, test } from 'vitest';
import { grouped, isOneFor, mean, rowsOfTemplate, share } from '../../test/templates.ts';

interface Payment {
  readonly transaction_id: string;
  readonly event: string;
  readonly account_id: string;
  readonly holder: string;
  readonly card: string;
  readonly home_country: string;
  readonly fraud_type: string | null;
  readonly is_fraud: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly merchant: string;
  readonly channel: string;
  readonly country: string;
  readonly risk_score: number;
  readonly decline_reason: string | null;
  readonly status: string;
}
const events = rowsOfTemplate<Payment>('Bank Transactions', { count: 210_000, seed: 7, stepMs: 100 });
const payments = events
  .filter(({ event }) => event === 'authorized' || event === 'declined')
  .slice(0, 100_000);
const PER_EURO: Readonly<Record<string, number>> = { EUR: 1, PLN: 4.3, SEK: 11 };
const euros = ({ amount, currency }: Payment): number => amount / (PER_EURO[currency] ?? Number.NaN);
const of = (kind: string | null): readonly Payment[] =>
  payments.filter(({ fraud_type: type }) => type === kind);

test('0.6 % of payments are fraud, each labelled with its kind', () => {
  expect(share(payments, ({ is_fraud: is }) => is)).toBeCloseTo(0.006, 3);
  expect(payments.filter(({ fraud_type: type, is_fraud: is }) => is !== (type !== null))).toEqual([]);
  expect([of('card_testing'), of('stolen_card'), of('account_takeover')].map(({ length }) => length)).toEqual(
    [expect.closeTo(300, -2.2), expect.closeTo(200, -2.2), expect.closeTo(100, -2.2)],
  );
});

test('each kind of fraud has its own pattern, which honest payments rarely show', () => {
  for (const payment of of('card_testing')) {
    const { merchant } = payment;
    expect(euros(payment)).toBeGreaterThanOrEqual(0.49);
    expect(euros(payment)).toBeLessThanOrEqual(2.01);
    expect(['digital_goods', 'donations']).toContain(merchant);
  }
  const abroad = ({ country, home_country: home }: Payment): boolean => country !== home;
  expect(share(of('stolen_card'), abroad)).toBeGreaterThan(0.95);
  expect(share(of(null), abroad)).toBeCloseTo(0.04, 2);
  expect(mean(of('account_takeover').map(euros))).toBeGreaterThan(1000);
  expect(mean(of(null).map(euros))).toBeLessThan(60);
});

test('the risk score reveals most fraud, but not all', () => {
  const caught = share(
    payments.filter(({ is_fraud: is }) => is),
    ({ risk_score: score }) => score >= 50,
  );
  expect(caught).toBeGreaterThan(0.6);
  expect(caught).toBeLessThan(0.9);
  expect(share(of(null), ({ risk_score: score }) => score >= 50)).toBeLessThan(0.02);
});

test('a payment is declined for its risk or for insufficient funds, and says which', () => {
  const isRight = ({ risk_score: score, status, decline_reason: reason }: Payment): boolean =>
    status === (reason === null ? 'approved' : 'declined') && (reason === 'risk') === score >= 80;
  expect(payments.filter((payment) => !isRight(payment))).toEqual([]);
  expect(share(of(null), ({ decline_reason: reason }) => reason === 'funds')).toBeCloseTo(0.02, 2);
});

test('a payment is authorized or declined, then captured or reversed, and keeps all else', () => {
  const transactions = grouped(events, ({ transaction_id: id }) => id);
  const ways = new Set([...transactions.values()].map((steps) => steps.map(({ event }) => event).join(' ')));
  expect([...ways].toSorted()).toEqual([
    'authorized',
    'authorized captured',
    'authorized captured refunded',
    'authorized reversed',
    'declined',
  ]);
  expect(events.filter(({ event, status }) => (status === 'declined') !== (event === 'declined'))).toEqual(
    [],
  );
  const kept = [
    'account_id',
    'amount',
    'merchant',
    'country',
    'channel',
    'fraud_type',
    'risk_score',
  ] as const;
  expect(isOneFor(events, 'transaction_id', kept)).toBe(true);
});

test('twenty events show most of what happens to payments', () => {
  const shown = [1, 2, 3, 4, 5].map(
    (seed) =>
      new Set(
        rowsOfTemplate<Payment>('Bank Transactions', { count: 20, seed, stepMs: 1000 }).map(
          ({ event }) => event,
        ),
      ).size,
  );
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...shown)).toBeGreaterThanOrEqual(3);
});

test('prices do not depend on the currency', () => {
  const means = ['EUR', 'PLN', 'SEK'].map((code) =>
    mean(of(null).flatMap((payment) => (payment.currency === code ? [euros(payment)] : []))),
  );
  for (const each of means) expect(each / (means[0] ?? 0)).toBeCloseTo(1, 1);
});

test('an account has one holder, card and country, and pays in the currency of that country', () => {
  expect(isOneFor(payments, 'account_id', ['holder', 'card', 'home_country', 'currency'])).toBe(true);
  expect(isOneFor(payments, 'home_country', ['currency'])).toBe(true);
});
