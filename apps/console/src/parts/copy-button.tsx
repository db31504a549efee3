import { useState, type ReactElement } from 'react';

import { Button } from './button.tsx';

/** Puts a text where one can paste it, and says whether it worked. */
export function CopyButton({
  text,
  children,
}: {
  readonly text: string;
  readonly children: string;
}): ReactElement {
  const [told, setTold] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setTold('Copied');
    } catch {
      setTold('Select the text and copy it: the browser does not allow it from here');
    }
  };
  return (
    <span className="copy">
      <Button onPress={() => void copy()}>{children}</Button>
      <span className="dim" role="status">
        {told}
      </span>
    </span>
  );
}
