import { ofKind, type CommandIssue } from '../refusal.ts';
import { issuesOf } from '@catbird/engine';
import { endlessIssues } from '@catbird/stream';
import type { Prepared } from './prepared.ts';
import type { StreamSpec } from './spec.ts';

/** A checked stream. */
interface Checked {
  readonly spec: Pick<StreamSpec, 'name' | 'startAfter' | 'options'>;
  readonly prepared: Pick<Prepared, 'plannedRows' | 'isFinished'>;
}

/** An issue for each stream that waits for one that never ends, or whose end a shard cannot know. */
export function startAfterIssues(streams: readonly Checked[]): readonly CommandIssue[] {
  const endless = new Set(streams.filter(isEndless).map(({ spec }) => spec.name));
  const issues = streams.flatMap(({ spec }) => {
    const { name, startAfter = [], options } = spec;
    if (startAfter.length > 0 && options.shard !== undefined)
      return issuesOf(
        `streams.${name}.startAfter cannot be used with --shard: a process does not know when the other shards of ${startAfter.join(' and ')} have ended`,
      );
    return endlessIssues([spec], endless);
  });
  return ofKind('config', issues);
}

const isEndless = ({ spec: { options }, prepared: { plannedRows, isFinished } }: Checked): boolean =>
  plannedRows < 0 && options.duration === undefined && !isFinished;
