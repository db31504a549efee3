import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import type { PersonRow, Role } from '@interpose/guardian-api';

import { meQuery } from '../../api/person.ts';
import { addPerson, changeRole, dropPerson, peopleQuery } from '../../api/settings.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { Failure, Loaded } from '../../parts/notices.tsx';
import { Ago } from '../../parts/times.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useChange } from './use-change.ts';

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'viewer: looks'],
  ['approver', 'approver: answers asks, stops agents'],
  ['admin', 'admin: everything'],
];

/** Who may sign in, and what each may do. */
export function People(): ReactElement {
  const people = useQuery(peopleQuery);
  return (
    <>
      <NewPerson />
      <Loaded query={people}>
        {({ rows }) => (
          <ul className="cards">
            {rows.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function Person({ person }: { readonly person: PersonRow }): ReactElement {
  const { id, name, email, role, lastAt, ofProvider } = person;
  const { data: me } = useQuery(meQuery);
  const changing = useChange('people', (next: Role) => changeRole(id, next));
  const dropping = useChange('people', () => dropPerson(id));
  const [isAsked, setAsked] = useState(false);
  const isMe = me?.person?.id === id;
  const failed = changing.error ?? dropping.error;
  return (
    <li className="card line">
      <b>{name}</b>
      <span className="dim">{email}</span>
      <span className="dim">
        <LastSeen at={lastAt} />
      </span>
      <span className="pushed line">
        {isMe || ofProvider === true ? (
          <span className="dim">
            {isMe ? `you, ${role}` : `${role}, as your organisation says`}
          </span>
        ) : (
          <RoleChoice person={person} onChange={(next) => changing.mutate(next)} />
        )}
        {!isMe && (
          <Button kind="danger" onPress={() => setAsked(true)} label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </span>
      {isAsked && (
        <Remove
          name={name}
          onClose={() => setAsked(false)}
          onRemove={() => dropping.mutate(undefined, { onSettled: () => setAsked(false) })}
        />
      )}
      {failed !== null && <Failure error={failed} />}
    </li>
  );
}

function LastSeen({ at }: { readonly at: number | undefined }): ReactElement {
  if (at === undefined) return <>never signed in</>;
  return (
    <>
      last seen <Ago at={at} />
    </>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

function Remove({ name, onClose, onRemove }: RemoveProps): ReactElement {
  return (
    <Panel
      title={`Remove ${name}?`}
      isOpen
      onClose={onClose}
      confirm={{ label: 'Remove', run: onRemove, danger: true }}
    >
      <p>They are signed out at once. What they answered stays in the audit.</p>
    </Panel>
  );
}

interface RoleProps {
  readonly person: PersonRow;
  readonly onChange: (role: Role) => void;
}

function RoleChoice({ person: { name, role }, onChange }: RoleProps): ReactElement {
  return <Choice label={`Role of ${name}`} value={role} options={ROLES} onChange={onChange} />;
}

function NewPerson(): ReactElement {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const adding = useChange('people', addPerson);
  return (
    <>
      <form
        className="filter-bar"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          const address = email.trim();
          const person = { name: name.trim(), role, ...(address === '' ? {} : { email: address }) };
          adding.mutate(person, {
            onSuccess: () => {
              setName('');
              setEmail('');
            },
          });
        }}
      >
        <Field label="Name" value={name} onChange={setName} />
        <Field label="E-mail (optional)" value={email} onChange={setEmail} type="email" />
        <Choice label="Role" value={role} options={ROLES} onChange={setRole} />
        <Button
          kind="primary"
          type="submit"
          isDisabled={name.trim() === ''}
          isPending={adding.isPending}
        >
          Add person
        </Button>
      </form>
      {adding.data?.link !== undefined && (
        <ShownOnce title="Their sign-in link, good for one time." secret={adding.data.link} />
      )}
      {adding.error !== null && <Failure error={adding.error} />}
    </>
  );
}
