import type { AgentRun } from './agent-run.ts';
import { runInFrame } from './frame.ts';
import type { Execution } from './run-tool.ts';
import { openRun } from './open-run.ts';
import { sdkOf } from './sdk-copies.ts';
import { layersOf } from './tag.ts';

/** Runs a tool of a hooked agent that is called outside any run: in a chat of its own. */
export async function runImplicitly<T>(
  { agent, details }: Execution,
  act: (run: AgentRun) => Promise<T>,
): Promise<T> {
  const sdk = sdkOf(agent)!;
  const run = await openRun({
    sdk,
    runner: new sdk.Runner(),
    agent,
    targets: layersOf(agent),
    path: 'tool.invoke',
    signal: details?.signal,
  });
  try {
    const result = await runInFrame({ run }, () => act(run));
    await run.done();
    return result;
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}
