import type { Failure } from '../values/index.ts';
import type { DenyVerdict } from './verdict.ts';

/**
 * A deny, with who said it and where.
 *
 * @example
 * const outcome = await hooks.step('preDelegate', { task: { kind: 'handoff', to: 'admin', input: '' } }, () => 'done');
 * const denial: Denial | undefined = outcome.kind === 'denied' ? outcome.denial : undefined;
 * console.log(denial?.policy, denial?.code);
 */
export interface Denial extends DenyVerdict {
  readonly code: string;
  /** `policy/hook`. */
  readonly by: string;
  /** The policy's name, or the hook's where it has no policy. */
  readonly policy: string;
  readonly event: string;
}

/**
 * How one guarded step ended; discriminated by `kind`.
 *
 * @example
 * const outcome: StepOutcome<string> = await hooks.step('preCompact', { messages: [] }, () => 'a summary');
 * if (outcome.kind === 'output') console.log(outcome.output);
 */
export type StepOutcome<Output = unknown> =
  | {
      readonly kind: 'output';
      readonly output: Output;
      /** True when a verdict supplied it and the step did not run. */
      readonly synthetic: boolean;
      /** True when it is not what the step returned, by identity. */
      readonly changed: boolean;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** What was thrown, untouched, when no verdict changed it. */
      readonly thrown?: unknown;
      readonly synthetic: boolean;
    }
  | {
      readonly kind: 'denied';
      readonly denial: Denial;
      /** Before the step, or about what came back. */ readonly phase: 'before' | 'after';
    }
  | { readonly kind: 'suspended'; readonly token: string; readonly reason: string };
