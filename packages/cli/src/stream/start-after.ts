import { endlessProblems } from '@catbird/core/internal/config';
import { refusalOf, type Refusal } from '../refusal.ts';
import type { Prepared } from './prepared.ts';
import type { StreamSpec } from './spec.ts';

/** A checked stream. */
interface Checked {
  readonly spec: Pick<StreamSpec, 'name' | 'startAfter' | 'options'>;
  readonly prepared: Pick<Prepared, 'plannedRows' | 'isFinished'>;
}

/** A refusal for each stream that waits for one that never ends, or whose end a shard cannot know. */
export function startAfterRefusals(streams: readonly Checked[]): readonly Refusal[] {
  const endless = new Set(streams.filter(isEndless).map(({ spec }) => spec.name));
  const lines = streams.flatMap(({ spec }) => {
    const { name, startAfter = [], options } = spec;
    if (startAfter.length > 0 && options.shard !== undefined)
      return [
        `streams.${name}.startAfter cannot be used with --shard: a process does not know when the other shards of ${startAfter.join(' and ')} have ended`,
      ];
    return endlessProblems([spec], endless);
  });
  return lines.length === 0 ? [] : [refusalOf('config', lines)];
}

const isEndless = ({ spec: { options }, prepared: { plannedRows, isFinished } }: Checked): boolean =>
  plannedRows < 0 && options.duration === undefined && !isFinished;
