import type { AsyncLocalStorage } from 'node:async_hooks';
import { InterposeError, type Hooks } from '@interpose/core';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { ChatRun, currentRun } from '../run/host-run.ts';
import { settle } from '../run/settle-run.ts';
import { makeStorage } from '../run/storage.ts';
import { nestedRun } from '../run/tool-scope.ts';

/** A retriever or a memory, and what it was hooked with. */
export interface ComponentSeam {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  /** The path of the capability table. */
  readonly path: string;
  /** What policies know it by. */
  readonly source: string;
}

let steps: AsyncLocalStorage<readonly Hooks[]> | undefined;

/**
 * Does one step of a component inside the run that surrounds it, else inside a chat of its own. Undefined where a
 * step of the same hooks goes on already: a retriever asks its vector store, and both may be hooked.
 */
export async function inStep<T>(
  seam: ComponentSeam,
  act: (run: ChatRun) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const { hooks } = seam;
  steps ??= makeStorage();
  const around = steps.getStore() ?? [];
  if (around.includes(hooks)) return undefined;
  const current = currentRun(hooks);
  const run = current === undefined ? await openAlone(seam) : await nestedRun(current);
  const step = (): Promise<T> => steps!.run([...around, hooks], () => act(run));
  return { value: current === undefined ? await settle(run, step) : await step() };
}

function openAlone({ hooks, options, path, source }: ComponentSeam): Promise<ChatRun> {
  return ChatRun.open({
    hooks,
    options,
    agent: agentIdentity(options.agent, { fallback: source }),
    can: canOf(path),
    suspends: false,
  });
}

/** The error for an ask that only a tool call could wait for. */
export function stillAsked(reason: string): InterposeError {
  return new InterposeError(
    'suspend_unsupported',
    `nobody answered: ${reason}`,
    'set an approver; only tool calls can wait',
  );
}
