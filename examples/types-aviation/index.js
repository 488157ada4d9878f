const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Characters drawn one by one. */
const drawn = (random, values, count) => Array.from({ length: count }, () => random.pick(values)).join('');

/** What follows the nationality mark of an aircraft, by the mark. */
const REGISTRATIONS = {
  D: (random) => `D-A${drawn(random, LETTERS, 3)}`,
  F: (random) => `F-G${drawn(random, LETTERS, 3)}`,
  G: (random) => `G-E${drawn(random, LETTERS, 3)}`,
  N: (random) => `N${random.integer(100, 999)}${drawn(random, ['A', 'B', 'C', 'D', 'E'], 2)}`,
};

/** Hijacking, lost radio, and another emergency. */
const EMERGENCIES = ['7500', '7600', '7700'];

export default [
  {
    name: 'aviation.flightNumber',
    summary: 'A flight number with the code of its airline, such as LH 431',
    params: {
      airline: { type: 'string', default: 'LH', description: 'IATA code of the airline' },
      most: { type: 'integer', minimum: 1, maximum: 9999, default: 4999, description: 'Highest number' },
    },
    example: { airline: 'BA' },
    returns: 'string',
    generate: (random, { airline, most }) => `${airline} ${random.integer(1, most)}`,
  },
  {
    name: 'aviation.registration',
    summary: 'The registration of an aircraft, such as D-AIXQ',
    params: {
      mark: { enum: Object.keys(REGISTRATIONS), default: 'D', description: 'Nationality mark' },
    },
    returns: 'string',
    generate: (random, { mark }) => REGISTRATIONS[mark](random),
  },
  {
    name: 'aviation.squawk',
    summary: 'A transponder code: four digits from 0 to 7',
    params: {
      emergencies: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: 0.001,
        description: 'Share of the codes of emergencies',
      },
    },
    returns: 'string',
    generate(random, { emergencies }) {
      if (random.number() < emergencies) return random.pick(EMERGENCIES);
      const code = random
        .integer(0, 8 ** 4 - 1)
        .toString(8)
        .padStart(4, '0');
      return EMERGENCIES.includes(code) ? '2000' : code;
    },
  },
];
