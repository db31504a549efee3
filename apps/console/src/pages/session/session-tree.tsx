import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';

import { usePreferences } from '../../app/preferences.ts';
import { duration } from '../../parts/times.tsx';
import { holderOf, visibleRows, type VisibleRow } from './visible-rows.ts';
import type { TreeNode } from './build-tree.ts';
import { keyAction } from './tree-keys.ts';
import { TreeRow } from './tree-row.tsx';
import { useSteady } from './use-steady.ts';

interface Props {
  readonly nodes: readonly TreeNode[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Chats, steps and what they began, beside one axis of time. Only the rows in view are drawn. */
export function SessionTree({ nodes, chosen, onChoose }: Props): ReactElement {
  const [flipped, flip] = useFlipped(nodes, chosen);
  const rows = useMemo(() => visibleRows(nodes, flipped), [nodes, flipped]);
  const [active, setActive] = useActive(rows, chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useDrawn(rows.length, scroller);
  useScrollTo(virtual, rows, chosen);
  const move = (place: number): void => {
    setActive(place);
    virtual.scrollToIndex(place);
  };
  const act = ({ node: { decision, key } }: VisibleRow): void =>
    decision === undefined ? flip(key) : onChoose(decision.id);
  const onOpen = useSteady((row: VisibleRow, index: number): void => {
    setActive(index);
    act(row);
  });
  const press = (event: KeyboardEvent): void => {
    const action = keyAction(event.key, rows, active);
    if (action === undefined) return;
    event.preventDefault();
    if (action.kind === 'flip') flip(action.key);
    else if (action.kind === 'open') act(action.row);
    else move(action.place);
  };
  return (
    <div className="tree" ref={scroller} onKeyDown={press} {...gridOf(rows, active)}>
      <Lanes {...{ nodes, rows, virtual, active, chosen, flip, onOpen }} />
    </div>
  );
}

function useDrawn(count: number, scroller: RefObject<HTMLDivElement | null>): Drawn {
  const { density } = usePreferences();
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (density === 'dense' ? 28 : 40),
    overscan: 8,
  });
}

type Drawn = Virtualizer<HTMLDivElement, Element>;

/** What a screen reader is told of the whole tree; the focus stays on it, and the row is named. */
function gridOf(rows: readonly VisibleRow[], active: number): HTMLAttributes<HTMLDivElement> {
  return {
    role: 'treegrid',
    'aria-label': 'Chats and steps',
    'aria-rowcount': rows.length,
    'aria-activedescendant': `row-${active}`,
    tabIndex: 0,
  };
}

interface LanesProps {
  readonly nodes: readonly TreeNode[];
  readonly rows: readonly VisibleRow[];
  readonly virtual: Drawn;
  readonly active: number;
  readonly chosen: string | undefined;
  readonly flip: (key: string) => void;
  readonly onOpen: (row: VisibleRow, index: number) => void;
}

function Lanes(props: LanesProps): ReactElement {
  const { nodes, rows, virtual, active, chosen, flip, onOpen } = props;
  const from = Math.min(...nodes.map((node) => node.from));
  const to = Math.max(from + 1, ...nodes.map((node) => node.to));
  return (
    <>
      <TimeAxis from={from} to={to} />
      <div
        className="table-body"
        role="rowgroup"
        style={{ '--height': `${virtual.getTotalSize()}px` } as CSSProperties}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? undefined : (
            <TreeRow
              key={row.node.key}
              row={row}
              index={index}
              start={start}
              from={from}
              to={to}
              isActive={index === active}
              isChosen={isShownBy(row, chosen)}
              onFlip={flip}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </>
  );
}

const TICKS = [0, 0.25, 0.5, 0.75];

/** A closed step stands for the first decision in it. */
function isShownBy({ node, isOpen }: VisibleRow, chosen: string | undefined): boolean {
  return node.decision !== undefined && node.decision.id === chosen && !isOpen;
}

function TimeAxis({ from, to }: { readonly from: number; readonly to: number }): ReactElement {
  return (
    <div className="tree-axis" aria-hidden="true">
      <span />
      <div>
        {TICKS.map((tick) => (
          <span key={tick} style={{ '--left': `${tick * 100}%` } as CSSProperties}>
            {duration((to - from) * tick)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Which rows are not as they begin; a step is opened where the address names what is in it. */
function useFlipped(
  nodes: readonly TreeNode[],
  chosen: string | undefined,
): readonly [ReadonlySet<string>, (key: string) => void] {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(() => {
    const holder = chosen === undefined ? undefined : holderOf(nodes, chosen);
    return new Set(holder === undefined || holder.children[0]?.key === chosen ? [] : [holder.key]);
  });
  const flip = useSteady((key: string): void =>
    setFlipped((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    }),
  );
  return [flipped, flip];
}

function useActive(
  rows: readonly VisibleRow[],
  chosen: string | undefined,
): readonly [number, (place: number) => void] {
  const [place, setPlace] = useState(() => Math.max(0, placeOf(rows, chosen)));
  return [Math.min(place, rows.length - 1), setPlace];
}

function placeOf(rows: readonly VisibleRow[], chosen: string | undefined): number {
  return rows.findIndex(({ node }) => node.decision?.id === chosen);
}

/** A deep link shows its step at once. */
function useScrollTo(
  virtual: { readonly scrollToIndex: (index: number, options: { align: 'center' }) => void },
  rows: readonly VisibleRow[],
  chosen: string | undefined,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const place = placeOf(rows, chosen);
    if (place > 0) virtual.scrollToIndex(place, { align: 'center' });
  }, [virtual, rows, chosen]);
}
