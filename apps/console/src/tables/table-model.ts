import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

/** One column: what it is called, what stands in it, and how wide it is. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of a CSS grid: `80px`, `minmax(120px, 1fr)`. */
  readonly width: string;
  /** Where given, people may sort by it. */
  readonly value?: (row: Row) => string | number;
  readonly align?: 'end';
  /** Left out where the page is narrow. */
  readonly wideOnly?: boolean;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
});

export type TableModel<Row extends object> = ReactTable<typeof features, Row>;

export type TableRow<Row extends object> = ReturnType<
  TableModel<Row>['getRowModel']
>['rows'][number];

const NO_ROWS: readonly never[] = [];

/** The rows in the order a person chose, and what the headings do. */
export function useTableModel<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string,
): TableModel<Row> {
  const definitions = useMemo(
    () =>
      columns.map(({ id, head, cell, value }): ColumnDef<typeof features, Row> => ({
        id,
        header: head,
        accessorFn: value ?? (() => ''),
        enableSorting: value !== undefined,
        sortFn: 'basic',
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  );
  return useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows.length === 0 ? NO_ROWS : rows,
    getRowId: rowKey,
  });
}
