import { invalid } from '../../model/issue.ts';
import { expect, test } from 'vitest';
import { newSources, type Sources } from '../compile/context.ts';
import { tryFields } from './trial.ts';
import { knowAllTypes } from '../catalogue.ts';

knowAllTypes();

/** Sources whose faker throws this whenever it generates a full name. */
function throwing(thrown: unknown): Sources {
  const sources = newSources();
  const faker = Object.create(sources.faker(), {
    person: {
      value: {
        fullName() {
          throw thrown;
        },
      },
    },
  }) as ReturnType<Sources['faker']>;
  return { ...sources, faker: () => faker };
}

const FIELD = { name: '', type: 'person.fullName', args: [{ firstName: 'Ada' }] };

test.each([
  ['an error with a message', new Error('No names are left'), 'No names are left'],
  ['a string', 'No names are left', 'No names are left'],
  ['an error without a message', new Error(''), 'Unknown error'],
  ['nothing', undefined, 'Unknown error'],
  ['an object', { code: 1 }, 'Unknown error'],
])('reports the message of a generator that throws %s', (_, thrown, text) => {
  expect(tryFields([FIELD], newSources())).toMatchObject({ ok: true });
  expect(tryFields([FIELD], throwing(thrown))).toEqual(invalid(text));
});
