import type { ReactElement } from 'react';

import { prefer, usePreferences } from '../app/preferences.ts';
import { Panel } from '../parts/dialog.tsx';
import { Toggle } from '../parts/fields.tsx';
import { useKeyGroups, type KeyBinding } from './key-map.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Every key that does something on this page. */
export function KeyHelp({ isOpen, onClose }: Props): ReactElement {
  const groups = useKeyGroups();
  const { letters } = usePreferences();
  return (
    <Panel title="Keys" isOpen={isOpen} onClose={onClose}>
      <div className="key-groups">
        {groups.map(({ name, bindings }) => (
          <KeyList key={name} name={name} keys={bindings()} />
        ))}
        <KeyList name="In lists and trees" keys={LIST_KEYS} />
      </div>
      <Toggle isSelected={letters} onChange={(on) => prefer({ letters: on })}>
        Single letters act as keys
      </Toggle>
    </Panel>
  );
}

const LIST_KEYS: readonly Listed[] = [
  { keys: '↑ ↓', does: 'move through the rows' },
  { keys: '← →', does: 'close and open a branch; move along a plot' },
  { keys: 'Enter', does: 'open the row' },
];

type Listed = Pick<KeyBinding, 'keys' | 'does'>;

interface ListProps {
  readonly name: string;
  readonly keys: readonly Listed[];
}

function KeyList({ name, keys: listed }: ListProps): ReactElement | undefined {
  if (listed.length === 0) return undefined;
  return (
    <section>
      <h3>{name}</h3>
      <dl className="keys">
        {listed.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <Keys of={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Keys as caps, one each. */
function Keys({ of }: { readonly of: string }): ReactElement {
  return (
    <span className="caps">
      {of.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
