import {
  binned,
  DAY,
  edges,
  type Line,
  logEdges,
  type Panel,
  plot,
  type Story,
  type Tone,
} from '../story.ts';

const HOUR_MS = 3_600_000;
const ROWS_PER_HOUR = HOUR_MS / DAY.stepMs;

interface Reading {
  readonly sensor_id: string;
  readonly battery: number;
  readonly temperature: number | null;
}

/** Readings of one sensor, with their positions in the stream. */
const readingsOf = (readings: readonly Reading[], sensor: string) =>
  readings.flatMap((reading, at) => (reading.sensor_id === sensor ? [{ ...reading, at }] : []));

/** Span of the battery chart. */
const DAYS = 10;
/** The battery chart draws every fourth reading. */
const READINGS_PER_POINT = 4;

const iotSensors: Story<Reading> = {
  about:
    'All sensors share the same weather. Each has a constant offset and a drift that follows a random walk. Humidity follows temperature, with a random walk per site. Batteries run down at different speeds. A sensor with an empty battery has status `dead` and no readings until the battery is replaced.',
  rows: DAYS * DAY.count,
  charts: {
    temperature: (readings) => {
      const day = readings.slice(0, DAY.count);
      const lineOf = (tone: Tone, sensor: string, name = sensor): Line => ({
        name,
        tone,
        points: readingsOf(day, sensor).map(({ at, temperature }) => [at / ROWS_PER_HOUR, temperature]),
      });
      return plot({
        title: 'Temperatures of three sensors over one day',
        description:
          'All sensors follow the same daily curve, warmest in the afternoon, each with its own offset. The battery of sensor-124 runs out in the early afternoon; sensor-92 gets a new one in the late afternoon.',
        x: {
          label: 'time of day',
          ticks: [0, 4, 8, 12, 16, 20, 24],
          text: (hour) => `${hour}:00`,
        },
        y: { label: 'temperature, °C', ticks: [5, 10, 15, 20, 25] },
        panels: [
          {
            lines: [
              lineOf('egg', 'sensor-16'),
              lineOf('dusk', 'sensor-92'),
              lineOf('berry', 'sensor-124', ''),
            ],
            notes: [
              { x: 13.9, y: 12.8, text: 'sensor-124, battery empty' },
              { x: 18, y: 22.4, text: 'new battery' },
            ],
          },
        ],
      });
    },
    battery: (readings) => {
      const panelOf = (sensor: string): Panel => {
        const points = readingsOf(readings, sensor)
          .filter((_, i) => i % READINGS_PER_POINT === 0)
          .map(({ at, battery }) => [at / DAY.count, battery] as const);
        const pointsWhere = (isDead: boolean): Line['points'] =>
          points.map(([day, battery]) => [day, (battery === 0) === isDead ? battery : null]);
        return {
          name: sensor,
          lines: [
            { tone: 'egg', points: pointsWhere(false) },
            { tone: 'berry', points: pointsWhere(true) },
          ],
        };
      };
      return plot({
        title: 'Batteries of four sensors over ten days',
        description:
          'At 10,000 readings a day, a battery lasts from three weeks to three months. An empty battery is shown in red until it is replaced.',
        x: { label: 'days', ticks: [0, 2, 4, 6, 8, 10] },
        y: { label: 'battery, %', ticks: [0, 50, 100] },
        panels: ['sensor-193', 'sensor-185', 'sensor-57', 'sensor-54'].map(panelOf),
      });
    },
  },
};

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

const bankTransactions: Story<Payment> = {
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

/** The stories of templates whose values continue from row to row. By the template's name. */
export const relatedStories: Readonly<Record<string, Story>> = {
  'IoT Sensors': iotSensors,
  'Bank Transactions': bankTransactions,
};
