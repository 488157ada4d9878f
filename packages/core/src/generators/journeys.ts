import { z } from 'zod/mini';
import type { GeneratorType } from './generator.ts';
import { END, EPOCH, journey, type Transitions } from './kernels/relation/journey.ts';
import { identifierOf } from './kernels/relation/session.ts';
import { required } from './params.ts';
import { namedIn } from './references.ts';

type Weights = Readonly<Record<string, number>>;

interface JourneyParams {
  readonly states: Readonly<Record<string, Weights>>;
  readonly start?: string | Weights;
  readonly sessions?: number;
}

interface SessionParams {
  readonly of: string;
  readonly form?: 'uuid' | 'text' | 'integer';
  readonly prefix?: string;
}

/** Stands for the end of a session among the ways out of a state. */
const END_NAME = 'end';
const SESSIONS = 100;
const MOST_SESSIONS = 100_000;

const weight = z.number().check(z.gte(0), z.describe('Weight'));

const SHOP = {
  states: {
    home: { search: 5, product: 3, end: 2 },
    search: { product: 6, search: 2, end: 2 },
    product: { product: 3, cart: 2, end: 5 },
    cart: { product: 2, paid: 3, end: 5 },
    paid: {},
  },
  start: { home: 3, product: 1 },
  sessions: 200,
};

/** Sessions that go through states, and what says whose a row is. */
export const journeyTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.journey',
    summary: `The state of one of many sessions that run at once, each going its way from state to state. After ${EPOCH} rows of its place among them a session may break off, as if someone went away`,
    params: required({
      states: z
        .record(z.string(), z.record(z.string(), weight))
        .check(
          z.describe(
            'Every state with the weights of what follows: other states, itself, or "end". None: the session ends',
          ),
        ),
      start: z.optional(
        z
          .union([z.string(), z.record(z.string(), weight)])
          .check(z.describe('Where sessions begin: a state, or states with weights. Default: the first')),
      ),
      sessions: z.optional(
        z
          .int()
          .check(
            z.gte(1),
            z.lte(MOST_SESSIONS),
            z.describe(
              `How many run at once. Default ${SESSIONS}, at most ${MOST_SESSIONS.toLocaleString('en')}`,
            ),
          ),
      ),
    }),
    maxSize: Infinity,
    ofRow: true,
    example: SHOP,
    compile([given], scope) {
      const { states, start, sessions = SESSIONS } = given as JourneyParams;
      const names = Object.keys(states);
      const [first] = names;
      if (first === undefined) throw new Error('A journey needs states');
      if (names.includes(END_NAME))
        throw new Error('No state can be called end: that is where a session ends');
      const numbers = new Map(names.map((name, i) => [name, i]));
      const ways = (weights: Weights, from: string): Transitions =>
        Object.entries(weights).flatMap(([name, share]) => {
          const state = numbers.get(name);
          if (state === undefined && name !== END_NAME)
            throw new Error(`There is no state ${name}, to which ${from} leads`);
          return share === 0 ? [] : [[state ?? END, share] as const];
        });
      const starts = ways(
        typeof start === 'string' ? { [start]: 1 } : (start ?? { [first]: 1 }),
        'the start',
      );
      if (starts.length === 0) throw new Error('A journey needs a state to start with');
      if (starts.some(([state]) => state === END)) throw new Error('A session cannot start with its end');
      const moves = names.map((name) => ways(states[name] ?? {}, name));
      return journey({ states: names, starts, moves, sessions }, scope);
    },
  },
  {
    name: 'catbird.session',
    summary: 'The session that a row of a journey belongs to',
    params: required({
      of: z.string().check(z.minLength(1), z.describe('Name of the field with the journey')),
      form: z.optional(
        z
          .enum(['uuid', 'text', 'integer'])
          .check(z.describe('uuid (default), text: prefix and number, or integer')),
      ),
      prefix: z.optional(z.string().check(z.describe('Before the number of a text. Default session_'))),
    }),
    example: { of: 'page', form: 'uuid' },
    exampleSchema: {
      session: { type: 'catbird.session', params: { of: 'page' } },
      page: { type: 'catbird.journey', params: SHOP },
      user: {
        type: 'catbird.key',
        params: { name: 'user', size: 10_000, form: 'text', prefix: 'u_' },
        per: 'session',
      },
      amount: {
        type: 'catbird.lookup',
        params: { field: 'page', cases: { paid: { type: 'commerce.price' } } },
      },
    },
    refers: namedIn('of'),
    compile([given], scope) {
      const { of, form = 'uuid', prefix = 'session_' } = given as SessionParams;
      const column = scope.column(of);
      if (column.decision?.kind !== 'session') throw new Error(`${of} is no single catbird.journey`);
      return identifierOf(column, { form, prefix, name: `session\n${of}` }, scope);
    },
  },
];
