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
  const moves = new Set<string>();
  for (const [first, ...rest] of sessions) {
    expect(['home', 'search', 'product']).toContain(first?.page);
    rest.reduce((before, { page }) => {
      expect(after[before]).toContain(page);
      moves.add(`${before} ${page}`);
      return page;
    }, first?.page ?? '');
  }
  expect(moves.size).toBe(Object.values(after).flat().length);
});

test('a visit keeps its visitor and referrer, and a visitor keeps device, browser and country', () => {
  expect(isOneFor(views, 'session_id', ['visitor_id', 'referrer'])).toBe(true);
  expect(isOneFor(views, 'visitor_id', ['device', 'browser', 'country'])).toBe(true);
});

test('the fields of a view depend on its page', () => {
  for (const { page, path, product_id: product, revenue } of views) {
    expect(product !== null).toBe(page === 'product');
    expect(revenue !== null).toBe(page === 'thanks');
    expect(path).toBe(page === 'home' ? '/' : page === 'product' ? `/products/${product}` : `/${page}`);
  }
});

test('a few visits end with an order', () => {
  const buys = share(sessions, (rows) => rows.some(({ page }) => page === 'thanks'));
  expect(buys).toBeGreaterThan(0.03);
  expect(buys).toBeLessThan(0.08);
});
