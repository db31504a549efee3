import type { AgentRun } from './host-run.ts';
import { runInFrame } from './current-run.ts';
import type { NativeContext } from '../translate/native.ts';
import type { Execution } from '../tools/run-tool.ts';
import { openRun } from './open-run.ts';
import { sdkOf } from '../targets/sdk-copies.ts';
import { layersOf } from '../targets/layers.ts';

/** Runs a tool of a hooked agent that is called outside any run: in a chat of its own. */
export async function runImplicitly<T>(
  execution: Execution,
  act: (run: AgentRun) => Promise<T>,
): Promise<T> {
  const { agent, details } = execution;
  const sdk = sdkOf(agent)!;
  const run = await openRun({
    sdk,
    runner: new sdk.Runner(),
    agent,
    targets: layersOf(agent),
    path: 'tool.invoke',
    hostSession: sessionOf(execution.context),
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

const sessions = new WeakMap<NativeContext, string>();

/** Calls with one context belong together: a realtime session has one for all that is said in it. */
function sessionOf(context: NativeContext | undefined): string | undefined {
  if (context === undefined) return undefined;
  const known = sessions.get(context) ?? crypto.randomUUID();
  sessions.set(context, known);
  return known;
}
