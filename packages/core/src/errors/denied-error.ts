import type { Denial } from '../contract/decisions/outcome.ts';
import { InterposeError } from './interpose-error.ts';

/**
 * The error of a refusal that cannot be a message: for structured output, for `onDeny: 'throw'`, or for a denied
 * provider error. The host's caller gets it. `code` is the denial's own code.
 *
 * @example
 * const explain = (error: unknown): string => (DeniedError.isInstance(error) ? error.denial.reason : 'failed');
 * explain(new Error('other')); // => 'failed'
 */
export class DeniedError extends InterposeError {
  override readonly name = 'DeniedError';
  readonly denial: Denial;

  constructor(denial: Denial) {
    super(
      denial.code,
      `${denial.policy} denied ${denial.event}: ${denial.reason}`,
      'change the step or the policy that denies it',
    );
    this.denial = denial;
  }

  /** Whether this is a thrown refusal, also from another copy of the package. */
  static override isInstance(error: unknown): error is DeniedError {
    return InterposeError.isInstance(error) && error.name === 'DeniedError';
  }
}
