import type { ReactElement } from 'react';

import { CopyButton } from '../../parts/copy-button.tsx';

/** A secret that can be read now and never again. */
export function ShownOnce({
  title,
  secret,
}: {
  readonly title: string;
  readonly secret: string;
}): ReactElement {
  return (
    <div className="shown-once" role="status">
      <p>
        <b>{title}</b> It is shown once: copy it now.
      </p>
      <pre>{secret}</pre>
      <CopyButton text={secret}>Copy</CopyButton>
    </div>
  );
}
