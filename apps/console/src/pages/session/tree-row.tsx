import { memo, type CSSProperties, type ReactElement } from 'react';

import { eventText } from '../../parts/events.ts';
import { duration } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { VerdictShape } from '../../parts/verdict.tsx';
import type { VisibleRow } from './visible-rows.ts';

interface Props {
  readonly row: VisibleRow;
  readonly index: number;
  readonly start: number;
  /** Where the axis of time begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onFlip: (key: string) => void;
  readonly onOpen: (row: VisibleRow, index: number) => void;
}

/** One row: its name under its chat, and its bar on the axis of time. Keys are the tree's. */
export const TreeRow = memo(function TreeRow(props: Props): ReactElement {
  const { row, index, start, isActive, isChosen, onFlip, onOpen } = props;
  const { node, depth, isOpen, place, among } = row;
  const style = { '--start': `${start}px`, '--depth': depth } as CSSProperties;
  return (
    <div
      id={`row-${index}`}
      className={`tree-row ${node.kind} ${isActive ? 'active' : ''} ${isChosen ? 'chosen' : ''}`}
      role="row"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={among}
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      {...(node.children.length > 0 ? { 'aria-expanded': isOpen } : {})}
      style={style}
      onClick={() => onOpen(row, index)}
    >
      <div className="tree-name" role="gridcell">
        <span
          className={node.children.length === 0 ? 'twig none' : isOpen ? 'twig open' : 'twig'}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            if (node.children.length > 0) onFlip(node.key);
          }}
        />
        <RowName row={row} />
      </div>
      <div className="tree-lane" role="gridcell">
        <span className="unseen">{duration(node.to - node.from)}</span>
        <Bar row={row} from={props.from} to={props.to} />
      </div>
    </div>
  );
});

function RowName({ row: { node, isOpen } }: { readonly row: VisibleRow }): ReactElement {
  const { chat, decision, children } = node;
  if (chat !== undefined)
    return (
      <>
        <b>{plainText(chat.agent)}</b>
        <span className="dim">{chat.parentChatId === undefined ? 'chat' : 'sub-agent'}</span>
        {!isOpen && <VerdictShape verb={node.strongest} />}
      </>
    );
  const said = node.kind === 'step' ? children.map((child) => child.strongest) : [node.strongest];
  const name = decision === undefined ? '' : eventText(decision.event);
  return (
    <>
      <span className="shapes">
        {said.map((verb, at) => (
          <span key={`${at}:${verb}`} title={verb}>
            <VerdictShape verb={verb} />
            <span className="unseen">{verb}</span>
          </span>
        ))}
      </span>
      <span>{plainText(decision?.tool ?? name)}</span>
      {decision?.tool !== undefined && <span className="dim">{name}</span>}
    </>
  );
}

function Bar({ row: { node }, ...axis }: Pick<Props, 'row' | 'from' | 'to'>): ReactElement {
  const { from, to, strongest, kind } = node;
  const whole = axis.to - axis.from;
  const left = ((from - axis.from) / whole) * 100;
  const width = ((to - from) / whole) * 100;
  const style = { '--left': `${left}%`, '--width': `${width}%` } as CSSProperties;
  return (
    <span className={`bar ${kind} b-${strongest} ${sideOf(left, width)}`} style={style}>
      <span className="bar-text" aria-hidden="true">
        {duration(to - from)}
      </span>
    </span>
  );
}

/** Where the duration finds room: after the bar, before it, or nowhere. */
function sideOf(left: number, width: number): '' | 'late' | 'whole' {
  if (left + width < 84) return '';
  return left > 16 ? 'late' : 'whole';
}
