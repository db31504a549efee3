import { fatalTo, resultOf } from '@interpose/adapter-kit';
import type { Dict, ToolCall } from '@interpose/core';
import { runInChat, toolCycle } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import type { ToyRunning, ToyTool } from '../translate/native.ts';
import { toolFacts } from './tool-facts.ts';

/** Runs a tool through its gates; throws what the tool threw, or what the model is told instead. */
export async function runTool(
  run: AgentRun,
  tool: ToyTool,
  input: Dict,
  running: ToyRunning,
): Promise<unknown> {
  const call: ToolCall = { id: running.callId, name: tool.name, args: run.copy(input) };
  const outcome = await toolCycle<unknown>(run.chat, {
    call,
    tool: toolFacts(run, tool.name),
    find: (name) => toolFacts(run, name),
    run({ name, args }) {
      const target = run.toolNamed(name) ?? tool;
      const given = args === call.args ? input : args;
      return runInChat(run.chat, () => target.run(given, { ...running, signal: run.chat.signal }));
    },
    result: run.copy,
    native: running,
  }).catch(fatalTo(run));
  return resultOf(outcome);
}
