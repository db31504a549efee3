import type { CodeNote } from './code-note.ts';

/** The codes for the endings of an ask. */
export const APPROVAL_CODES: Readonly<Record<string, CodeNote>> = {
  approval_ambiguous: {
    from: 'core',
    cause:
      'Several sessions wait for an answer to the same call with the same id, and the chat that goes on names none of them.',
    remedy: 'Pass the same `session` when you ask and when you resume.',
  },
  approval_loop: {
    from: 'core',
    cause: 'An approver changed the value so often that the hooks kept asking again.',
    remedy:
      'Let the approver change a value at most twice, and let hooks accept an approved value.',
  },
  approval_mismatch: {
    from: 'core',
    cause: 'The answer is about another value than the one that would run now.',
    remedy: 'Ask again; when you answer, send back the digest from the same question.',
  },
  approval_refused: {
    from: 'core',
    cause: 'An approver said no.',
    remedy: 'Nothing is wrong; the record names who said no.',
  },
  approval_store_failed: {
    from: 'core',
    cause: 'The approval store could not be read or written, so the step was denied.',
    remedy: 'Check that the store is reachable, for example with `interpose doctor`.',
  },
  approval_timeout: {
    from: 'core',
    cause: 'Nobody answered within the time limit, so the step was denied.',
    remedy:
      'Raise `approvalTimeoutMs` or the `timeoutMs` of the ask, or make sure that somebody answers.',
  },
  approval_unknown: {
    from: 'core',
    cause: 'You answered a question that is not in this store.',
    remedy: 'Pass the same session when you resume, and share one store between processes.',
  },
  approver_failed: {
    from: 'core',
    cause:
      'The approver threw an error or returned something that is not an answer, so the step was denied.',
    remedy: 'Look at `problem` in the record, then repair the approver.',
  },
  approver_unavailable: {
    from: 'core',
    cause: 'A hook asked for approval, but there is no approver and the SDK cannot wait for one.',
    remedy: 'Pass an `approver` to `createHooks`.',
  },
  digest_unavailable: {
    from: 'core',
    cause:
      'A hook asked about a value that is not plain JSON, so an approval cannot be tied to it.',
    remedy: 'Ask about plain data: no functions, cycles or big integers.',
  },
  token_answered: {
    from: 'core',
    cause: 'Somebody has already answered this question; only the first answer counts.',
    remedy: 'Read the first answer in the decision record.',
  },
  token_unknown: {
    from: 'core',
    cause: 'No open question has this token, or the guardian did not issue it.',
    remedy: 'Check the token, and that you use the store that holds the question.',
  },
};
