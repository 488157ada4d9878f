import { plot, type Panel } from '../chart/plot.ts';
import { edges, sharesOf, spreadOf, type Story } from '../story.ts';

const ALONE = 'Every field is drawn on its own';

interface Trade {
  readonly stock_symbol: string;
  readonly amount: number;
}

/** Prices of a share, at the places of its trades. */
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

/** Of the templates whose fields are drawn one by one, by their names. */
export const plainStories: Readonly<Record<string, Story>> = {
  'Simple Example': {
    about: `${ALONE}: the template to begin with, and to change into one of your own.`,
    charts: {
      temperature: spreadOf({
        title: 'Temperatures of sensors, by their status',
        description:
          'From −10 to 40 °C every temperature is as likely as any other, and the three statuses make no difference to it.',
        field: 'temperature',
        by: ({ status }) => String(status),
        bins: edges(-10, 40, 25),
        x: {
          label: 'temperature, °C',
          ticks: [-10, 0, 10, 20, 30, 40],
          text: (celsius) => String(celsius).replace('-', '−'),
        },
        y: { label: '% of the readings of this status, by 2 °C', ticks: [0, 6] },
      }),
    },
  },
  'eCommerce Transactions': {
    about: `${ALONE}, by weights: most sales come from one source, and most are of one item.`,
    charts: {
      campaigns: sharesOf({
        title: 'Where sales come from',
        description: 'More than half of the sales come from one source, the others from three more.',
        field: 'utm_source',
        of: 'sales',
      }),
      items: sharesOf({
        title: 'How many items are sold at once',
        description: 'Six of seven sales are of one item; four are rare.',
        field: 'sales',
        of: 'sales',
        say: (items) => `${String(items)} ${items === 1 ? 'item' : 'items'}`,
      }),
    },
  },
  'Stock Prices': {
    about: `${ALONE}: a price says nothing about the next one of the same share. Where prices should move in small steps, make them with [\`catbird.walk\`](../types/catbird.md#catbirdwalk), per \`stock_symbol\`.`,
    rows: 400,
    charts: {
      prices: (trades: readonly Trade[]) =>
        plot({
          title: 'Prices of three of the eight shares',
          description: 'Prices jump between 1 and 1,000: each is drawn anew.',
          x: { label: 'trades', ticks: [0, 100, 200, 300, 400] },
          y: { label: 'price', ticks: [0, 500, 1000] },
          panels: ['AIR:XPAR', 'NOKIA:XHEL', 'SAP:XETR'].map((symbol) => pricesOf(trades, symbol)),
        }),
    },
  },
  'Content Tracking': {
    about: `${ALONE}: user and content are new in every event, and how long somebody stayed has nothing to do with how far they scrolled.`,
    charts: {
      time: spreadOf({
        title: 'Time spent on content, by how far the user scrolled',
        description: 'Times are spread evenly up to an hour, and no longer for those who scrolled further.',
        field: 'timeSpentSeconds',
        by: ({ scrollDepthPercent: percent }) =>
          Number(percent) < 50 ? '0 to 49 % scrolled' : '50 to 100 % scrolled',
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
    about: `${ALONE}, by weights. For visitors who go from page to page, take [Web Sessions](web-sessions.md).`,
    charts: {
      pages: sharesOf({
        title: 'Pages by how often they are viewed',
        description: 'Two of five views are of the start page; documentation and pricing follow.',
        field: 'page_url',
        of: 'page views',
        say: (url) => new URL(String(url)).pathname,
      }),
      referrers: sharesOf({
        title: 'Where visitors come from',
        description: 'Nearly half of the views have no referrer, and most of the others come from a search.',
        field: 'referrer',
        of: 'page views',
        say: (url) => (url === '' ? 'no referrer' : new URL(String(url)).hostname),
      }),
    },
  },
  'Log Analytics Starter Kit': {
    about: `${ALONE}, by weights, so that a line with status 500 can have the level info. For lines that agree with themselves and with the lines around them, take [Logs with Incidents](logs-with-incidents.md).`,
    charts: {
      status: sharesOf({
        title: 'Answers by status',
        description: 'Nearly nine of ten requests are answered with 200; 500 and 503 are rare.',
        field: 'status',
        of: 'requests',
        toneOf: (status) => (Number(status) >= 500 ? 'berry' : Number(status) >= 400 ? 'straw' : 'egg'),
      }),
      level: sharesOf({
        title: 'Lines by level',
        description: 'Nine of ten lines are of level info.',
        field: 'level',
        of: 'log lines',
        toneOf: (level) => (level === 'error' ? 'berry' : level === 'warn' ? 'straw' : 'egg'),
      }),
    },
  },
  Flappybird: {
    about: `${ALONE}: every event is of a round of its own, and scores are spread evenly.`,
    charts: {
      events: sharesOf({
        title: 'What happened in a round',
        description: 'Four of five events are scores, and one of fifty is a purchase.',
        field: 'type',
        of: 'events',
      }),
      scores: spreadOf({
        title: 'Scores by what happened',
        description:
          'Every score from 0 to 100 is as likely as any other, whatever happened. Of purchases there are few, so their columns differ by chance; the last column counts 100, too.',
        field: 'score',
        by: ({ type }) => String(type),
        bins: edges(0, 100, 20),
        x: { label: 'score', ticks: [0, 20, 40, 60, 80, 100] },
        y: { label: '% of the events of this type, by 5 points', ticks: [0, 10] },
      }),
    },
  },
  Sportsbetting: {
    about: `${ALONE}, sports and stakes by weights. Bets are placed within five kilometres of one stadium.`,
    charts: {
      sports: sharesOf({
        title: 'Bets by sport',
        description: 'Nearly half of the bets are on football, one of twenty is on hockey.',
        field: 'sport',
        of: 'bets',
      }),
      stakes: sharesOf({
        title: 'Bets by stake',
        description: 'Two of three bets are of 5 or 10; one of twenty is of 100.',
        field: 'amount',
        of: 'bets',
      }),
    },
  },
  'Flight Bookings': {
    about: `${ALONE}: passengers, cities and extras have nothing to do with each other. Airlines, bags and meals have weights.`,
    charts: {
      airlines: sharesOf({
        title: 'Bookings by airline',
        description: 'Two airlines have a fifth of the bookings each; the smallest has one of twenty.',
        field: 'airline',
        of: 'bookings',
      }),
      bags: sharesOf({
        title: 'Bookings by extra bags',
        description: 'Four of five bookings have no extra bag or one; a few have up to nine.',
        field: 'extra_bags',
        of: 'bookings',
        say: (bags) => `${String(bags)} ${bags === 1 ? 'bag' : 'bags'}`,
      }),
    },
  },
};
