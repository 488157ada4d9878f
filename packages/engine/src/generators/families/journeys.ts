import * as z from 'zod/mini';
import type { Entity } from '../../model/schema.ts';
import { namedIn } from '../analysis/references.ts';
import type { GeneratorType } from '../generator.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import type { Column } from '../kernels/engine/column.ts';
import {
  EPOCH,
  identifierOf,
  journey,
  nextTime,
  startTime,
  stepNumber,
  stepState,
} from '../kernels/relation/journey.ts';
import type { Scope } from '../scope.ts';
import { chainOf, journeyParams, type JourneyParams, SESSIONS } from './journey/params.ts';
import { checkKinds, journeyFaults, journeyPlan } from './journey/plan.ts';
import { described, nonEmpty, optional, required, text } from './params.ts';

interface TimeParams {
  readonly of: string;
  readonly form?: 'timestamp' | 'datetime';
}

const CALL = {
  states: { ringing: { talking: 9, missed: 1 }, talking: { ended: 1 }, missed: {}, ended: {} },
  wait: { ringing: { min: '1s', max: '5s' }, talking: { median: '4s', sigma: 0.8 } },
};

/** An example schema with a field that tells about the steps of calls. */
const ofCalls = (name: string, type: string) => ({
  status: { type: 'catbird.journey', params: CALL },
  call: { type: 'catbird.session', params: { of: 'status', form: 'integer' } },
  at: { type: 'catbird.timestampNow' },
  [name]: { type, params: { of: 'status' } },
});

const timedField = described(nonEmpty, 'Name of the field with the journey in time');

/** Writes a time in one of the forms of event times. */
const inForm = (
  make: (characters: 24 | 19, scope: Scope) => Cell,
  name: string,
  summary: string,
): GeneratorType => ({
  name,
  summary,
  params: required({
    of: timedField,
    form: optional(
      z.enum(['timestamp', 'datetime']),
      'timestamp (default, as catbird.timestampNow writes it), or datetime (as catbird.datetimeNow does)',
    ),
  }),
  rowOnly: true,
  example: { of: 'status' },
  // The last step has no next.
  kind: ([given]) => ({
    is: (given as TimeParams).form === 'datetime' ? 'text' : 'instant',
    ...(name === 'catbird.next' && { nullable: true as const }),
  }),
  exampleSchema: ofCalls(name === 'catbird.next' ? 'valid_to' : 'rang_at', name),
  references: namedIn('of'),
  compile([given], scope) {
    const { of, form } = given as TimeParams;
    timedColumn(of, scope);
    return make(form === 'datetime' ? 19 : 24, scope);
  },
});

/** The column of a journey in time. @throws Error if the field is anything else */
function timedColumn(name: string, scope: Scope): Column {
  const column = scope.column(name);
  if (column.decision?.kind !== 'session' || !column.usesSteps)
    throw new Error(`Field ${name} must be a journey in time: a catbird.journey with wait`);
  return column;
}

/** The place of a row in its journey in time. */
export const stepTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.step',
    summary: 'The number of the row among the steps of its journey in time, from 0',
    params: required({ of: timedField }),
    rowOnly: true,
    example: { of: 'status' },
    kind: { is: 'integer' },
    exampleSchema: ofCalls('step', 'catbird.step'),
    references: namedIn('of'),
    compile([given], scope) {
      timedColumn((given as TimeParams).of, scope);
      return stepNumber(scope);
    },
  },
  inForm(startTime, 'catbird.started', 'The time at which the journey of the row started'),
  inForm(
    nextTime,
    'catbird.next',
    'The time of the next step in the journey of the row; null at the last step',
  ),
];

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

const journeyField = described(nonEmpty, 'Name of the journey field');
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
      form: optional(
        z.enum(['uuid', 'text', 'integer']),
        'uuid (default), text (prefix and number) or integer',
      ),
      prefix: text('Prefix, if form is text. Default session_'),
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
