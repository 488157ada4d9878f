import { textOfFile } from '@catbird/engine';
import type { ReactNode } from 'react';
import type { Files, OpenedConfig, StreamOfConfig } from '../../state/streams.ts';
import { variablesOf } from '../../state/variables.ts';
import { Field, Host, LinkNotice, Report, SecretInput } from '../../ui/index.ts';
import type { ConfigState } from './use-config.ts';
import { listText, nameOf } from './stream-text.ts';

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

/** Names the files that a config needs, and adds those that people choose. */
export function MissingFiles({
  names,
  onAdd,
}: {
  readonly names: readonly string[];
  readonly onAdd: (files: Files) => void;
}) {
  if (names.length === 0) return null;
  const add = async (chosen: readonly File[]): Promise<void> => {
    const read = await Promise.all(
      chosen.flatMap((file) => {
        // A config may name a file in a folder; people choose it by its own name.
        const name = names.find((each) => each.split('/').at(-1) === file.name);
        return name === undefined
          ? []
          : [file.arrayBuffer().then((bytes) => [name, textOfFile(new Uint8Array(bytes))] as const)];
      }),
    );
    onAdd(Object.fromEntries(read));
  };
  return (
    <Report tone="retried" title={`Missing: ${listText(names)}`}>
      <p>
        The config reads {names.length === 1 ? 'this file' : 'these files'} from its folder. The page reads
        only what you add.
      </p>
      <label className="btn btn-2 file-btn">
        Add {names.length === 1 ? 'the file' : 'the files'}…
        <input
          className="sr"
          type="file"
          multiple
          accept=".csv,.tsv,.json,.ndjson,.jsonl,.yaml,.yml"
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
    </Report>
  );
}

/** Names every host before the first request of a config that came with a link. */
export function BeforeFirst({
  opened,
  config: { targets },
}: {
  readonly opened: OpenedConfig;
  readonly config: ConfigState;
}): ReactNode {
  if (!opened.fromLink || targets.size === 0) return null;
  const all = [...targets.values()];
  const hosts = [...new Set(all.flatMap(({ host }) => host ?? []))];
  const isOpen = all.some((each) => !each.ok && each.host === undefined);
  if (hosts.length === 0 && !isOpen)
    return <LinkNotice>Start all will write events to this browser’s console and nowhere else.</LinkNotice>;
  return (
    <LinkNotice>
      Start all will send events to{' '}
      {hosts.map((host, i) => (
        <span key={host}>
          {i > 0 && (i === hosts.length - 1 && !isOpen ? ' and ' : ', ')}
          <Host name={host} />
        </span>
      ))}
      {isOpen && `${hosts.length > 0 ? ' and ' : ''}the hosts you enter`} with the settings of the config.
    </LinkNotice>
  );
}
