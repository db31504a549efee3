import type { ReactElement } from 'react';
import { Link } from '@tanstack/react-router';

import { PageHead } from '../parts/page-head.tsx';

/** An address that leads nowhere. */
export function Lost(): ReactElement {
  return (
    <main className="page">
      <PageHead title="There is no such page" />
      <p>
        The address may be cut short, or what it led to is gone. <Link to="/">Go to Live</Link>.
      </p>
    </main>
  );
}
