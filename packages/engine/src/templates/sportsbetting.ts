import { defineTemplate, weighted } from './template.ts';

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
    sport: weighted({ football: 45, basketball: 25, tennis: 15, baseball: 10, hockey: 5 }),
    outcome: { type: 'helpers.arrayElement', params: ['home', 'draw', 'away'] },
    odds: { type: 'number.float', params: { min: 1.05, max: 12, fractionDigits: 2 } },
    amount: weighted({ 5: 30, 10: 35, 20: 20, 50: 10, 100: 5 }, Number),
    live: { type: 'datatype.boolean' },
  },
});
