import type { ReactElement } from 'react';

import { CopyButton } from '../../parts/copy-button.tsx';
import { TextBlock } from '../../parts/values/json-view.tsx';

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
      <TextBlock label="The secret" text={secret} />
      <CopyButton text={secret}>Copy</CopyButton>
    </div>
  );
}
