import type { Hooks, MaybePromise } from '@interpose/core';
import { andThen, isThenable, settleRun, type Layer } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import { currentRun, runThatIsOver, type ChatRun } from './host-run.ts';
import { openStandalone, type StandaloneUse } from './open-run.ts';
import { nestedRun } from './tool-scope.ts';
import type { NativeTool } from '../translate/native.ts';

/** Runs `act` inside the surrounding run, else inside a new chat. */
export async function inRun<T>(
  layer: Layer,
  use: StandaloneUse,
  act: (run: ChatRun) => Promise<T>,
): Promise<T> {
  const around = runAround(layer.hooks, use.tools);
  const surrounding = isThenable(around) ? await around : around;
  if (surrounding !== undefined) return act(surrounding);
  const run = await openStandalone(layer, use);
  return settle(run, () => act(run));
}

/** Returns the run that a call belongs to: the run around the call, or the child run if a tool is running an agent. */
export function runAround(
  hooks: Hooks,
  tools: readonly NativeTool[] = NONE,
): MaybePromise<ChatRun | undefined> {
  const current = currentRun(hooks);
  if (current === undefined) {
    // If a reader stops, the graph goes on unseen. Without its run, nobody knows what hooks changed, so the call fails.
    const left = runThatIsOver({ has: (other) => other === hooks })?.chat.signal;
    if (left?.aborted === true) throw left.reason;
    return undefined;
  }
  return andThen(nestedRun(current), (run) => {
    for (const tool of tools) run.tools.set(tool.name, tool);
    return run;
  });
}

const NONE: readonly NativeTool[] = [];

/** Runs `act` in the chat and ends the chat with the result, or with the error that made the run fail. */
export function settle<T>(run: ChatRun, act: () => Promise<T>): Promise<T> {
  return settleRun(run, async () => {
    const result = await runInChat(run.chat, act);
    if (run.fatal !== undefined) throw run.fatal.error;
    return result;
  });
}
