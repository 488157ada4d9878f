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
import type { DataProfile } from '../../../worker/schema-protocol.ts';
import type { TypeSummary } from '../../../worker/type-protocol.ts';
import { ENOUGH_ROWS } from '../enough-rows.ts';
import { cellOf, columnFinder, columnsOf, namesIn } from './columns.ts';
import { FieldRow, type RowData } from './field-row.tsx';
import './fields.css';
import { ProblemLine } from './problem-line.tsx';
import { fieldNear, rowReader, visibleFields, type Row } from './rows.ts';
import type { FieldsTableProps } from './table-props.ts';
import { BLOCK, blockOf, useDrawn } from './use-drawn.ts';
import { useFields, type RowEvents } from './use-fields.ts';

const loadForm = () => import('./field-form.tsx');

const FieldForm = lazyPart(async () => (await loadForm()).FieldForm);

const NO_TYPES: readonly TypeSummary[] = [];

/** The schema as a table of its fields, each with what it is made from, its figure and two values: another view of the same text. */
export function FieldsTable(props: FieldsTableProps) {
  const { issues, locked, profile, onUndo, onJson } = props;
  const types = useTypes(props.types, issues);
  const scroller = useRef<HTMLDivElement>(null);
  const fields = useFields(props, types);
  const { tree, broken, unfolded, active, open, naming, on } = fields;
  const visible = useMemo(() => visibleFields(tree?.fields ?? [], unfolded), [tree, unfolded]);
  const read = useMemo(
    () => tree && rowReader(tree, visible, { unfolded, issues }),
    [tree, visible, unfolded, issues],
  );
  const dataOf = useMemo(() => profile && dataReader(profile), [profile]);
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
  const drawn = useDrawn(scroller, visible, [activeId, open]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape' && open !== undefined && fields.choosing === undefined) fields.closeForm(open);
  };
  const choosing = visible.find(({ id }) => id === fields.choosing);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its rows and inputs arrive here
    <div className={props.isOld ? 'fields old' : 'fields'} onKeyDown={onKeyDown}>
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
            <Head profile={profile} />
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
                      data={dataOf?.(field)}
                      isActive={each.id === activeId}
                      isOpen={isOpen}
                      locked={isFixed}
                      on={on}
                    />
                    {isOpen && tree !== undefined && (
                      <FormRow
                        row={each}
                        index={openAt + 1}
                        field={field}
                        tree={tree}
                        types={types}
                        isNaming={naming === each.id}
                        locked={isFixed}
                        on={on}
                        onEdit={(text, typing) => fields.edit(text, typing)}
                      />
                    )}
                  </Fragment>
                );
              }),
            ])}
          </div>
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
      {!isFixed && (
        <button ref={add} type="button" className="fields-add" onClick={() => fields.addLast()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 3v10M3 8h10" />
          </svg>
          Add a field
        </button>
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

/** The form of a field, below its row. */
const FormRow = ({
  row,
  index,
  field,
  tree,
  types,
  isNaming,
  locked,
  on,
  onEdit,
}: {
  readonly row: Row;
  /** Of the row, counting those of fields and its own. */
  readonly index: number;
  readonly field: FieldNode;
  readonly tree: FieldTree;
  readonly types: readonly TypeSummary[];
  readonly isNaming: boolean;
  readonly locked: boolean;
  readonly on: RowEvents;
  readonly onEdit: FieldsTableProps['onEdit'];
}) => (
  <div role="row" className="form-row" aria-level={field.place.length} aria-rowindex={index + 2}>
    <div role="gridcell">
      <Suspense>
        <FieldForm
          key={field.type}
          row={row}
          field={field}
          text={tree.text}
          isLoading={types.length === 0}
          type={types.find(({ name }) => name === field.type)}
          names={readableNames(tree.fields, field)}
          isNaming={isNaming}
          locked={locked}
          on={on}
          onEdit={onEdit}
        />
      </Suspense>
    </div>
  </div>
);

/** Reads what the rows say of a field. */
function dataReader({ rows, statistics, planned }: DataProfile): (field: FieldNode) => RowData {
  const counted = statistics?.rows ?? 0;
  const find = columnFinder(statistics === undefined ? [] : columnsOf(statistics));
  const parsed = rows.map(({ line }): unknown => JSON.parse(line));
  return ({ path }) => {
    const column = find(namesIn(path));
    const isEnough = counted >= ENOUGH_ROWS || counted === planned;
    return {
      column: isEnough ? column : undefined,
      cells: column === undefined ? [] : parsed.map((row) => cellOf(row, column)),
    };
  };
}

/** The fields of a table in the blocks that it draws. */
const blocksOf = (visible: readonly FieldNode[]): readonly (readonly FieldNode[])[] =>
  Array.from({ length: blockOf(visible.length - 1) + 1 }, (_, n) =>
    visible.slice(n * BLOCK, (n + 1) * BLOCK),
  );

const Head = ({ profile }: { readonly profile: DataProfile | undefined }) => (
  <div role="row" className="head" aria-rowindex={1}>
    <div role="columnheader">Field</div>
    <div role="columnheader">Made from</div>
    <div role="columnheader" className="c-figure">
      {profile?.statistics === undefined
        ? 'Figure'
        : `Of ${profile.statistics.rows.toLocaleString('en-US')} rows`}
    </div>
    {[0, 1].map((n) => (
      <div key={n} role="columnheader" className="c-value">
        {`Row ${profile?.rows[n]?.number.toLocaleString('en-US') ?? ''}`}
      </div>
    ))}
  </div>
);

/** All generator types; none until they have come. After a failure, which the preview shows, they are asked for with the next check. */
function useTypes(
  load: () => Promise<readonly TypeSummary[]>,
  issues: FieldsTableProps['issues'],
): readonly TypeSummary[] {
  const [types, setTypes] = useState(NO_TYPES);
  const isMissing = types === NO_TYPES;
  useEffect(() => {
    // A form opens without waiting. It is loaded again when it is needed.
    loadForm().catch(() => undefined);
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
