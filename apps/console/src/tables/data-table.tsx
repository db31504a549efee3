import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useRef, type CSSProperties, type ReactElement, type RefObject } from 'react';

import { usePreferences } from '../app/preferences.ts';
import { moveThroughRows } from './move-through-rows.ts';
import { useTableModel, type Column, type TableModel, type TableRow } from './table-model.ts';

interface Props<Row extends object> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowClass?: (row: Row) => string;
  /** Fills the page and scrolls by itself; without it, the table is as high as its rows. */
  readonly fills?: boolean;
  /** Called when the last rows come into view. */
  readonly onEnd?: () => void;
  readonly scroller?: RefObject<HTMLDivElement | null>;
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** A table that draws only the rows in view, so ten thousand cost what fifty do. */
export function DataTable<Row extends object>(props: Props<Row>): ReactElement {
  const { label, rows, columns, rowKey, rowClass, fills = false } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? own;
  const { density } = usePreferences();
  const table = useTableModel(rows, columns, rowKey);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (density === 'dense' ? 32 : 44),
    overscan: 12,
    onChange: (instance) => callAtEnd(instance, rows.length, props.onEnd),
  });
  return (
    <div
      className={fills ? 'table-scroll fills' : 'table-scroll'}
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={tracksOf(columns)}
      onKeyDown={(event) => moveThroughRows(event, virtual, rows.length)}
    >
      <HeadRow table={table} columns={columns} />
      <BodyRows table={table} columns={columns} virtual={virtual} rowClass={rowClass} />
    </div>
  );
}

function tracksOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const narrow = columns.filter(({ wideOnly }) => wideOnly !== true);
  const tracks = (some: readonly Column<Row>[]): string => some.map(({ width }) => width).join(' ');
  return { '--tracks': tracks(columns), '--narrow-tracks': tracks(narrow) } as CSSProperties;
}

function callAtEnd(virtual: Rows, count: number, onEnd: (() => void) | undefined): void {
  const last = virtual.getVirtualItems().at(-1);
  if (onEnd !== undefined && last !== undefined && last.index >= count - 1) onEnd();
}

interface PartProps<Row extends object> {
  readonly table: TableModel<Row>;
  readonly columns: readonly Column<Row>[];
}

function HeadRow<Row extends object>({ table, columns }: PartProps<Row>): ReactElement {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    <div className="table-head" role="rowgroup">
      <div className="row" role="row" aria-rowindex={1}>
        {headers.map(({ id, column }, index) => {
          const sorted = column.getIsSorted();
          const shown = columns[index]?.head;
          return (
            <div
              key={id}
              role="columnheader"
              className={classOf(columns[index])}
              {...(column.getCanSort() ? { 'aria-sort': ORDER[String(sorted)] ?? 'none' } : {})}
            >
              {column.getCanSort() ? (
                <button type="button" onClick={() => column.toggleSorting()}>
                  {shown}
                  <span aria-hidden="true">{ARROWS[String(sorted)] ?? ''}</span>
                </button>
              ) : (
                shown
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const ORDER: Readonly<Record<string, 'ascending' | 'descending'>> = {
  asc: 'ascending',
  desc: 'descending',
};
const ARROWS: Readonly<Record<string, string>> = { asc: ' ↑', desc: ' ↓' };

interface BodyProps<Row extends object> extends PartProps<Row> {
  readonly virtual: Rows;
  readonly rowClass: ((row: Row) => string) | undefined;
}

function BodyRows<Row extends object>(props: BodyProps<Row>): ReactElement {
  const { table, columns, virtual, rowClass } = props;
  const { rows } = table.getRowModel();
  return (
    <div
      className="table-body"
      role="rowgroup"
      style={{ '--height': `${virtual.getTotalSize()}px` } as CSSProperties}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return undefined;
        const look = rowClass?.(row.original) ?? '';
        return <BodyRow key={row.id} {...{ table, columns, row, index, start, look }} />;
      })}
    </div>
  );
}

interface RowProps<Row extends object> extends PartProps<Row> {
  readonly row: TableRow<Row>;
  readonly index: number;
  readonly start: number;
  readonly look: string;
}

/** Drawn again only when it moves or its row is another one. */
const BodyRow = memo(function BodyRow<Row extends object>(props: RowProps<Row>): ReactElement {
  const { table, columns, row, index, start, look } = props;
  return (
    <div
      className={`row ${look}`}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ '--start': `${start}px` } as CSSProperties}
    >
      {row.getAllCells().map((cell, place) => (
        <div key={cell.id} role="cell" className={classOf(columns[place])}>
          <table.FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}) as <Row extends object>(props: RowProps<Row>) => ReactElement;

function classOf<Row>(column: Column<Row> | undefined): string {
  return `cell ${column?.align ?? ''} ${column?.wideOnly === true ? 'wide-only' : ''}`;
}
