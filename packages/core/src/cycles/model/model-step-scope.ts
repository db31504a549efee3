import type { Chat } from '../../contract/adapter/chat.ts';
import type { Hooks } from '../../contract/hooks/hooks.ts';
import { ambient, runAmbientIfPossible, surroundedBy } from '../../sessions/ambient.ts';
import { isThenable } from '../../maybe-promise.ts';
import type { HooksRuntime } from '../../chat/hooks-runtime.ts';
import { runtimeOf } from '../../chat/runtime-of.ts';

/**
 * Notes that a target below other SDKs, such as a client or a fetch, is hooked with these hooks. From then on, model
 * steps of their chats can be told from other code. Without such a target, this costs nothing.
 *
 * @example
 * expectModelSteps(hooks);
 */
export function expectModelSteps(hooks: Hooks): void {
  runtimeOf(hooks).expectsModelSteps = true;
}

/**
 * Whether another adapter is asking the model of a chat of these hooks. The call has then passed these hooks already,
 * so targets that are hooked below stay silent.
 *
 * @example
 * inModelStep(hooks); // => false
 */
export function inModelStep(hooks: Hooks): boolean {
  const asking = ambient()?.asking;
  if (asking?.open !== true) return false;
  const own = runtimeOf(hooks);
  return findInLine(asking.hooks, (runtime) => runtime === own);
}

/**
 * Runs the code that asks the model of this chat. `modelCycle` and `streamCycle` do so around `call`. An adapter that
 * sends its request later, in an iterator or a reader, does it there.
 *
 * @example
 * runInModelStep(chat, () => inModelStep(hooks)); // => false
 */
export function runInModelStep<T>(chat: Chat, ask: () => T): T {
  if (!marksModelSteps(chat)) return ask();
  const { hooks } = chat;
  const asking = { hooks, open: true };
  const close = (): void => {
    asking.open = false;
  };
  const asked = runAmbientIfPossible(surroundedBy(ambient()?.chat, undefined, asking), ask);
  // Code that this call started and left running does not belong to the step any more.
  if (isThenable(asked)) void asked.then(close, close);
  else close();
  return asked;
}

/** Whether a target below looks for model steps, so that `runInModelStep` does more than call its function. */
export function marksModelSteps({ hooks }: Chat): boolean {
  return findInLine(hooks, expectsSteps);
}

function expectsSteps({ expectsModelSteps }: HooksRuntime): boolean {
  return expectsModelSteps;
}

/** Searches a registry and those that it extends: their hooks run in its chats too. */
function findInLine(hooks: Hooks, matches: (runtime: HooksRuntime) => boolean): boolean {
  for (
    let runtime: HooksRuntime | undefined = runtimeOf(hooks);
    runtime !== undefined;
    runtime = runtime.parent
  )
    if (matches(runtime)) return true;
  return false;
}
