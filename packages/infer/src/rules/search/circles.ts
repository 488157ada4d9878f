import type { Field, List } from './data.ts';
import { pathOf } from './write.ts';

/** What a rule is about, and what it reads. */
export interface Reader {
  readonly target: Field;
  readonly inputs: readonly Field[];
  readonly lists?: readonly List[];
}

/** Which fields read which. Of two fields, it is the members of the object around both that read one another. */
export interface Reads {
  /** Whether a field would read itself through others. */
  readonly closes: (reader: Reader) => boolean;
  readonly add: (reader: Reader) => void;
  readonly copy: () => Reads;
}

export function newReads(known: ReadonlyMap<string, ReadonlySet<string>> = new Map()): Reads {
  const reads = new Map(known);
  const leadsTo = (from: string, to: string): boolean =>
    from === to || [...(reads.get(from) ?? [])].some((next) => leadsTo(next, to));
  return {
    closes: (reader) => edgesOf(reader).some(([from, to]) => leadsTo(to, from)),
    add(reader) {
      for (const [from, to] of edgesOf(reader)) reads.set(from, new Set([...(reads.get(from) ?? []), to]));
    },
    copy: () => newReads(reads),
  };
}

/** The members that read one another, by their paths. */
const edgesOf = ({ target, inputs, lists = [] }: Reader): readonly (readonly [string, string])[] =>
  [...inputs, ...lists].map((input) => {
    const [from, to] = [partsOf(target), partsOf(input)];
    let common = 0;
    while (common < Math.min(from.length, to.length) - 1 && from[common] === to[common]) common++;
    return [from.slice(0, common + 1).join('.'), to.slice(0, common + 1).join('.')];
  });

const partsOf = (of: Field | List): readonly string[] => pathOf(of).replaceAll('[]', '').split('.');
