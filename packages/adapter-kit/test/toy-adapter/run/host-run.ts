import { HostRun, openHostChat, type HostOpening } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { currentChat, type Chat } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { agentIdentity } from '../coverage/inventory.ts';
import type { ToyAgent, ToyMessage, ToyTool } from '../translate/native.ts';
import { messageToContract } from '../translate/request-to-contract.ts';

/** What a run begins with. */
export interface RunOpening extends Pick<HostOpening, 'options' | 'signal'> {
  readonly agent: ToyAgent;
  readonly hooks: Hooks;
  readonly path: string;
  readonly messages: readonly ToyMessage[];
}

/** One call of a hooked agent: its chat, and what the adapter has to remember until it ends. */
export class AgentRun extends HostRun {
  readonly chat: Chat;
  readonly #tools: readonly ToyTool[];

  constructor(chat: Chat, tools: readonly ToyTool[]) {
    super();
    this.chat = this.opened = chat;
    this.#tools = tools;
  }

  /** The agent's own tool of this name. */
  toolNamed(name: string): ToyTool | undefined {
    return this.#tools.find((tool) => tool.name === name);
  }
}

/** Opens the chat of a run. */
export async function openRun({ hooks, messages, path, ...known }: RunOpening): Promise<AgentRun> {
  const { agent, options, signal } = known;
  const chat = await openHostChat(hooks, {
    host: { framework: 'toy-sdk', version: '1.0.0' },
    agent: agentIdentity(options.agent, agent),
    options,
    can: canOf(path),
    suspends: false,
    parent: currentChat(),
    signal,
    messages: () => messages.map(messageToContract),
  });
  return new AgentRun(chat, agent.settings.tools);
}
