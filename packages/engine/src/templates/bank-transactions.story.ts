import {
  binned,
  DAY,
  edges,
  logEdges,
  plot,
  type Panel,
  type Story,
} from '../../../../apps/docs/reference/story.ts';

interface Payment {
  readonly event: string;
  readonly fraud_type: string | null;
  readonly is_fraud: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly risk_score: number;
}

/** The first event of each payment. */
const paymentsOf = (events: readonly Payment[]): readonly Payment[] =>
  events.filter(({ event }) => event === 'authorized' || event === 'declined');

export const story: Story<Payment> = {
  about:
    'Each kind of fraud leaves its own pattern: tiny amounts when cards are tested, electronics and jewellery abroad with stolen cards, large transfers from accounts taken over. `fraud_type` and `is_fraud` are the labels. The risk score catches most fraud but not all, which leaves something to find. An account has one holder, one card and one home country, and pays in the currency of that country. Each payment is a journey in time: authorized or declined, then captured or reversed within seconds, and now and then refunded. Payments are declined for their risk or, one out of fifty, for insufficient funds; `decline_reason` says which.',
  // Fraud is rare: one day has too little for a histogram.
  rows: 10 * DAY.count,
  charts: {
    amounts: (events) => {
      const payments = paymentsOf(events);
      const kinds = ['card_testing', 'stolen_card', 'account_takeover'];
      const panelOf = (kind: string | null): Panel => {
        const amounts = payments
          .filter(({ fraud_type: type, currency }) => type === kind && currency === 'EUR')
          .map(({ amount }) => amount);
        return {
          name: `${kind ?? 'no fraud'}, ${amounts.length.toLocaleString('en')} payments`,
          tone: kind === null ? 'egg' : 'berry',
          columns: binned(amounts, logEdges(0.5, 10_000, 43)),
        };
      };
      return plot({
        title: 'Payment amounts by kind of fraud',
        description:
          'Card testing uses tiny amounts; stolen cards and account takeovers use large ones. Honest payments lie in between and overlap all three.',
        x: {
          label: 'amount of payments in euros (log scale)',
          ticks: [0.5, 1, 10, 100, 1000, 10_000],
          isLog: true,
        },
        y: { label: '% of the payments of this kind', ticks: [0, 30] },
        panels: [null, ...kinds].map(panelOf),
      });
    },
    risk: (events) =>
      plot({
        title: 'Risk scores of honest and fraudulent payments',
        description:
          'Fraud scores higher, but the two overlap. Declining payments from a score of 80 stops about one fraud in six; a lower limit would also stop honest payments.',
        x: { label: 'risk score', ticks: [0, 20, 40, 60, 80, 100] },
        y: { label: '% of the payments of this kind, by 4 points', ticks: [0, 20] },
        mark: { at: 80, text: 'declined from here' },
        panels: [false, true].map((isFraud) => ({
          name: isFraud ? 'fraud' : 'no fraud',
          tone: isFraud ? 'berry' : 'egg',
          columns: binned(
            paymentsOf(events)
              .filter(({ is_fraud: is }) => is === isFraud)
              .map(({ risk_score: score }) => score),
            edges(0, 100, 25),
          ),
        })),
      }),
  },
};
