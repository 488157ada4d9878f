import { z } from 'zod/mini';
import type { Entity } from '../../model/schema.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import { chainOf } from './journey/chain.ts';
import { journeyParams, SESSIONS, type JourneyParams } from './journey/params.ts';
import { checkKinds } from './journey/kinds.ts';
import { journeyFaults, journeyPlan } from './journey/plan.ts';
import { EPOCH, journey } from '../kernels/relation/journey.ts';
import { identifierOf } from '../kernels/relation/session.ts';
import { stepState } from '../kernels/relation/steps.ts';
import { required } from './params.ts';
import { namedIn } from '../analysis/references.ts';

interface SessionParams {
  readonly of: string;
  readonly form?: 'uuid' | 'text' | 'integer';
  readonly prefix?: string;
}

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

const journeyField = z.string().check(z.minLength(1), z.describe('Name of the journey field'));
/** The entity whose lives journeys are. */
function livingOf(name: string, params: JourneyParams, scope: Scope): Entity {
  const { entity } = scope.entity(name);
  checkKinds(params, entity);
  if (entity.grow !== undefined)
    throw new Error(`${name} grows, but its journeys say when each is created. Remove grow from the entity`);
  return entity;
}

/** Sessions that move through states, and the ID of the session a row belongs to. */
export const journeyTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.journey',
    summary: `The current state of one of many concurrent sessions that move from state to state. A session slot starts over after every ${EPOCH} of its rows: a session still running then breaks off, as if the user left`,
    params: journeyParams,
    formerly: { 'wait.*.spread': 'sigma' },
    maxSize: Infinity,
    rowOnly: true,
    example: SHOP,
    faults: ([given]) => journeyFaults(given as JourneyParams),
    journey: ([given], name, entityOf) => journeyPlan(given as JourneyParams, name, entityOf),
    draws([given]) {
      const { of } = (given ?? {}) as Partial<JourneyParams>;
      return typeof of === 'string' ? { name: of, path: [0, 'of'] } : undefined;
    },
    compile([given], scope) {
      const params = given as JourneyParams;
      const [fault] = journeyFaults(params);
      if (fault !== undefined) throw new Error(fault.text);
      const plan = journeyPlan(params, scope.path, (entity) => livingOf(entity, params, scope));
      return plan === undefined
        ? journey({ ...chainOf(params), sessions: params.sessions ?? SESSIONS }, scope)
        : stepState(plan, scope);
    },
  },
  {
    name: 'catbird.session',
    summary: 'The ID of the session that a journey row belongs to',
    params: required({
      of: journeyField,
      form: z.optional(
        z
          .enum(['uuid', 'text', 'integer'])
          .check(z.describe('uuid (default), text (prefix and number) or integer')),
      ),
      prefix: z.optional(z.string().check(z.describe('Prefix, if form is text. Default session_'))),
    }),
    example: { of: 'page', form: 'uuid' },
    kind: ([given]) => ({ is: (given as SessionParams).form ?? 'uuid' }),
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
