import type { Denial } from '../contract/decisions/outcome.ts';
import { InterposeError } from './interpose-error.ts';

/**
 * Thrown at the host's edge where a refusal cannot be a message: structured output, `onDeny: 'throw'`,
 * or a provider error that was denied. `code` is the denial's own code.
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

  /** True for a refusal that was thrown, also from another copy of the package. */
  static override isInstance(error: unknown): error is DeniedError {
    return InterposeError.isInstance(error) && error.name === 'DeniedError';
  }
}
