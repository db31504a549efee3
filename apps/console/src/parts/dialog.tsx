import type { ReactElement, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

import { Button } from './button.tsx';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Where given, the dialog asks before it does something, and this does it. */
  readonly confirm?: {
    readonly label: string;
    readonly run: () => void;
    readonly danger?: boolean;
  };
}

/** A window over the page, which Escape closes. */
export function Panel({ title, isOpen, onClose, children, confirm }: Props): ReactElement {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
    >
      <Modal className="modal">
        <Dialog className="dialog" role={confirm === undefined ? 'dialog' : 'alertdialog'}>
          <Heading slot="title">{title}</Heading>
          {children}
          <footer className="dialog-foot">
            <Button onPress={onClose}>{confirm === undefined ? 'Close' : 'Cancel'}</Button>
            {confirm !== undefined && (
              <Button kind={confirm.danger === true ? 'danger' : 'primary'} onPress={confirm.run}>
                {confirm.label}
              </Button>
            )}
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
