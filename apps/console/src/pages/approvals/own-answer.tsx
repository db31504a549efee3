import { useState, type ReactElement, type ReactNode } from 'react';

import { Field } from '../../parts/fields.tsx';
import { SendOrCancel } from './send-or-cancel.tsx';

interface Props {
  /** Where the reviewer says why. */
  readonly words: ReactNode;
  readonly isPending: boolean;
  readonly onSend: (result: unknown) => void;
  readonly onCancel: () => void;
}

/** What the model gets as if the tool had said it; the tool itself does not run. */
export function OwnAnswer({ words, isPending, onSend, onCancel }: Props): ReactElement {
  const [text, setText] = useState('');
  const send = (): void => onSend(resultOf(text));
  return (
    <div
      className="stack"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') send();
      }}
    >
      <Field
        label="The result that the model gets"
        value={text}
        onChange={setText}
        hint="A text, or JSON where the tool answers with a value. The tool does not run."
        lines={4}
        code
        focus
      />
      {words}
      <SendOrCancel
        label="Reply with this"
        isPending={isPending}
        isDisabled={text.trim() === ''}
        onSend={send}
        onCancel={onCancel}
      />
    </div>
  );
}

function resultOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
