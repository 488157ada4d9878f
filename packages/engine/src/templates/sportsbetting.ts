import { defineTemplate } from './template.ts';

/** Bets placed around one stadium. */
export const sportsbetting = defineTemplate({
  name: 'Sportsbetting',
  summary: 'A bet: who placed it, where and on what.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    bet_id: { type: 'string.uuid' },
    userEmail: { type: 'internet.email' },
    location: {
      type: 'location.nearbyGPSCoordinate',
      params: { isMetric: true, radius: 5, origin: [35.225808, -80.852861] },
    },
    sport: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 45, value: 'football' },
        { weight: 25, value: 'basketball' },
        { weight: 15, value: 'tennis' },
        { weight: 10, value: 'baseball' },
        { weight: 5, value: 'hockey' },
      ],
    },
    outcome: { type: 'helpers.arrayElement', params: ['home', 'draw', 'away'] },
    odds: { type: 'number.float', params: { min: 1.05, max: 12, fractionDigits: 2 } },
    amount: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 30, value: 5 },
        { weight: 35, value: 10 },
        { weight: 20, value: 20 },
        { weight: 10, value: 50 },
        { weight: 5, value: 100 },
      ],
    },
    live: { type: 'datatype.boolean' },
  },
});
