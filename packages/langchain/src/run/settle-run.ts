import { runInChat } from '@interpose/core/adapter';
import { currentRun, type ChatRun } from './host-run.ts';
import { openLone, type ModelSeam } from './open-run.ts';
import { nestedRun } from './tool-scope.ts';
import type { NativeModel } from '../translate/native.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';

/** Does one model call inside the run that surrounds it, else inside a chat of its own. */
export async function inRun<T>(
  seam: ModelSeam,
  model: NativeModel,
  native: NativeRequest,
  path: string,
  act: (run: ChatRun) => Promise<T>,
): Promise<T> {
  const surrounding = await runAround(seam);
  if (surrounding !== undefined) return act(surrounding);
  const run = await openLone(seam, model, native, path);
  return settle(run, () => act(run));
}

/** The run a model call belongs to: the one it is in, or that of the agent which a tool runs. */
export async function runAround({ hooks, tools }: ModelSeam): Promise<ChatRun | undefined> {
  const current = currentRun(hooks);
  if (current === undefined) return undefined;
  const run = await nestedRun(current);
  for (const tool of tools) run.tools.set(tool.name, tool);
  return run;
}

/** Gives the caller what the call resolves to, and ends its chat with exactly that. */
export async function settle<T>(run: ChatRun, act: () => Promise<T>): Promise<T> {
  try {
    const result = await runInChat(run.chat, act);
    if (run.fatal !== undefined) throw run.fatal.error;
    await run.done();
    return result;
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}
