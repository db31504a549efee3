import type { ReactElement, ReactNode } from 'react';
import { Button as Pressable } from 'react-aria-components';

interface Props {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly label?: string;
  readonly keys?: string;
}

/** A button; `keys` shows the key that does the same. */
export function Button(props: Props): ReactElement {
  const { children, onPress, kind = 'plain', type = 'button', label, keys } = props;
  // Not the library's own: what it announces names a button that may be gone by then.
  const isPending = props.isPending ?? false;
  return (
    <Pressable
      className={`button ${kind}${isPending ? ' pending' : ''}`}
      type={isPending ? 'button' : type}
      {...(onPress === undefined || isPending ? {} : { onPress })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      isDisabled={props.isDisabled ?? false}
    >
      {children}
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </Pressable>
  );
}
