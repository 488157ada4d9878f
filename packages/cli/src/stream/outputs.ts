import { temporaryOf } from '../files/durable.ts';
import { inodeOf, realPath, statOf } from '../files/identity.ts';
import { lockOf } from '../files/lock.ts';
import type { CommandIssue } from '../refusal.ts';
import type { LocalFiles } from '../destinations/file.ts';
import type { StreamSpec } from './spec.ts';
import { isStoreAddress } from './store/address.ts';

/** A file that a stream writes. */
interface Output {
  readonly stream: string | undefined;
  /** The option that names it: `--state`. */
  readonly option: string;
  readonly given: string;
  /** The paths it uses, with symbolic links resolved. */
  readonly paths: readonly string[];
  readonly inode: string | undefined;
  /** Whether a path is another file of a rotated output. */
  readonly isPart: (path: string) => boolean;
  /** Whether it receives the rows. */
  readonly hasRows: boolean;
}

/** A stream and the files that receive its rows. */
interface Writer {
  readonly spec: Pick<StreamSpec, 'name' | 'options' | 'nameOf'>;
  readonly local: LocalFiles | undefined;
}

/** Conflicts among the files that streams write: each file may have one purpose only. */
export function outputIssues(streams: readonly Writer[]): readonly CommandIssue[] {
  const outputs = streams.flatMap(outputsOf);
  return outputs.flatMap((one, i) =>
    outputs
      .slice(0, i)
      .filter((other) => isSame(one, other))
      .map((other): CommandIssue => ({ kind: 'config', message: clashOf(other, one) })),
  );
}

function outputsOf({ spec: { name: stream, options, nameOf }, local }: Writer): Output[] {
  const none = (): boolean => false;
  const all: Output[] = [];
  const add = (option: string, given: string, more: Partial<Output> & { paths: readonly string[] }): void =>
    void all.push({ stream, option, given, inode: inodeOf(given), isPart: none, hasRows: false, ...more });
  if (local !== undefined)
    add(nameOf('path'), local.path, {
      paths: [local.path, lockOf(local.path)],
      isPart: (path) => local.isPart(path),
      hasRows: true,
    });
  const { state } = options;
  if (state !== undefined && isStoreAddress(state)) add('--state', state, { paths: [state] });
  else if (state !== undefined) {
    const path = realPath(state);
    add('--state', state, { paths: [path, temporaryOf(path), lockOf(path)] });
  }
  const { faultsLog } = options;
  // Several streams may write to a device or a pipe.
  if (faultsLog !== undefined && statOf(faultsLog)?.isFile() !== false)
    add('--faults-log', faultsLog, { paths: [realPath(faultsLog)] });
  const { deadLetter } = options;
  if (deadLetter !== undefined && statOf(deadLetter)?.isFile() !== false) {
    const path = realPath(deadLetter);
    add('--dead-letter', deadLetter, { paths: [path, temporaryOf(path)] });
  }
  return all;
}

const isSame = (one: Output, other: Output): boolean =>
  one.paths.some((path) => other.paths.includes(path) || other.isPart(path)) ||
  other.paths.some((path) => one.isPart(path)) ||
  (one.inode !== undefined && one.inode === other.inode);

function clashOf(one: Output, other: Output): string {
  if (one.hasRows && other.hasRows)
    return `Streams ${one.stream} and ${other.stream} both write to ${one.given}. Give each its own path`;
  const [first, second] = [one, other].map(({ stream, option }) =>
    stream === undefined || option.startsWith('streams.') ? option : `${option} of ${stream}`,
  );
  return `${first} and ${second} are the same file, ${other.given}. Give each its own name`;
}
