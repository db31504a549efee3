import type { Registration } from '../registry/registration.ts';
import { HookFailure } from './call-hook.ts';
import { originOf } from './context/context-state.ts';
import type { Fold } from './tally.ts';
import { foldVerdict } from './fold-verdict.ts';
import { reportHookError } from '../records/tell-observers.ts';
import { readVerdict } from './read-verdict.ts';
import { recordStep } from '../records/record-step.ts';

/**
 * Folds one hook's answer, or its failure as its `onError` says.
 *
 * @throws the hook's own error where `onError` is `throw`.
 */
export function takeAnswer(
  fold: Fold,
  hook: Registration,
  answer: unknown,
  calledAt: number,
): void {
  const { definition } = fold.slot;
  const failure = answer instanceof HookFailure ? answer : undefined;
  if (fold.steps !== undefined) {
    const verdict = failure === undefined ? readVerdict(definition, answer) : failure.verdict();
    fold.steps.push(recordStep(hook.label, verdict, calledAt));
  }
  if (failure === undefined) {
    foldVerdict(fold, hook, answer);
    return;
  }
  reportHookError(originOf(fold.ctx), hook.label, definition.name, failure.error, failure.code);
  if (hook.onError === 'allow') return;
  if (hook.onError === 'throw' && !hook.monitor) {
    const { aborted, abortReason } = originOf(fold.ctx);
    throw aborted ? abortReason : failure.error;
  }
  foldVerdict(fold, hook, failure.verdict());
}
