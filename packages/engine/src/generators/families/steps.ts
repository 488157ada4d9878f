import { z } from 'zod/mini';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import type { Column } from '../kernels/engine/column.ts';
import { nextTime, startTime, stepNumber } from '../kernels/relation/steps.ts';
import { required } from './params.ts';
import { namedIn } from '../analysis/references.ts';

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

const timedField = z.string().check(z.minLength(1), z.describe('Name of the field with the journey in time'));

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
    form: z.optional(
      z
        .enum(['timestamp', 'datetime'])
        .check(
          z.describe(
            'timestamp (default, as catbird.timestampNow writes it), or datetime (as catbird.datetimeNow does)',
          ),
        ),
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
