import { useState, type ReactElement, type ReactNode } from 'react';

import { DiffView } from '../../parts/values/diff-view.tsx';
import { Field } from '../../parts/fields.tsx';
import { plainJson } from '../../parts/values/plain-text.ts';
import { SendOrCancel } from './send-or-cancel.tsx';

interface Props {
  readonly args: unknown;
  /** Where the reviewer says why. */
  readonly words: ReactNode;
  readonly isPending: boolean;
  readonly onSend: (args: unknown) => void;
  readonly onCancel: () => void;
}

/** Other arguments for the same call. The policies judge them again before anything runs. */
export function ChangedArguments(props: Props): ReactElement {
  const { args, words, isPending, onSend, onCancel } = props;
  const [text, setText] = useState(() => plainJson(args ?? {}));
  const read = readJson(text);
  const isChange = read.error === undefined && plainJson(read.value) !== plainJson(args ?? {});
  return (
    <div
      className="stack"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isChange)
          onSend(read.value);
      }}
    >
      <Field
        label="Arguments, as JSON"
        value={text}
        onChange={setText}
        error={read.error}
        hint="The policies judge the new arguments again before the call runs."
        lines={Math.min(14, Math.max(4, plainJson(args).split('\n').length + 1))}
        code
        focus
      />
      {read.error === undefined && (
        <DiffView before={args} after={read.value} label="What you change" />
      )}
      {words}
      <SendOrCancel
        label="Run with these arguments"
        isPending={isPending}
        isDisabled={!isChange}
        onSend={() => onSend(read.value)}
        onCancel={onCancel}
      />
    </div>
  );
}

function readJson(text: string): { readonly value?: unknown; readonly error?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
