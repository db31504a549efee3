import type { ReactElement } from 'react';

import { Button } from '../../parts/button.tsx';

interface Props {
  readonly label: string;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** The end of every form of the answer bar. */
export function SendOrCancel(props: Props): ReactElement {
  const { label, isPending, isDisabled, onSend, onCancel } = props;
  return (
    <div className="line">
      <Button
        kind="primary"
        onPress={onSend}
        isPending={isPending}
        isDisabled={isDisabled}
        keys="Ctrl Enter"
      >
        {label}
      </Button>
      <Button onPress={onCancel} keys="Esc">
        Cancel
      </Button>
    </div>
  );
}
