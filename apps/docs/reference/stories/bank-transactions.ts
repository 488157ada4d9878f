import { plot, type Panel } from '../chart/plot.ts';
import { binned, DAY, edges, logEdges, type Story } from '../story.ts';

interface Payment {
  readonly fraud_type: string | null;
  readonly is_fraud: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly risk_score: number;
}

/** Of the template Bank Transactions. */
export const bankTransactions: Story<Payment> = {
  about:
    'Each kind of fraud has marks: tiny amounts for testing cards, electronics and jewellery abroad for stolen ones, large transfers for accounts taken over. The label is in `fraud_type` and `is_fraud`. The risk score tells most of it, and not all, so that there is something to find. An account has one holder, card and home country, and pays in the currency of that country. A payment is declined for its risk or, one of fifty, for want of money; `decline_reason` says which.',
  // So many that fraud, of which there is little, has a shape.
  rows: 10 * DAY.count,
  charts: {
    amounts: (payments) => {
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
        title: 'Amounts of payments, and of each kind of fraud',
        description:
          'Testing a card takes tiny amounts, a stolen card and an account taken over large ones; honest payments lie between, and reach into all three.',
        x: {
          label: 'amount of payments in euros, EUR; equal distances are equal factors',
          ticks: [0.5, 1, 10, 100, 1000, 10_000],
          isLog: true,
        },
        y: { label: '% of the payments of this kind', ticks: [0, 30] },
        panels: [null, ...kinds].map(panelOf),
      });
    },
    risk: (payments) =>
      plot({
        title: 'Risk scores of honest payments and of fraud',
        description:
          'Fraud has higher scores, but the two overlap: declining from 80 on stops one fraud of six, and a lower limit would stop honest payments, too.',
        x: { label: 'risk score', ticks: [0, 20, 40, 60, 80, 100] },
        y: { label: '% of the payments of this kind, by 4 points', ticks: [0, 20] },
        mark: { at: 80, text: 'declined from here' },
        panels: [false, true].map((isFraud) => ({
          name: isFraud ? 'fraud' : 'no fraud',
          tone: isFraud ? 'berry' : 'egg',
          columns: binned(
            payments.filter(({ is_fraud: is }) => is === isFraud).map(({ risk_score: score }) => score),
            edges(0, 100, 25),
          ),
        })),
      }),
  },
};
