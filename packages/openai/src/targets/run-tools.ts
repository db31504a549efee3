import { inModelStep } from '@interpose/core/adapter';
import { CallRun, type Hooking } from '../run/host-run.ts';
import type { Method, Resource } from './shapes.ts';
import { replaceMethod } from './in-place.ts';
import { isDict, type Body } from '../translate/native.ts';
import { runOfOptions, withRun } from '../run/run-link.ts';
import { ToolLoop, type RunnerShape } from '../tools/tool-loop.ts';
import { hookTools } from '../tools/hook-tools.ts';
import { reportUnreached } from '../tools/unreached-calls.ts';
import { watchRunner, type RunnerEnding } from '../run/watch-runner.ts';

/** Hooks the tool loop of chat completions: one chat for all its requests, and hooks around every tool. */
export function hookRunTools(resource: Resource, hooking: Hooking): void {
  const { hooks } = hooking;
  replaceMethod(resource as { runTools: Method }, 'runTools', (own) => (given, options) => {
    if (inModelStep(hooks) || runOfOptions(options, hooks) !== undefined)
      return own(given, options);
    const body: Body = isDict(given) ? given : {};
    const path =
      body['stream'] === true ? 'chat.completions.runTools, streamed' : 'chat.completions.runTools';
    const run = new CallRun(hooking, path, 'runner');
    const loop = new ToolLoop(run, body);
    run.beforeRequest = (chat) => reportUnreached(loop, chat);
    const tools = hookTools(body['tools'], loop);
    const runner = own({ ...body, tools } as never, withRun(options, run) as never);
    loop.runner = runner as RunnerShape;
    run.signal = loop.runner.controller?.signal;
    return watchRunner(runner, (ending, error) => endLoop(loop, ending, error));
  });
  // LangSmith's wrapOpenAI copies what can be enumerated, and makes the rest anew without hooks around the tools.
  if (Object.hasOwn(resource, 'runTools'))
    Object.defineProperty(resource, 'runTools', { enumerable: true });
}

/** Ends the chat in the way in which the runner ended for the caller. */
async function endLoop(loop: ToolLoop, ending: RunnerEnding, error: unknown): Promise<void> {
  const { run } = loop;
  if (ending === 'abort') return run.aborted(run.opened?.signal.reason ?? error);
  if (ending === 'error') return run.failed(error);
  if (run.opened !== undefined) await reportUnreached(loop, run.opened);
  return run.done();
}
