import { toolCycle, type Chat, type ToolOutcome, type ToolStep } from '../src/adapter.ts';
import { ask, createHooks, type Hooks, type HooksOptions } from '../src/index.ts';
import { openTestChat } from './open-test-chat.ts';
import { toolStep } from './tool-step.ts';

/** Hooks with one policy that asks about every call. */
export function askingHooks(options: HooksOptions = {}, version = '1'): Hooks {
  const hooks = createHooks(options);
  hooks.use({
    name: 'p',
    version,
    hooks: { preToolCall: () => ask('sure?', { timeoutMs: 1000 }) },
  });
  return hooks;
}

/** A chat of the session `s` in a host that can suspend. */
export function suspendingChat(hooks: Hooks): Promise<Chat> {
  return openTestChat(hooks, { session: { id: 's' }, suspends: true });
}

/** Suspends the sample call and returns its token. */
export async function suspendCall(hooks: Hooks): Promise<string> {
  const outcome = await toolCycle(await suspendingChat(hooks), toolStep());
  if (outcome.kind !== 'suspended') throw new Error(`the call was not suspended: ${outcome.kind}`);
  return outcome.token;
}

/** Runs a call in a new chat of the same session, as one that was suspended earlier. */
export async function resumeCall(
  hooks: Hooks,
  step: Partial<ToolStep<unknown>> = {},
): Promise<ToolOutcome<unknown>> {
  return toolCycle(await suspendingChat(hooks), toolStep({ resumed: true, ...step }));
}
