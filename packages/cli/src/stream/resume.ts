import { countBelow } from '@catbird/send';
import { rowFormat, type StreamFormat } from '@catbird/stream';
import type { FilePlace, LocalFiles } from '../destinations/file.ts';
import { realPath } from '../files/identity.ts';
import type { Part } from './part.ts';
import { startOver } from './state.ts';
import { isStoreAddress } from './store/address.ts';

/** Why the files of a stream cannot be written or continued; undefined if they can. */
export async function fileProblem(
  local: LocalFiles | undefined,
  format: StreamFormat | undefined,
  before: { state: string | null; file: FilePlace | null; hasRows: boolean; isFinished: boolean },
): Promise<string | undefined> {
  const { state, file } = before;
  if (local !== undefined && state !== null && isStoreAddress(state))
    return `--state ${state} cannot be used for the file ${local.path}: it also says where the file ends, so it must be a file on the same machine`;
  if (local !== undefined)
    return local.problem(
      { ...before, state: state === null ? null : realPath(state), kept: file },
      rowFormat(format?.plan),
    );
  return file === null
    ? undefined
    : `--state ${state} is of a stream to the file ${file.path}. ${startOver(state ?? '')}`;
}

/** Notes about where a stream resumes. */
export function resumeNotes(
  { remaining, acknowledged, file }: Part,
  hasRows: boolean,
  local: LocalFiles | undefined,
): string[] {
  if (!hasRows) return [];
  const later = countBelow(Infinity, acknowledged).toLocaleString('en');
  const rest = acknowledged.length === 0 ? '' : `; skipping ${later} later rows that were acknowledged`;
  return [
    `Resuming at row ${(remaining[0]?.[0] ?? 0).toLocaleString('en')}${rest}`,
    ...(local !== undefined && file === null
      ? ['The state has no file position: rows of the last second may be repeated']
      : []),
  ];
}
