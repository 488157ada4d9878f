import { z } from 'zod/mini';
import { duration, required } from '../params.ts';

/** A weight: for all, or for each kind of entities. */
export type Weight = number | Readonly<Record<string, number>>;

/** Next states with their weights. */
export type Weights = Readonly<Record<string, Weight>>;

/** A wait as it is written. */
export type GivenWait =
  | string
  | { readonly min: string; readonly max: string }
  | { readonly mean: string }
  | { readonly median: string; readonly sigma: number }
  | { readonly median: string; readonly spread: number };

/** The params of a journey. */
export interface JourneyParams {
  readonly states: Readonly<Record<string, Weights>>;
  readonly start?: string | Weights;
  readonly sessions?: number;
  readonly wait?: Readonly<Record<string, GivenWait>>;
  readonly only?: readonly string[];
  readonly of?: string;
  readonly by?: string;
  readonly each?: string;
  readonly cascade?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly deck?: number;
  readonly longest?: string;
}

/** Ends a session, in place of a next state. */
export const END_NAME = 'end';

/** Concurrent sessions of a journey without waits. */
export const SESSIONS = 100;
const MAX_SESSIONS = 100_000;

/** How many journeys are sampled, unless said otherwise. */
export const DECK = 4096;
const MIN_DECK = 256;
const MAX_DECK = 65_536;

/** With commas. Not `toLocaleString`: its first use loads data for some 15 ms, at every start. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** How long a journey may last, unless said otherwise. */
export const LONGEST = '7d';

/** Maximum standard deviation of a wait's logarithm. */
const MAX_SIGMA = 10;

const weight = z.union([
  z.number().check(z.gte(0), z.describe('Weight')),
  z
    .record(z.string(), z.number().check(z.gte(0)))
    .check(z.describe('With by: a weight for each kind, 0 for others')),
]);

const sigma = z
  .number()
  .check(
    z.gte(0),
    z.lte(MAX_SIGMA),
    z.describe('Standard deviation of its logarithm: 0.5 is narrow, 1 wide'),
  );

const wait = z.union([
  duration('Always this long, such as 30s, 5m or 1h30m'),
  z.strictObject({ min: duration('Minimum of a uniform wait'), max: duration('Maximum') }),
  z.strictObject({ mean: duration('Mean of an exponential wait') }),
  z.strictObject({ median: duration('Median of a log-normal wait'), sigma }),
  z.strictObject({ median: duration('Median of a log-normal wait'), spread: sigma }),
]);

/** The schema of a journey's arguments. */
export const journeyParams = required({
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
      .check(z.describe('Where sessions start: a state, or states with weights. Default: the first state')),
  ),
  sessions: z.optional(
    z
      .int()
      .check(
        z.gte(1),
        z.lte(MAX_SESSIONS),
        z.describe(
          `Concurrent sessions. Default ${SESSIONS}, at most ${grouped(MAX_SESSIONS)}. Not with wait`,
        ),
      ),
  ),
  wait: z.optional(
    z
      .record(z.string(), wait)
      .check(
        z.describe(
          'Makes it a journey in time: how long it stays in each state, or before one move ("placed>paid"), until the next step. Default for the others: the next step follows at once',
        ),
      ),
  ),
  only: z.optional(
    z
      .array(z.string())
      .check(
        z.minLength(1),
        z.describe('With wait: the states whose steps are rows of this schema. Default: all'),
      ),
  ),
  of: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.describe(
          'With wait: the entity whose lives the journeys are, one for each in the order of their keys. Paths that start with this field lead to it: step.email',
        ),
      ),
  ),
  by: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.describe(
          'With of: a field of the entity, of the type catbird.kind. Weights can then differ by its kinds: {"person": 3, "bot": 0}',
        ),
      ),
  ),
  each: z.optional(
    z
      .string()
      .check(
        z.describe(
          'With wait and of: a state whose visits the rows belong to, each to the last one: the orders of a customer. catbird.session then identifies the visit',
        ),
      ),
  ),
  cascade: z.optional(
    z
      .record(z.string(), z.record(z.string(), z.string()))
      .check(
        z.describe(
          'With wait: steps to insert before a state, one for each earlier visit of another: {"deleted": {"ordered": "order_deleted"}}',
        ),
      ),
  ),
  longest: z.optional(
    duration(
      `With wait: a journey that takes longer breaks off there. Default ${LONGEST}, and none with of: lives may be endless`,
    ),
  ),
  deck: z.optional(
    z
      .int()
      .check(
        z.gte(MIN_DECK),
        z.lte(MAX_DECK),
        z.describe(
          `With wait: how many different journeys are sampled, a power of two from ${MIN_DECK} to ${grouped(MAX_DECK)}. Default ${grouped(DECK)}`,
        ),
      ),
  ),
});
