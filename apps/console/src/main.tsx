import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { applyPreferences } from './app/preferences.ts';
import { queryClient, router } from './app/router.tsx';
import { hearKeys } from './keys/key-map.ts';
import './style/tokens.css';
import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/table.css';
import './style/plots.css';
import './style/session.css';
import './style/approvals.css';
import './style/cards.css';

applyPreferences();
hearKeys();

const place = document.querySelector('#root');
if (place === null) throw new Error('the page has no place to draw in');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
