import { plot, type Panel, type Story } from '../../../../apps/docs/reference/story.ts';

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

export const story: Story<Trade> = {
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
};
