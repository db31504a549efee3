import type { Failure } from '../values/index.ts';
import type { DenyVerdict } from './verdict.ts';

/**
 * A deny, with the hook that said it and the event.
 *
 * @example
 * const outcome = await hooks.step('preDelegate', { task: { kind: 'handoff', to: 'admin', input: '' } }, () => 'done');
 * const denial: Denial | undefined = outcome.kind === 'denied' ? outcome.denial : undefined;
 * console.log(denial?.policy, denial?.code);
 */
export interface Denial extends DenyVerdict {
  readonly code: string;
  /** The name `policy/hook`. */
  readonly by: string;
  /** The name of the policy; or of the hook, if it belongs to no policy. */
  readonly policy: string;
  readonly event: string;
}

/**
 * How one guarded step ended; `kind` tells the cases apart.
 *
 * @example
 * const outcome: StepOutcome<string> = await hooks.step('preCompact', { messages: [] }, () => 'a summary');
 * if (outcome.kind === 'output') console.log(outcome.output);
 */
export type StepOutcome<Output = unknown> =
  | {
      readonly kind: 'output';
      readonly output: Output;
      /** Whether a verdict supplied the output, so that the step did not run. */
      readonly synthetic: boolean;
      /** Whether the output is another object than the step returned. */
      readonly changed: boolean;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** The error as it was thrown, if no verdict changed it. */
      readonly thrown?: unknown;
      readonly synthetic: boolean;
    }
  | {
      readonly kind: 'denied';
      readonly denial: Denial;
      /** Whether the step was denied, or its result. */ readonly phase: 'before' | 'after';
    }
  | { readonly kind: 'suspended'; readonly token: string; readonly reason: string };
