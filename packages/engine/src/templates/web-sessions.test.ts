import { expect, test } from 'vitest';
import { grouped, isOneFor, rowsOfTemplate, share } from '../../test/templates.ts';

interface View {
  readonly session_id: string;
  readonly visitor_id: string;
  readonly page: string;
  readonly product_id: string | null;
  readonly path: string;
  readonly referrer: string;
  readonly device: string;
  readonly browser: string;
  readonly country: string;
  readonly revenue: number | null;
}
const views = rowsOfTemplate<View>('Web Sessions', { count: 40_000, seed: 7, stepMs: 100 });
const sessions = [...grouped(views, ({ session_id: id }) => id).values()];

test('visits start and continue only along plausible paths', () => {
  const after: Readonly<Record<string, readonly string[]>> = {
    home: ['search', 'product', 'home'],
    search: ['product', 'search'],
    product: ['product', 'search', 'cart'],
    cart: ['product', 'checkout'],
    checkout: ['thanks', 'cart'],
    thanks: ['home'],
  };
  const begins = new Set(sessions.map(([first]) => first?.page));
  expect(begins).toEqual(new Set(['home', 'search', 'product']));
  const moves = sessions.flatMap((visit) => visit.slice(1).map(({ page }, i) => `${visit[i]?.page} ${page}`));
  const plausible = Object.entries(after).flatMap(([from, all]) => all.map((to) => `${from} ${to}`));
  expect(new Set(moves)).toEqual(new Set(plausible));
});

test('a visit keeps its visitor and referrer, and a visitor keeps device, browser and country', () => {
  expect(isOneFor(views, 'session_id', ['visitor_id', 'referrer'])).toBe(true);
  expect(isOneFor(views, 'visitor_id', ['device', 'browser', 'country'])).toBe(true);
});

test('the fields of a view depend on its page', () => {
  const wrong = views.filter(({ page, path, product_id: product, revenue }) => {
    const expected = page === 'home' ? '/' : page === 'product' ? `/products/${product}` : `/${page}`;
    return (
      (product !== null) !== (page === 'product') ||
      (revenue !== null) !== (page === 'thanks') ||
      path !== expected
    );
  });
  expect(wrong).toEqual([]);
});

test('a few visits end with an order', () => {
  const buys = share(sessions, (rows) => rows.some(({ page }) => page === 'thanks'));
  expect(buys).toBeGreaterThan(0.03);
  expect(buys).toBeLessThan(0.08);
});
