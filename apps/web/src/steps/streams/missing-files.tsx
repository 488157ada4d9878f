import { Report } from '../../ui/index.ts';
import type { Files } from '../../state/streams.ts';
import { listText } from './words.ts';

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
        return name === undefined ? [] : [file.text().then((text) => [name, text] as const)];
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
