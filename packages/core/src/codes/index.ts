import { ADAPTER_CODES } from './of-adapters.ts';
import { APPROVAL_CODES } from './of-approvals.ts';
import { COMMAND_CODES } from './of-command.ts';
import { DECISION_CODES } from './of-decisions.ts';
import { ENGINE_CODES } from './of-engines.ts';
import { GUARD_CODES } from './of-guards.ts';
import { GUARDIAN_CODES } from './of-guardians.ts';
import { POLICY_CODES } from './of-policies.ts';
import { SETUP_CODES } from './of-setup.ts';
import type { CodeNote } from './code-note.ts';

export type { CodeNote };

/**
 * Every code that Interpose puts on a verdict or an error, with its cause and its remedy: one source for
 * `interpose explain`, the documentation and your own messages. Your policies may use codes that are not in it.
 *
 * @example
 * codes['hook_timeout']?.remedy; // => 'Make the hook faster, or raise its `timeoutMs`.'
 */
export const codes: Readonly<Record<string, CodeNote>> = Object.fromEntries(
  Object.entries({
    ...DECISION_CODES,
    ...APPROVAL_CODES,
    ...SETUP_CODES,
    ...ADAPTER_CODES,
    ...GUARDIAN_CODES,
    ...GUARD_CODES,
    ...POLICY_CODES,
    ...ENGINE_CODES,
    ...COMMAND_CODES,
  }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
);
