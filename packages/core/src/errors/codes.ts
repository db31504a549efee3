/**
 * Every stable code this package puts on a verdict or an error.
 *
 * @example
 * const code: InterposeCode = 'hook_timeout';
 */
export type InterposeCode =
  | 'ambient_unavailable'
  | 'approval_loop'
  | 'approval_mismatch'
  | 'approval_refused'
  | 'approval_timeout'
  | 'approval_unknown'
  | 'approver_failed'
  | 'approver_unavailable'
  | 'call_id_changed'
  | 'clean_up_failed'
  | 'denied'
  | 'depth_exceeded'
  | 'digest_unavailable'
  | 'duplicate_policy'
  | 'filter_unmatched'
  | 'hook_failed'
  | 'hook_timeout'
  | 'hooks_closed'
  | 'invalid_event'
  | 'invalid_hook'
  | 'invalid_option'
  | 'invalid_policy'
  | 'invalid_verdict'
  | 'no_policies'
  | 'policies_invalid'
  | 'policies_unreadable'
  | 'readonly_context'
  | 'rename_denied'
  | 'retry_exhausted'
  | 'token_unknown'
  | 'too_late'
  | 'tool_disabled'
  | 'tool_unknown'
  | 'unknown_event'
  | 'verdict_at_observer'
  | `${'allow' | 'ask' | 'deny' | 'modify' | 'respond' | 'retry' | 'suspend'}_unsupported`;
