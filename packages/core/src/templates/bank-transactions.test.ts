import { expect, test } from 'vitest';
import { isOneFor, mean, rowsOfTemplate, share } from '../../test/templates.ts';

interface Payment {
  readonly account_id: string;
  readonly holder: string;
  readonly card: string;
  readonly home_country: string;
  readonly fraud_type: string | null;
  readonly is_fraud: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly merchant: string;
  readonly country: string;
  readonly risk_score: number;
  readonly status: string;
}
const payments = rowsOfTemplate<Payment>('Bank Transactions', { count: 100_000, seed: 7 });
const of = (kind: string | null): readonly Payment[] =>
  payments.filter(({ fraud_type: type }) => type === kind);

test('0.6 % are fraud, and every one is labelled with its kind', () => {
  expect(share(payments, ({ is_fraud: is }) => is)).toBeCloseTo(0.006, 3);
  for (const { fraud_type: type, is_fraud: is } of payments) expect(is).toBe(type !== null);
  expect([of('card_testing'), of('stolen_card'), of('account_takeover')].map(({ length }) => length)).toEqual(
    [expect.closeTo(300, -2.2), expect.closeTo(200, -2.2), expect.closeTo(100, -2.2)],
  );
});

test('each kind of fraud has its marks, and honest payments have none of them as a rule', () => {
  for (const { amount, merchant } of of('card_testing')) {
    expect(amount).toBeGreaterThanOrEqual(0.5);
    expect(amount).toBeLessThanOrEqual(2);
    expect(['digital_goods', 'donations']).toContain(merchant);
  }
  const abroad = ({ country, home_country: home }: Payment): boolean => country !== home;
  expect(share(of('stolen_card'), abroad)).toBeGreaterThan(0.95);
  expect(share(of(null), abroad)).toBeCloseTo(0.04, 2);
  expect(mean(of('account_takeover').map(({ amount }) => amount))).toBeGreaterThan(1000);
  expect(mean(of(null).map(({ amount }) => amount))).toBeLessThan(60);
});

test('the risk score tells most fraud, and not all of it', () => {
  const caught = share(
    payments.filter(({ is_fraud: is }) => is),
    ({ risk_score: score }) => score >= 50,
  );
  expect(caught).toBeGreaterThan(0.6);
  expect(caught).toBeLessThan(0.9);
  expect(share(of(null), ({ risk_score: score }) => score >= 50)).toBeLessThan(0.02);
  for (const { risk_score: score, status } of payments)
    expect(status).toBe(score >= 80 ? 'declined' : 'approved');
});

test('an account has one holder, card and country, and pays in the currency of that country', () => {
  expect(isOneFor(payments, 'account_id', ['holder', 'card', 'home_country', 'currency'])).toBe(true);
  expect(isOneFor(payments, 'home_country', ['currency'])).toBe(true);
});
