import type { Registration } from '../registry/registration.ts';
import { HookFailure } from './call-hook.ts';
import { sourceOf } from './context/context-state.ts';
import type { Tally } from './tally.ts';
import { foldVerdict } from './tally-verdict.ts';
import { reportHookError } from '../records/tell-observers.ts';
import { readVerdict } from './read-verdict.ts';
import { recordStep } from '../records/record-step.ts';

/**
 * Folds one hook's answer, or its failure as its `onError` says.
 *
 * @throws the hook's own error where `onError` is `throw`.
 */
export function foldAnswer(
  tally: Tally,
  hook: Registration,
  answer: unknown,
  calledAt: number,
): void {
  const { definition } = tally.slot;
  const failure = answer instanceof HookFailure ? answer : undefined;
  if (tally.steps !== undefined) {
    const verdict = failure === undefined ? readVerdict(definition, answer) : failure.verdict();
    tally.steps.push(recordStep(hook.label, verdict, calledAt));
  }
  if (failure === undefined) {
    foldVerdict(tally, hook, answer);
    return;
  }
  reportHookError(sourceOf(tally.ctx), hook.label, definition.name, failure.error, failure.code);
  if (hook.onError === 'allow') return;
  if (hook.onError === 'throw' && !hook.monitor) {
    const { aborted, abortReason } = sourceOf(tally.ctx);
    throw aborted ? abortReason : failure.error;
  }
  foldVerdict(tally, hook, failure.verdict());
}
