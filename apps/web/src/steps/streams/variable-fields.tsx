import type { ReactNode } from 'react';
import type { StreamOfConfig } from '../../state/streams.ts';
import { Field, Host, SecretInput } from '../../ui/index.ts';
import type { ConfigState } from './use-config.ts';
import { variablesOf } from '../../state/variables.ts';
import { listText, nameOf } from './words.ts';

/** A secret field for each variable of the settings, with where its value goes. */
export function VariableFields({
  config: { view, values, setValue, targets },
  streams,
  locked,
  hasTried,
}: {
  readonly config: ConfigState;
  readonly streams: readonly StreamOfConfig[];
  readonly locked: boolean;
  /** Start was pressed: empty fields are errors. */
  readonly hasTried: boolean;
}) {
  const names = view?.ok === true ? view.variables : [];
  const here = streams
    .filter(({ name }) => targets.has(name))
    .map((stream) => ({ stream, used: new Set(variablesOf(stream.settings)) }));
  const fields = names.flatMap((name) => {
    const users = here.flatMap(({ stream, used }) => (used.has(name) ? [stream] : []));
    return users.length === 0 ? [] : [{ name, users }];
  });
  if (fields.length === 0) return null;
  return (
    <fieldset className="grid variables" disabled={locked}>
      <legend className="block-h">Values the config needs</legend>
      {fields.map(({ name, users }) => (
        <Field
          key={name}
          label={name}
          hint={<GoesTo users={users} targets={targets} />}
          error={hasTried && (values[name] ?? '') === '' ? `${name}: Required` : undefined}
          width="w3"
        >
          {(control) => (
            <SecretInput
              {...control}
              name={name}
              value={values[name] ?? ''}
              onValue={(value) => setValue(name, value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

/** The hosts that get a value, once they are known. */
function GoesTo({
  users,
  targets,
}: {
  readonly users: readonly StreamOfConfig[];
  readonly targets: ConfigState['targets'];
}): ReactNode {
  const hosts = users.flatMap(({ name }) => {
    return targets.get(name)?.host ?? [];
  });
  const titles = [...new Set(users.map(({ destination }) => destination.title))];
  return (
    <>
      For {listText(users.map(nameOf))}, to{' '}
      {hosts.length === 0
        ? listText(titles)
        : [...new Set(hosts)].map((host, i) => (
            <span key={host}>
              {i > 0 && ', '}
              <Host name={host} />
            </span>
          ))}
      . Stays in this tab.
    </>
  );
}
