import { grouped, share } from '../../../../packages/engine/test/templates.ts';
import { bars, binned, type Column, DAY, edges, logEdges, percent, plot, type Story } from '../story.ts';

interface Order {
  readonly status: string;
  readonly cart: readonly {
    readonly product_id: string;
    readonly product: string;
    readonly price: number;
    readonly quantity: number;
  }[];
  readonly total: number;
}

/** The first step of each order. */
const ordersOf = (steps: readonly Order[]): readonly Order[] =>
  steps.filter(({ status }) => status === 'pending');

const onlineShop: Story<Order> = {
  about:
    'Users and products come from pools in which a few are far more frequent than the rest. A user has the same name, email and country in every order, and a product the same name and price. Amounts are the sum of the cart, and the payment status follows from the order status. Each order is a journey in time: pending, then paid or cancelled within seconds, and now and then refunded. It keeps its user, cart and payment.',
  // Two steps an order.
  rows: 2 * DAY.count,
  charts: {
    products: (steps) => {
      const orders = ordersOf(steps);
      const items = orders.flatMap(({ cart }) => cart);
      const products = [...grouped(items, ({ product_id: id }) => id)].map(([id, all]) => ({
        name: `${String(id)}, ${all[0]?.product} at ${all[0]?.price.toFixed(2)}`,
        value: all.reduce((sum, { quantity }) => sum + quantity, 0),
      }));
      return bars(
        {
          title: 'The ten best-selling products',
          description:
            'Of 500 products, the first sells three times as often as the fifth and more than two hundred times as often as the last. Each has one name and one price.',
        },
        'items sold in about 10,000 orders',
        '',
        products.toSorted((a, b) => b.value - a.value).slice(0, 10),
      );
    },
    totals: (steps) => {
      const orders = ordersOf(steps);
      const totals = orders.map(({ total }) => total);
      return plot({
        title: 'Order totals',
        description:
          'Many small orders and a long tail. Carts below 50 pay 4.90 for shipping, which lifts many of them to just above 50, where free shipping starts. One order out of twenty exceeds 300.',
        x: { label: 'order total', ticks: [0, 50, 100, 150, 200, 250, 300] },
        y: { label: '% of orders, by 5', ticks: [0, 2, 4, 6] },
        panels: [{ columns: binned(totals, edges(0, 300, 60)) }],
      });
    },
  },
};

interface View {
  readonly session_id: string;
  readonly page: string;
}

const PAGES = ['home', 'search', 'product', 'cart', 'checkout', 'thanks'];
const END = 'end';

/** Visits that begin in the first half, so that nearly all end within the rows. */
function visitsOf(views: readonly View[]): readonly (readonly View[])[] {
  const begun = new Set(views.slice(0, views.length / 2).map(({ session_id: id }) => id));
  return [...grouped(views, ({ session_id: id }) => id)].flatMap(([id, visit]) =>
    begun.has(String(id)) ? [visit] : [],
  );
}

const webSessions: Story<View> = {
  about:
    'Visits run side by side, with seconds between the views of each. From each page, a visit moves on to another by weights, or ends. Every visit reaches the checkout through the cart. A visit has one visitor and one referrer; a visitor has one device, browser and country. Only product views have a product, and only orders have revenue.',
  charts: {
    funnel: (views) => {
      const visits = visitsOf(views);
      return bars(
        {
          title: 'How far visits get',
          description:
            'Most visits view a product, one in five fills a cart, and one in eighteen ends with an order.',
        },
        'share of visits with a view of this page',
        ' %',
        PAGES.map((name) => ({
          name,
          value: percent(share(visits, (visit) => visit.some(({ page }) => page === name))),
        })),
      );
    },
    moves: (views) => {
      const moves = visitsOf(views).flatMap((visit) =>
        visit.map(({ page }, i) => ({ from: page, to: visit[i + 1]?.page ?? END })),
      );
      const places = [...PAGES, END];
      return plot({
        title: 'Where a visit goes next',
        description:
          'Visits go from home to the search or a product, from one product to another, and to the checkout only through the cart. Most visits that reach thanks end there.',
        x: {
          label: 'the next page',
          // Half a position before the first column and after the last.
          ticks: [-0.5, ...places.keys(), places.length - 0.5],
          text: (place) => places[place] ?? '',
        },
        y: { label: '% of the views of this page', ticks: [0, 100] },
        panels: PAGES.map((name) => {
          const next = moves.filter(({ from }) => from === name);
          return {
            name: `after ${name}`,
            columns: places.map((place, at) => ({
              from: at - 0.35,
              to: at + 0.35,
              value: 100 * share(next, ({ to }) => to === place),
            })),
          };
        }),
      });
    },
  },
};

interface LogLine {
  readonly service: string;
  readonly incident: string | null;
  readonly incident_id: string | null;
  readonly level: string;
  readonly duration_ms: number;
}

/** Span of the error chart. */
const LINES = 20_000;
const LINES_PER_COLUMN = 500;

/** Percentage of errors of one service per 500 lines of the stream. */
const errorColumns = (lines: readonly LogLine[], service: string): readonly Column[] =>
  edges(0, LINES, LINES / LINES_PER_COLUMN)
    .slice(1)
    .map((to) => {
      const from = to - LINES_PER_COLUMN;
      const own = lines.slice(from, to).filter((line) => line.service === service);
      return { from, to, value: 100 * share(own, ({ level }) => level === 'error') };
    });

const logsWithIncidents: Story<LogLine> = {
  about:
    'Most of the time nothing happens. Then a service has an incident: its database is slow, a deploy is faulty, or it runs out of memory. Its statuses, levels, durations and messages all reflect the incident. `incident` and `incident_id` are the labels; remove them to detect incidents yourself.',
  // Enough for an incident of each kind.
  rows: 100_000,
  charts: {
    errors: (all) => {
      const lines = all.slice(0, LINES);
      const incidents = [...grouped(lines, ({ incident_id: id }) => id).values()].flatMap(([first]) =>
        first === undefined || first.incident === null ? [] : [{ ...first, at: lines.indexOf(first) }],
      );
      return plot({
        title: 'Errors of the six services over 20,000 lines',
        description:
          'Errors are rare except during three incidents, each in one service for a thousand lines of the stream.',
        x: { label: 'log lines', ticks: [0, 5000, 10_000, 15_000, 20_000] },
        y: { label: '% of the lines of this service that are errors, by 500 lines', ticks: [0, 60] },
        panels: ['auth', 'billing', 'catalogue', 'checkout', 'gateway', 'search'].map((name) => ({
          name,
          tone: 'berry',
          columns: errorColumns(lines, name),
          notes: incidents
            .filter(({ service }) => service === name)
            .map(({ incident_id: id, incident, at }) => ({
              x: at + 1150,
              y: 25,
              text: `${id}, ${incident}`,
            })),
        })),
      });
    },
    durations: (lines) => {
      const kinds = [null, 'slow_database', 'bad_deploy'];
      return plot({
        title: 'Request durations with and without an incident',
        description:
          'With a slow database, requests take about fifty times as long, up to the gateway timeout of five seconds. After a bad deploy, requests fail as fast as others succeed.',
        x: {
          label: 'duration, ms (log scale)',
          ticks: [1, 10, 100, 1000, 10_000],
          isLog: true,
        },
        y: { label: '% of the lines of this kind', ticks: [0, 40] },
        panels: kinds.map((kind) => ({
          name: kind ?? 'no incident',
          tone: kind === null ? 'egg' : 'berry',
          columns: binned(
            lines.filter(({ incident }) => incident === kind).map(({ duration_ms: ms }) => ms),
            logEdges(1, 10_000, 40),
          ),
        })),
      });
    },
  },
};

/** The stories of templates whose rows are steps of journeys. By the template's name. */
export const journeysStories: Readonly<Record<string, Story>> = {
  'Online Shop': onlineShop,
  'Web Sessions': webSessions,
  'Logs with Incidents': logsWithIncidents,
};
