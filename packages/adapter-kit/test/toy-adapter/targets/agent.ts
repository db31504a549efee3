import { makeTags, withMembers, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { hookModel } from '../model/hook-model.ts';
import { openRun, type AgentRun, type RunOpening } from '../run/host-run.ts';
import { hookTools } from '../tools/hook-tools.ts';
import { reportMiss } from '../tools/unreached-calls.ts';
import type { ToyAgent, ToyPart, ToyResult } from '../translate/native.ts';

const tags = makeTags('toy-sdk');

/** The same agent, with every model call and every tool call of it passing the hooks. */
export function hookAgent(given: ToyAgent, hooks: Hooks, options: WithHooksOptions): ToyAgent {
  const agent = tags.unhooked(given, hooks);
  const target = { agent, hooks, options };
  const members: Pick<ToyAgent, 'run' | 'stream' | 'with'> = {
    run: (messages, signal) => run({ ...target, path: 'ToyAgent.run', messages, signal }),
    stream: (messages, signal) => stream({ ...target, path: 'ToyAgent.stream', messages, signal }),
    with: (changes) => hookAgent(agent.with(changes), hooks, options),
  };
  const tagged = { by: tags, tag: { hooks, target: agent } };
  return withMembers(agent, { ...members }, { tagged });
}

async function run(opening: RunOpening): Promise<ToyResult> {
  const begun = await openRun(opening);
  try {
    const result = await agentOf(opening.agent, begun).run(opening.messages, begun.chat.signal);
    await begun.done();
    return result;
  } catch (error) {
    await begun.failed(error);
    throw error;
  }
}

async function* stream(opening: RunOpening): AsyncGenerator<ToyPart, ToyResult> {
  const begun = await openRun(opening);
  try {
    const hooked = agentOf(opening.agent, begun);
    const result = yield* hooked.stream(opening.messages, begun.chat.signal);
    await begun.done();
    return result;
  } catch (error) {
    await begun.failed(error);
    throw error;
  } finally {
    // Only the first ending counts: this one does where the reader has stopped.
    await begun.aborted(new Error('the reader stopped'));
  }
}

/** The agent of one run: its model and its tools pass the hooks of that run's chat. */
function agentOf(agent: ToyAgent, begun: AgentRun): ToyAgent {
  return agent.with({
    model: hookModel(agent.settings.model, begun),
    tools: hookTools(agent.settings.tools, begun),
    onMiss: (miss) => reportMiss(begun, miss),
  });
}
