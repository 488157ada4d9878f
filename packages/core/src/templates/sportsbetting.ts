import { oneOf, timestamp, weighted, type Template } from './template.ts';

/** Bets placed around a city. */
export const sportsbetting: Template = {
  name: 'Sportsbetting',
  summary: 'Bets placed around a city: sport, stake, odds, and where the user was.',
  schema: {
    timestamp,
    userEmail: { type: 'internet.email' },
    location: {
      type: 'location.nearbyGPSCoordinate',
      params: [{ isMetric: true, radius: 5, origin: [35.225808, -80.852861] }],
    },
    sport: weighted(['football', 40], ['basketball', 30], ['tennis', 20], ['baseball', 10]),
    bet: oneOf('home', 'draw', 'away'),
    amount: { type: 'number.int', params: [{ min: 1, max: 500 }] },
    odds: { type: 'number.float', params: [{ min: 1.01, max: 15, fractionDigits: 2 }] },
  },
};
