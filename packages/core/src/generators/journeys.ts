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

/** Ends a session, in place of a next state. */
const END_NAME = 'end';
const SESSIONS = 100;
const MAX_SESSIONS = 100_000;

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

/** Sessions that move through states, and the ID of the session a row belongs to. */
export const journeyTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.journey',
    summary: `The current state of one of many concurrent sessions that move from state to state. A session slot starts over after every ${EPOCH} of its rows: a session still running then breaks off, as if the user left`,
    params: required({
      states: z
        .record(z.string(), z.record(z.string(), weight))
        .check(
          z.describe(
            'Each state with the weights of the next states: others, itself or "end". A state without moves ends the session',
          ),
        ),
      start: z.optional(
        z
          .union([z.string(), z.record(z.string(), weight)])
          .check(
            z.describe('Where sessions start: a state, or states with weights. Default: the first state'),
          ),
      ),
      sessions: z.optional(
        z
          .int()
          .check(
            z.gte(1),
            z.lte(MAX_SESSIONS),
            z.describe(
              `Concurrent sessions. Default ${SESSIONS}, at most ${MAX_SESSIONS.toLocaleString('en')}`,
            ),
          ),
      ),
    }),
    maxSize: Infinity,
    rowOnly: true,
    example: SHOP,
    compile([given], scope) {
      const { states, start, sessions = SESSIONS } = given as JourneyParams;
      const names = Object.keys(states);
      const [first] = names;
      if (first === undefined) throw new Error('states must not be empty');
      if (names.includes(END_NAME))
        throw new Error('end is reserved: remove the state. A state without moves ends the session');
      const numbers = new Map(names.map((name, i) => [name, i]));
      const ways = (weights: Weights, from: string): Transitions =>
        Object.entries(weights).flatMap(([name, share]) => {
          const state = numbers.get(name);
          if (state === undefined && name !== END_NAME)
            throw new Error(`${from} leads to unknown state ${name}`);
          return share === 0 ? [] : [[state ?? END, share] as const];
        });
      const starts = ways(typeof start === 'string' ? { [start]: 1 } : (start ?? { [first]: 1 }), 'start');
      if (starts.length === 0) throw new Error('start needs a state with a weight greater than 0');
      if (starts.some(([state]) => state === END)) throw new Error('start cannot be end');
      const moves = names.map((name) => ways(states[name] ?? {}, name));
      return journey({ states: names, starts, moves, sessions }, scope);
    },
  },
  {
    name: 'catbird.session',
    summary: 'The ID of the session that a journey row belongs to',
    params: required({
      of: z.string().check(z.minLength(1), z.describe('Name of the journey field')),
      form: z.optional(
        z
          .enum(['uuid', 'text', 'integer'])
          .check(z.describe('uuid (default), text (prefix and number) or integer')),
      ),
      prefix: z.optional(z.string().check(z.describe('Prefix, if form is text. Default session_'))),
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
    references: namedIn('of'),
    compile([given], scope) {
      const { of, form = 'uuid', prefix = 'session_' } = given as SessionParams;
      const column = scope.column(of);
      if (column.decision?.kind !== 'session')
        throw new Error(`Field ${of} must be a catbird.journey with a single value`);
      return identifierOf(column, { form, prefix, name: `session\n${of}` }, scope);
    },
  },
];
