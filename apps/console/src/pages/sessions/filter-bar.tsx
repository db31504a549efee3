import { useEffect, useRef, useState, type ReactElement } from 'react';

import type { SessionFilters } from '../../app/session-filters.ts';
import { useKeys } from '../../keys/key-map.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { clockText, Moment } from '../../parts/times.tsx';
import { SPANS } from './time-window.ts';

interface Props {
  readonly filters: SessionFilters;
  readonly onChange: (next: Partial<Record<keyof SessionFilters, unknown>>) => void;
}

/** The search, the span of time, and what is filtered by, each to be taken away again. */
export function FilterBar({ filters, onChange }: Props): ReactElement {
  const { from, to, last = '' } = filters;
  return (
    <div className="filter-bar">
      <Search q={filters.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
      {from === undefined ? (
        <Choice
          label="When"
          value={last}
          options={SPANS}
          onChange={(next) => onChange({ last: next === '' ? undefined : next })}
        />
      ) : (
        <Button onPress={() => onChange({ from: undefined, to: undefined })}>
          <Moment at={Number(from)} />
          {to !== undefined && ` – ${clockText(Number(to))}`} ×
          <span className="unseen">take away this span of time</span>
        </Button>
      )}
    </div>
  );
}

const PAUSE = 250;

interface SearchProps {
  readonly q: string;
  readonly onChange: (q: string) => void;
}

function Search({ q, onChange }: SearchProps): ReactElement {
  const [text, setText] = useLateText(q, onChange);
  const input = useRef<HTMLInputElement>(null);
  useKeys('Sessions', [{ keys: '/', does: 'search', run: () => input.current?.focus() }]);
  return (
    <label className="field search">
      <span>Search</span>
      <input
        ref={input}
        className="input"
        type="search"
        value={text}
        placeholder="session, user, tool, code, words of a reason"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** What is being written, told once it rests; what else changes it wins. */
function useLateText(
  told: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(told);
  const [known, setKnown] = useState(told);
  if (told !== known) {
    // The address was changed by something else: a link, or the button back.
    setKnown(told);
    setText(told);
  }
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (text === known) return undefined;
    const timer = setTimeout(() => {
      setKnown(text);
      latest.current(text);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, known]);
  return [text, setText];
}
