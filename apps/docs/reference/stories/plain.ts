import { edges, type Panel, plot, sharesOf, spreadOf, type Story } from '../story.ts';

interface Trade {
  readonly stock_symbol: string;
  readonly amount: number;
}

/** The prices of one stock, at the positions of its trades. */
const pricesOf = (trades: readonly Trade[], symbol: string): Panel => ({
  name: symbol,
  lines: [
    {
      tone: 'egg',
      points: trades.flatMap(({ stock_symbol: traded, amount }, at) =>
        traded === symbol ? [[at, amount] as const] : [],
      ),
    },
  ],
});

/** The stories of templates whose fields hardly depend on each other. By the template's name. */
export const plainStories: Readonly<Record<string, Story>> = {
  'Simple Example': {
    about: 'The fields are independent. Start here, and change it into a template of your own.',
    charts: {
      temperature: spreadOf({
        title: 'Sensor temperatures by status',
        description:
          'All temperatures from −10 to 40 °C are equally likely. The status does not affect the temperature.',
        field: 'temperature',
        by: ({ status }) => String(status),
        bins: edges(-10, 40, 25),
        x: {
          label: 'temperature, °C',
          ticks: [-10, 0, 10, 20, 30, 40],
          text: (celsius) => String(celsius).replace('-', '−'),
        },
        y: { label: '% of the readings with this status, by 2 °C', ticks: [0, 6] },
      }),
    },
  },
  'eCommerce Transactions': {
    about:
      'The fields are independent and weighted: most sales come from one source, and most are of one item.',
    charts: {
      campaigns: sharesOf({
        title: 'Sales by source',
        description: 'More than half of the sales come from one source; three others share the rest.',
        field: 'utm_source',
        of: 'sales',
      }),
      items: sharesOf({
        title: 'Items per sale',
        description: 'Six out of seven sales are of one item. Sales of four items are rare.',
        field: 'sales',
        of: 'sales',
        labelOf: (items) => `${String(items)} ${items === 1 ? 'item' : 'items'}`,
      }),
    },
  },
  'Stock Prices': {
    about:
      'The fields are independent: a price says nothing about the next price of the same stock. For prices that move in small steps, use [`catbird.walk`](../types/catbird.md#catbirdwalk) per `stock_symbol`.',
    rows: 400,
    charts: {
      prices: (trades) =>
        plot({
          title: 'Prices of three of the eight stocks',
          description: 'Prices jump between 1 and 1,000 because each one is drawn independently.',
          x: { label: 'trades', ticks: [0, 100, 200, 300, 400] },
          y: { label: 'price', ticks: [0, 500, 1000] },
          panels: ['AIR:XPAR', 'NOKIA:XHEL', 'SAP:XETR'].map((symbol) => pricesOf(trades, symbol)),
        }),
    },
  },
  'Content Tracking': {
    about:
      'The fields are independent: every event has a new user and new content, and the time spent does not depend on the scroll depth.',
    charts: {
      time: spreadOf({
        title: 'Time spent on content by scroll depth',
        description: 'Times are uniform up to an hour, whether or not the user scrolled further.',
        field: 'timeSpentSeconds',
        by: ({ scrollDepthPercent: depth }) =>
          Number(depth) < 50 ? '0 to 49 % scrolled' : '50 to 100 % scrolled',
        bins: edges(0, 3600, 24),
        x: {
          label: 'time spent, minutes',
          ticks: [0, 900, 1800, 2700, 3600],
          text: (seconds) => String(seconds / 60),
        },
        y: { label: '% of the events, by 2.5 minutes', ticks: [0, 6] },
      }),
    },
  },
  'Web Analytics Starter Kit': {
    about:
      'The fields are independent and weighted. For visitors who move from page to page, use [Web Sessions](web-sessions.md).',
    charts: {
      pages: sharesOf({
        title: 'Page views by page',
        description: 'Two out of five views are of the start page, followed by documentation and pricing.',
        field: 'page_url',
        of: 'page views',
        labelOf: (url) => new URL(String(url)).pathname,
      }),
      referrers: sharesOf({
        title: 'Page views by referrer',
        description:
          'Nearly half of the views have no referrer. Most of the others come from a search engine.',
        field: 'referrer',
        of: 'page views',
        labelOf: (url) => (url === '' ? 'no referrer' : new URL(String(url)).hostname),
      }),
    },
  },
  'Log Analytics Starter Kit': {
    about:
      'The fields are independent and weighted, so a line with status 500 can have level info. For lines that are consistent with themselves and with their neighbours, use [Logs with Incidents](logs-with-incidents.md).',
    charts: {
      status: sharesOf({
        title: 'Requests by status',
        description: 'Nearly nine out of ten requests return 200. Statuses 500 and 503 are rare.',
        field: 'status',
        of: 'requests',
        toneOf: (status) => (Number(status) >= 500 ? 'berry' : Number(status) >= 400 ? 'straw' : 'egg'),
      }),
      level: sharesOf({
        title: 'Log lines by level',
        description: 'Nine out of ten lines have level info.',
        field: 'level',
        of: 'log lines',
        toneOf: (level) => (level === 'error' ? 'berry' : level === 'warn' ? 'straw' : 'egg'),
      }),
    },
  },
  Flappybird: {
    about: 'The fields are independent: every event belongs to a new round, and scores are uniform.',
    charts: {
      events: sharesOf({
        title: 'Events by type',
        description: 'Four out of five events are scores, and one out of fifty is a purchase.',
        field: 'type',
        of: 'events',
      }),
      scores: spreadOf({
        title: 'Scores by event type',
        description:
          'All scores from 0 to 100 are equally likely for every event type. Purchases are few, so their columns vary by chance. The last column includes 100.',
        field: 'score',
        by: ({ type }) => String(type),
        bins: edges(0, 100, 20),
        x: { label: 'score', ticks: [0, 20, 40, 60, 80, 100] },
        y: { label: '% of the events of this type, by 5 points', ticks: [0, 10] },
      }),
    },
  },
  Sportsbetting: {
    about:
      'The fields are independent, with weighted sports and stakes. All bets are placed within five kilometres of one stadium.',
    charts: {
      sports: sharesOf({
        title: 'Bets by sport',
        description: 'Nearly half of the bets are on football, and one out of twenty is on hockey.',
        field: 'sport',
        of: 'bets',
      }),
      stakes: sharesOf({
        title: 'Bets by stake',
        description: 'Two out of three stakes are 5 or 10, and one out of twenty is 100.',
        field: 'amount',
        of: 'bets',
      }),
    },
  },
  'Flight Bookings': {
    about:
      'The fields are independent: passengers, cities and extras do not depend on each other. Airlines, bags and meals are weighted.',
    charts: {
      airlines: sharesOf({
        title: 'Bookings by airline',
        description:
          'Two airlines have a fifth of the bookings each, and the smallest has one out of twenty.',
        field: 'airline',
        of: 'bookings',
      }),
      bags: sharesOf({
        title: 'Bookings by number of extra bags',
        description: 'Four out of five bookings have no extra bag or one. A few have up to nine.',
        field: 'extra_bags',
        of: 'bookings',
        labelOf: (bags) => `${String(bags)} ${bags === 1 ? 'bag' : 'bags'}`,
      }),
    },
  },
};
