import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

import { may, meQuery } from '../../api/person.ts';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { People } from './people.tsx';
import { RetentionForm } from './retention-form.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

const TABS: readonly (readonly [string, string, ComponentType])[] = [
  ['tokens', 'Tokens', Tokens],
  ['people', 'People', People],
  ['webhooks', 'Webhooks', Webhooks],
  ['retention', 'Retention', RetentionForm],
];

/** Who may do what, who is told, and what is kept how long. */
export function SettingsPage(): ReactElement {
  const me = useQuery(meQuery);
  return (
    <div className="page">
      <PageHead
        title="Settings"
        question="Who may do what, who is told, and what is kept how long."
      />
      <Loaded query={me}>
        {(known) =>
          may(known, 'admin') ? (
            <Rooms />
          ) : (
            <Empty title="Settings are for admins">
              <p>You are signed in as {known.person?.role}. An admin can give you another role.</p>
            </Empty>
          )
        }
      </Loaded>
    </div>
  );
}

function Rooms(): ReactElement {
  const { tab = 'tokens' } = useSearch({ from: '/framed/settings' });
  const navigate = useNavigate({ from: '/settings' });
  return (
    <Tabs
      className="tabs"
      selectedKey={TABS.some(([key]) => key === tab) ? tab : 'tokens'}
      onSelectionChange={(key) => void navigate({ search: { tab: String(key) }, replace: true })}
    >
      <TabList aria-label="Settings" className="tab-list">
        {TABS.map(([key, name]) => (
          <Tab key={key} id={key} className="tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {TABS.map(([key, , Panel]) => (
        <TabPanel key={key} id={key} className="tab-panel">
          <Panel />
        </TabPanel>
      ))}
    </Tabs>
  );
}
