import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import type { TokenRow } from '@interpose/guardian-api';

import { dropToken, makeToken, rotateToken, tokensQuery } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Failure, Loaded } from '../../parts/notices.tsx';
import { Ago, Moment, useNow } from '../../parts/times.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useChange } from './use-change.ts';

/** What agents sign in with; two hold at a time while one is rotated. */
export function Tokens(): ReactElement {
  const tokens = useQuery(tokensQuery);
  const rotating = useChange('tokens', (id: string) => rotateToken(id));
  const [dropped, setDropped] = useState<TokenRow>();
  return (
    <>
      <NewToken />
      {rotating.data !== undefined && (
        <ShownOnce title="The new token." secret={rotating.data.secret} />
      )}
      {rotating.error !== null && <Failure error={rotating.error} />}
      <Loaded query={tokens}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="No agent has a token of its own">
              <p>Make one for each agent, so that you can revoke one without the others.</p>
            </Empty>
          ) : (
            <ul className="cards">
              {rows.map((token) => (
                <li key={token.id} className="card line">
                  <TokenFacts token={token} />
                  <span className="pushed line">
                    <Button onPress={() => rotating.mutate(token.id)}>Rotate</Button>
                    <Button kind="danger" onPress={() => setDropped(token)}>
                      Revoke
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dropped !== undefined && <Drop token={dropped} onClose={() => setDropped(undefined)} />}
    </>
  );
}

function TokenFacts({ token }: { readonly token: TokenRow }): ReactElement {
  const { name, agent, createdAt, by, lastAt, previousUntil } = token;
  const now = useNow(60_000);
  return (
    <>
      <b>{name}</b>
      {agent !== undefined && agent !== name && <span className="tag">{agent}</span>}
      <span className="dim">
        made <Moment at={createdAt} />
        {by !== undefined && ` by ${by}`}
      </span>
      <span className="dim">
        {lastAt === undefined ? (
          'never used'
        ) : (
          <>
            last used <Ago at={lastAt} />
          </>
        )}
      </span>
      {previousUntil !== undefined && previousUntil > now && (
        <span>
          the one before holds until <Moment at={previousUntil} />
        </span>
      )}
    </>
  );
}

function NewToken(): ReactElement {
  const [name, setName] = useState('');
  const making = useChange('tokens', (agent: string) => makeToken(agent, agent));
  return (
    <>
      <form
        className="filter-bar"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          making.mutate(name.trim(), { onSuccess: () => setName('') });
        }}
      >
        <Field label="Agent that the token is for" value={name} onChange={setName} />
        <Button
          kind="primary"
          type="submit"
          isDisabled={name.trim() === ''}
          isPending={making.isPending}
        >
          Make a token
        </Button>
      </form>
      {making.data !== undefined && <ShownOnce title="The token." secret={making.data.secret} />}
      {making.error !== null && <Failure error={making.error} />}
    </>
  );
}

function Drop({
  token,
  onClose,
}: {
  readonly token: TokenRow;
  readonly onClose: () => void;
}): ReactElement {
  const dropping = useChange('tokens', (id: string) => dropToken(id));
  return (
    <Panel
      title={`Revoke the token ${token.name}?`}
      isOpen
      onClose={onClose}
      confirm={{
        label: 'Revoke',
        run: () => dropping.mutate(token.id, { onSuccess: onClose }),
        danger: true,
      }}
    >
      <p>
        Agents that use it are refused from now on, and fall back to the posture they are configured
        with.
      </p>
      {dropping.error !== null && <Failure error={dropping.error} />}
    </Panel>
  );
}
