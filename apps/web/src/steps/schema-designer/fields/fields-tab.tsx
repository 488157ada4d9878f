import {
  Fragment,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { LazyTypePicker } from '../../../type-picker/lazy-type-picker.tsx';
import type { FieldNode, FieldTree } from '../../../schema-text/fields.ts';
import { readableNames } from '../../../schema-text/names.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { TypeSummary } from '../../../worker/type-protocol.ts';
import { FieldRow } from './field-row.tsx';
import { historyOf } from './commands.ts';
import './fields.css';
import { ProblemLine } from './problem-line.tsx';
import { fieldNear, rowReader, visibleFields } from './rows.ts';
import type { FieldsTabProps } from './table-props.ts';
import { BLOCK, blockOf, useDrawn } from './use-drawn.ts';
import { loadDrag, useFields } from './use-fields.ts';

const loadForm = () => import('./field-form.tsx');

const FieldForm = lazyPart(async () => (await loadForm()).FieldForm);

const NO_TYPES: readonly TypeSummary[] = [];

/** The schema as a table of its fields: another view of the same text. */
export function FieldsTab(props: FieldsTabProps) {
  const { issues, locked, onUndo, onRedo, onJson } = props;
  const types = useTypes(props.types, issues);
  const scroller = useRef<HTMLDivElement>(null);
  const fields = useFields(props, types);
  const { tree, broken, folded, active, open, naming, menu, target, on } = fields;
  const visible = useMemo(() => visibleFields(tree?.fields ?? [], folded), [tree, folded]);
  const read = useMemo(
    () => tree && rowReader(tree, visible, { folded, issues }),
    [tree, visible, folded, issues],
  );
  const edited = useMemo(
    () => visible.find(({ id }) => id === (open ?? active))?.path,
    [visible, open, active],
  );
  const { isShown, onActive } = props;
  useEffect(() => onActive(isShown ? edited : undefined), [isShown, edited, onActive]);
  const isFixed = locked || broken !== undefined;
  const activeId = fieldNear(visible, active)?.id;
  const add = useRef<HTMLButtonElement>(null);
  const hadRows = useRef(false);
  // Before the page can get another key, which would go to its body.
  useLayoutEffect(() => {
    const isLost = isShown && document.activeElement === document.body;
    // Its row was undone, or was the last one. The next key goes to the table, too.
    if (isLost && active !== undefined && active !== activeId && activeId !== undefined)
      fields.focus(activeId);
    if (isLost && hadRows.current && visible.length === 0) add.current?.focus();
    hadRows.current = visible.length > 0;
  });
  const openAt = visible.findIndex(({ id }) => id === open);
  const drawn = useDrawn(scroller, visible, [activeId, open, naming, menu]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const isInForm = event.target instanceof Element && event.target.closest('.form-row') !== null;
    if (event.key === 'Escape' && open !== undefined && isInForm) fields.closeForm(open);
    const change = historyOf(event);
    // Undo in the search of types or in a name being typed is the input's own.
    const isOwn = fields.choosing !== undefined || naming !== undefined;
    if (change === undefined || event.defaultPrevented || isOwn) return;
    event.preventDefault();
    if (locked) return;
    if (change === 'undo') onUndo();
    else onRedo();
  };
  const choosing = visible.find(({ id }) => id === fields.choosing);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its rows and inputs arrive here
    <div className="fields" onKeyDown={onKeyDown}>
      {broken !== undefined && (
        <p className="fields-note" role="status">
          {`${broken}. `}
          <button type="button" className="link" onClick={() => onJson(0, 0)}>
            Fix it in JSON
          </button>
          .
        </p>
      )}
      <div className="fields-scroll" ref={scroller}>
        {visible.length > 0 && read !== undefined && (
          <div
            role="treegrid"
            aria-label="Fields of one event"
            aria-rowcount={visible.length + (openAt < 0 ? 1 : 2)}
            className="ft"
          >
            <Head />
            {/* One list: a row that comes to another block keeps its element, and what is typed in its form. */}
            {blocksOf(visible).flatMap((block, n) => [
              <div
                role="presentation"
                className="ft-block"
                key={`block ${n}`}
                style={{ height: drawn.has(n) ? 0 : `calc(${block.length} * var(--row-height))` }}
              />,
              ...(drawn.has(n) ? block : []).map((field, i) => {
                const at = n * BLOCK + i;
                // The open form is a row, too.
                const each = read(field, openAt >= 0 && at > openAt ? at + 1 : at);
                const isOpen = each.id === open;
                return (
                  <Fragment key={each.id}>
                    <FieldRow
                      row={each}
                      isActive={each.id === activeId}
                      isLit={each.id === active}
                      isOpen={isOpen}
                      mode={each.id === naming ? 'naming' : each.id === menu ? 'menu' : undefined}
                      drop={target?.line === each.id ? target.side : undefined}
                      locked={isFixed}
                      on={on}
                    />
                    {isOpen && tree !== undefined && (
                      <FormRow
                        index={openAt + 1}
                        field={field}
                        tree={tree}
                        types={types}
                        locked={isFixed}
                        onEdit={(text, typing) => fields.edit(text, typing)}
                      />
                    )}
                  </Fragment>
                );
              }),
            ])}
          </div>
        )}
        {!isFixed && (
          <p className="fields-add">
            <button ref={add} type="button" className="link" onClick={() => fields.addLast()}>
              Add a field
            </button>
            <span className="keys">
              <kbd>Shift</kbd> <kbd>Enter</kbd> below a row
            </span>
          </p>
        )}
      </div>
      {fields.notice !== undefined && (
        <p className="fields-note" role="status">
          {fields.notice}{' '}
          <button type="button" className="link" onClick={onUndo}>
            Undo
          </button>
        </p>
      )}
      {broken === undefined && (
        <ProblemLine
          issues={issues}
          visible={visible}
          scroller={scroller}
          isDrawn={(id) => drawn.has(blockOf(visible.findIndex((field) => field.id === id)))}
          onShow={(id) => fields.focus(id)}
          onJson={onJson}
        />
      )}
      {choosing !== undefined && (
        <LazyTypePicker
          open
          current={choosing.type}
          field={choosing.name}
          onUse={(type, values) => fields.changeType(choosing, type, values)}
          onClose={() => fields.closeTypes()}
        />
      )}
    </div>
  );
}

/** The params of a field, below its row. */
const FormRow = ({
  index,
  field,
  tree,
  types,
  locked,
  onEdit,
}: {
  /** Of the row, counting those of fields and its own. */
  readonly index: number;
  readonly field: FieldNode;
  readonly tree: FieldTree;
  readonly types: readonly TypeSummary[];
  readonly locked: boolean;
  readonly onEdit: FieldsTabProps['onEdit'];
}) => (
  <div role="row" className="form-row" aria-level={field.place.length} aria-rowindex={index + 2}>
    <div role="gridcell">
      <Suspense>
        <FieldForm
          key={field.type}
          field={field}
          text={tree.text}
          type={types.find(({ name }) => name === field.type)}
          names={readableNames(tree.fields, field)}
          locked={locked}
          onEdit={onEdit}
        />
      </Suspense>
    </div>
  </div>
);

/** The fields of a table in the blocks that it draws. */
const blocksOf = (visible: readonly FieldNode[]): readonly (readonly FieldNode[])[] =>
  Array.from({ length: blockOf(visible.length - 1) + 1 }, (_, n) =>
    visible.slice(n * BLOCK, (n + 1) * BLOCK),
  );

const Head = () => (
  <div role="row" className="head" aria-rowindex={1}>
    <div role="columnheader" className="c-name">
      Name
    </div>
    <div role="columnheader" className="c-type">
      Type
    </div>
    <div role="columnheader" className="c-params">
      Made from
    </div>
    <div role="columnheader" className="c-menu">
      <span className="sr">More</span>
    </div>
  </div>
);

/** All generator types; none until they have come. After a failure, which the preview shows, they are asked for with the next check. */
function useTypes(
  load: () => Promise<readonly TypeSummary[]>,
  issues: FieldsTabProps['issues'],
): readonly TypeSummary[] {
  const [types, setTypes] = useState(NO_TYPES);
  const isMissing = types === NO_TYPES;
  useEffect(() => {
    // A form opens without waiting, and a field can be dragged. Either is loaded again when it is needed.
    for (const part of [loadForm(), loadDrag()]) part.catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isMissing) return undefined;
    const mounted = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const loaded = await load();
        if (!mounted.signal.aborted) setTypes(loaded);
      } catch {
        // The preview says why, and the next check asks again.
      }
    };
    void show();
    return () => mounted.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- types never change
  }, [isMissing, issues]);
  return types;
}
