import type { CodeNote } from './code-note.ts';

/** What can become of an ask. */
export const APPROVAL_CODES: Readonly<Record<string, CodeNote>> = {
  approval_loop: {
    from: 'core',
    cause: 'An approver changed the value so often that the hooks kept asking again.',
    remedy:
      'Let the approver change a value at most twice, and let hooks accept what was approved.',
  },
  approval_mismatch: {
    from: 'core',
    cause: 'An answer carried the digest of another value than the one asked about.',
    remedy: 'Send back the digest of the question that is answered.',
  },
  approval_refused: {
    from: 'core',
    cause: 'An approver said no.',
    remedy: 'Nothing: this is the answer. The record names who gave it.',
  },
  approval_store_failed: {
    from: 'core',
    cause: 'The store of approvals could not be read or written, so the step was denied.',
    remedy: 'Check that the store is reachable, for example with `interpose doctor`.',
  },
  approval_timeout: {
    from: 'core',
    cause: 'Nobody answered within the time limit, so the step was denied.',
    remedy:
      'Raise `approvalTimeoutMs` or the `timeoutMs` of the ask, or find somebody who answers.',
  },
  approval_unknown: {
    from: 'core',
    cause: 'An answer is to an ask that this store does not hold.',
    remedy: 'Name the session again when you resume, and share one store between processes.',
  },
  approver_failed: {
    from: 'core',
    cause: 'The approver threw or gave no answer that can be read, so the step was denied.',
    remedy: 'Look at `problem` in the record, then repair the approver.',
  },
  approver_unavailable: {
    from: 'core',
    cause: 'A hook asked, and there is neither an approver nor a host that can wait.',
    remedy: 'Give `createHooks` an `approver`.',
  },
  digest_unavailable: {
    from: 'core',
    cause: 'The value asked about cannot be written as JSON, so no approval can be bound to it.',
    remedy: 'Ask about plain data: no functions, cycles or big integers.',
  },
  token_answered: {
    from: 'core',
    cause: 'This ask was answered before; an answer counts once.',
    remedy: 'Read the decision record for the first answer.',
  },
  token_unknown: {
    from: 'core',
    cause: 'There is no waiting ask with this token.',
    remedy: 'Check the token, and that the store is the one the ask was kept in.',
  },
};
