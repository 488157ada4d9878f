import { newTypeSearch, type Found } from '@catbird/infer';
import { useEffect, useMemo, useState } from 'react';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { matchesOf, type Group } from './matches.ts';
import { ownValues } from './own-values.ts';
import { useTypeSource } from './type-source.ts';

/** What is searched, found and active in the picker. */
export interface Picker {
  readonly types: readonly TypeSummary[];
  /** Why there are no types. Undefined: they have come, or will. */
  readonly failure: string | undefined;
  readonly query: string;
  readonly group: Group;
  readonly found: readonly Found<TypeSummary>[];
  /** Undefined if nothing was found. */
  readonly active: TypeSummary | undefined;
  /** What was typed, as values. Empty if a type matches. */
  readonly own: readonly string[];
  search(query: string): void;
  show(group: Group): void;
  readonly choose: (name: string) => void;
  /** Makes the type so many places further active. */
  move(places: number): void;
}

/** The state of the picker. @param field name of the field; empty: unknown */
export function usePicker(current: string | undefined, field: string): Picker {
  const { types, failure } = useTypes();
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState<Group>('All');
  const [chosen, setChosen] = useState(current);
  const find = useMemo(() => newTypeSearch(types), [types]);
  const found = useMemo(() => matchesOf(find, { query, group, field }), [find, query, group, field]);
  const active = found.find(({ type }) => type.name === chosen)?.type ?? found[0]?.type;
  return {
    types,
    failure,
    query,
    group,
    found,
    active,
    own: types.length > 0 && found.every(({ isClose }) => isClose) ? ownValues(query) : [],
    search(typed) {
      setQuery(typed);
      setChosen(undefined);
    },
    show(next) {
      setGroup(next);
      setChosen(undefined);
    },
    choose: setChosen,
    move(places) {
      const at = found.findIndex(({ type }) => type === active) + places;
      setChosen(found[Math.min(Math.max(at, 0), found.length - 1)]?.type.name);
    },
  };
}

const NO_TYPES: readonly TypeSummary[] = [];

/** All types; none until they have come. */
function useTypes(): Pick<Picker, 'types' | 'failure'> {
  const source = useTypeSource();
  const [types, setTypes] = useState(NO_TYPES);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const mounted = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const loaded = await source.types();
        if (!mounted.signal.aborted) setTypes(loaded);
      } catch {
        if (!mounted.signal.aborted) setFailure('The types couldn’t be loaded. Close and try again.');
      }
    };
    void load();
    return () => mounted.abort();
  }, [source]);
  return { types, failure };
}
