import {
  describeTool,
  HostRun,
  identifyAgent,
  openHostChat,
  parseArguments,
  RunMemory,
  type Copy,
  type KnownTool,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { AgentIdentity, Hooks, MaybePromise, Message, Tool, ToolCall } from '@interpose/core';
import { currentChat, type Chat, type ChatEnding } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { GrowingBody } from '../translate/growing-body.ts';

/** Who tells how a call ended: each request by itself, the promise of the call, or the runner of a tool loop. */
export type EndsWith = 'request' | 'promise' | 'runner';

/** What every run of one hooked client or fetch has in common. */
export interface Hooking {
  readonly hooks: Hooks;
  /** What was asked for, now or at a later time. */
  options: WithHooksOptions;
  /** The version of the SDK, as far as it is known. */
  readonly version: string;
  /** Who answers, as far as the client tells. */
  readonly provider?: AgentIdentity['provider'];
}

/** One call of a hooked client: its chat, and what the adapter has to remember until it ends. */
export class CallRun extends HostRun {
  readonly hooking: Hooking;
  readonly hooks: Hooks;
  /** The path of the capability table this call takes. */
  readonly path: string;
  readonly endsWith: EndsWith;
  /** The error that the last request was answered with in place of the provider's. */
  failure: { readonly error: unknown } | undefined;
  /** The error that the provider answered the last request with. */
  answered: unknown;
  /** The caller's signal; a runner's is known once there is one. */
  signal: AbortSignal | undefined;
  /** What a tool loop has to tell before its next request. */
  beforeRequest: ((chat: Chat) => MaybePromise<void>) | undefined;
  /** What has to be remembered until the run ends, once there is anything. */
  remembered: RunMemory<string> | undefined;
  /** Reads what the run sends. */
  readonly bodies: GrowingBody = new GrowingBody();
  readonly #parent: Chat | undefined = currentChat();
  #chat: Promise<Chat> | undefined;

  constructor(hooking: Hooking, path: string, endsWith: EndsWith, signal?: AbortSignal | null) {
    super();
    this.hooking = hooking;
    this.hooks = hooking.hooks;
    this.path = path;
    this.endsWith = endsWith;
    this.signal = signal ?? undefined;
  }

  get memory(): RunMemory<string> {
    return (this.remembered ??= new RunMemory());
  }

  /** The chat, opened with what the first request holds; `conversation` is the id of one that the provider keeps. */
  async open(
    model: string | undefined,
    conversation: string | undefined,
    messages: (copy: Copy) => readonly Message[],
  ): Promise<Chat> {
    const { hooks, options, version, provider } = this.hooking;
    this.#chat ??= openHostChat(hooks, {
      host: { framework: 'openai', version },
      agent: identifyAgent(options.agent, { id: this.path, model, provider }),
      options,
      can: canOf(this.path),
      suspends: false,
      conversation,
      parent: this.#parent,
      signal: this.signal,
      messages: () => messages(this.copy),
    });
    this.opened = await this.#chat;
    return this.opened;
  }

  /**
   * The chat of a tool: it is open by then.
   *
   * @throws TypeError otherwise.
   */
  get chat(): Chat {
    if (this.opened === undefined) throw new TypeError('a tool runs before any model was asked');
    return this.opened;
  }

  /** A call as the model wrote it. */
  callOf(id: string, name: string, text: string): ToolCall {
    return { id, name, args: this.copy(parseArguments(text)) };
  }

  /** The tool as policies see it; one that a policy wants absent is unknown. */
  describe(name: string, tool: KnownTool | undefined): Tool {
    return describeTool(name, this.remembered?.absent.has(name) ? undefined : tool, this.hooks);
  }

  override end(ending: ChatEnding): MaybePromise<void> {
    this.bodies.forget();
    return super.end(ending);
  }

  /** A limit of time is no abort. */
  protected override isAbort(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    return error.name === 'AbortError' || error.constructor.name === 'APIUserAbortError';
  }
}
