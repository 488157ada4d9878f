import type { Found } from '@catbird/infer';
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefCallback,
} from 'react';
import type { DrawnType, TypeSummary } from '../worker/type-protocol.ts';
import { useDrawn } from './use-drawn.ts';

/** Options in the document at first, and more each time when the end comes in view. */
const AT_ONCE = 30;
/** Values shown of each type. */
const VALUES = 3;

/** The id of an option. */
export const optionId = (list: string, name: string): string => `${list}-${name}`;

/** Types as the options of a list box. Values are drawn of those in view. */
export function Options({
  id,
  found,
  query,
  active,
  onChoose,
  onUse,
}: {
  readonly id: string;
  readonly found: readonly Found<TypeSummary>[];
  readonly query: string;
  /** Name of the active type. */
  readonly active: string | undefined;
  readonly onChoose: (name: string) => void;
  readonly onUse: (name: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const { drawn, request } = useDrawn(0);
  const [more, setMore] = useState({ found, count: AT_ONCE });
  const activeIndex = found.findIndex(({ type }) => type.name === active);
  const count = Math.max(more.found === found ? more.count : AT_ONCE, activeIndex + AT_ONCE / 2);
  const grow = useCallback(
    () =>
      setMore((before) => ({ found, count: (before.found === found ? before.count : AT_ONCE) + AT_ONCE })),
    [found],
  );
  const observe = useObserver(list, request, grow);
  useEffect(() => {
    const option =
      active === undefined ? null : document.querySelector(`#${CSS.escape(optionId(id, active))}`);
    option?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- another list scrolls to the same option
  }, [id, active, found]);
  const firstClose = found.findIndex(({ isClose }) => isClose);
  return (
    <div className="tp-list" id={id} ref={list} role="listbox" aria-label="Types">
      {found.slice(0, count).map((each, i) => (
        <Option
          key={each.type.name}
          id={optionId(id, each.type.name)}
          found={each}
          heading={i === firstClose && i > 0 ? 'Close in meaning' : undefined}
          query={query}
          isActive={each.type.name === active}
          drawn={drawn.get(each.type.name)}
          observe={observe}
          onChoose={onChoose}
          onUse={onUse}
        />
      ))}
      {found.length > count && <div key={count} role="presentation" className="tp-more" ref={observe} />}
    </div>
  );
}

/** Observes elements of a list: options in view ask for their values, and the end of the list for more options. */
function useObserver(
  list: { readonly current: HTMLElement | null },
  request: (names: readonly string[]) => void,
  grow: () => void,
): RefCallback<HTMLElement> {
  const observer = useRef<IntersectionObserver>(undefined);
  const calls = useRef({ request, grow });
  useEffect(() => {
    calls.current = { request, grow };
  }, [request, grow]);
  useEffect(() => () => observer.current?.disconnect(), []);
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      observer.current ??= new IntersectionObserver(
        (entries) => {
          const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
          const names = seen.flatMap(({ id }) => (id === '' ? [] : [id.replace(/^.*?-/, '')]));
          calls.current.request(names);
          if (names.length < seen.length) calls.current.grow();
        },
        { root: list.current, rootMargin: '200px' },
      );
      const { current } = observer;
      current.observe(element);
      return () => current.unobserve(element);
    },
    [list],
  );
}

/** Below this width there is no room for the details of a type: a tap uses it. */
const NARROW = '(width < 60rem)';

const Option = memo(function Option({
  id,
  found: { type, also },
  heading,
  query,
  isActive,
  drawn,
  observe,
  onChoose,
  onUse,
}: {
  readonly id: string;
  readonly found: Found<TypeSummary>;
  /** Text above it. */
  readonly heading: string | undefined;
  readonly query: string;
  readonly isActive: boolean;
  readonly drawn: DrawnType | undefined;
  readonly observe: RefCallback<HTMLElement>;
  readonly onChoose: (name: string) => void;
  readonly onUse: (name: string) => void;
}) {
  const [family, own] = splitName(type.name);
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className="tp-found">
          {heading}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search box has the focus and the keys */}
      <div
        id={id}
        ref={observe}
        role="option"
        aria-selected={isActive}
        className="tp-option"
        onClick={() => (matchMedia(NARROW).matches ? onUse : onChoose)(type.name)}
        onDoubleClick={() => onUse(type.name)}
      >
        <span className="tp-name">
          <code>
            <i>{family}</i>
            {own}
          </code>
          {also.length > 0 && <span className="tp-also">also: {also.join(', ')}</span>}
        </span>
        <span>{marked(type.summary, query)}</span>
        <span className="tp-values" aria-hidden="true">
          {drawn === undefined
            ? '\u00A0'
            : drawn.values.length === 0
              ? drawn.note
              : drawn.values.slice(0, VALUES).map((value, i) => <span key={`${i} ${value}`}>{value}</span>)}
        </span>
      </div>
    </>
  );
});

/** The parts of a name up to its dot and after it. */
export function splitName(name: string): readonly [family: string, own: string] {
  const dot = name.indexOf('.') + 1;
  return [name.slice(0, dot), name.slice(dot)];
}

/** A text in which the words of a query are marked where a word begins with them. */
function marked(text: string, query: string): ReactNode {
  const words = query
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 1)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`((?<![\\p{L}\\d])(?:${words.join('|')})[\\p{L}\\d]*)`, 'iu'));
  // A split by a group has the matches at odd places.
  return parts.map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
    <Fragment key={i}>{i % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>
  ));
}
