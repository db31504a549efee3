import type { ReactNode } from 'react';

export const metadata = { title: 'Chat with approvals' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body
        style={{ font: '16px system-ui', maxWidth: 640, margin: '2rem auto', padding: '0 1rem' }}
      >
        {children}
      </body>
    </html>
  );
}
