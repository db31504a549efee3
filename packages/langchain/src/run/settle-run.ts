import type { Hooks } from '@interpose/core';
import { settleRun, type Layer } from '@interpose/adapter-kit';
import { runInChat } from '@interpose/core/adapter';
import { currentRun, runThatIsOver, type ChatRun } from './host-run.ts';
import { openStandalone, type StandaloneUse } from './open-run.ts';
import { nestedRun } from './tool-scope.ts';
import type { NativeTool } from '../translate/native.ts';

/** Does something inside the run that surrounds it, else inside a chat of its own. */
export async function inRun<T>(
  layer: Layer,
  use: StandaloneUse,
  act: (run: ChatRun) => Promise<T>,
): Promise<T> {
  const surrounding = await runAround(layer.hooks, use.tools);
  if (surrounding !== undefined) return act(surrounding);
  const run = await openStandalone(layer, use);
  return settle(run, () => act(run));
}

/** The run a call belongs to: the one it is in, or that of the agent which a tool runs. */
export async function runAround(
  hooks: Hooks,
  tools: readonly NativeTool[] = [],
): Promise<ChatRun | undefined> {
  const current = currentRun(hooks);
  if (current === undefined) {
    // A graph goes on behind the back of a reader who has stopped; what hooks changed there is known to that run alone.
    const left = runThatIsOver({ has: (other) => other === hooks })?.chat.signal;
    if (left?.aborted === true) throw left.reason;
    return undefined;
  }
  const run = await nestedRun(current);
  for (const tool of tools) run.tools.set(tool.name, tool);
  return run;
}

/** Gives the caller what the call resolves to, unless the run has failed, and ends its chat with exactly that. */
export function settle<T>(run: ChatRun, act: () => Promise<T>): Promise<T> {
  return settleRun(run, async () => {
    const result = await runInChat(run.chat, act);
    if (run.fatal !== undefined) throw run.fatal.error;
    return result;
  });
}
