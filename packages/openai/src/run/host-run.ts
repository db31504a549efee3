import {
  andThen,
  describeTool,
  HostRun,
  identifyAgent,
  openHostChat,
  parseArguments,
  type Copy,
  type KnownTool,
  type WithHooksOptions,
} from '@interpose/adapter-kit';
import type { AgentIdentity, Hooks, MaybePromise, Message, Tool, ToolCall } from '@interpose/core';
import { currentChat, type Chat, type ChatEnding } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { GrowingBody } from '../translate/growing-body.ts';

/** Who ends the run: each request by itself, the promise of the call, or the runner of a tool loop. */
export type EndsWith = 'request' | 'promise' | 'runner';

/** The values that all runs of one hooked client or fetch share. */
export interface Hooking {
  readonly hooks: Hooks;
  /** The options of `withHooks`; a later call with the same hooks adds to them. */
  options: WithHooksOptions;
  /** The version of the SDK; empty if it is not known. */
  readonly version: string;
  /** The provider, if the client tells who it is. */
  readonly provider?: AgentIdentity['provider'];
}

/** One call of a hooked client: its chat, and what the adapter has to remember until it ends. */
export class CallRun extends HostRun {
  readonly hooking: Hooking;
  readonly hooks: Hooks;
  /** The path of the capability table this call takes. */
  readonly path: string;
  readonly endsWith: EndsWith;
  /** The error that the last request got from this adapter in place of the provider's answer. */
  failure: { readonly error: unknown } | undefined;
  /** The error that the provider answered the last request with. */
  answered: unknown;
  /** The caller's signal; for a runner it is set once the runner exists. */
  signal: AbortSignal | undefined;
  /** Reports to the hooks, before the next request of a tool loop, the calls that reached no tool. */
  beforeRequest: ((chat: Chat) => MaybePromise<void>) | undefined;
  /** Reads the request bodies of the run. */
  readonly bodies: GrowingBody = new GrowingBody();
  readonly #parent: Chat | undefined = currentChat();
  #chat: MaybePromise<Chat> | undefined;

  constructor(hooking: Hooking, path: string, endsWith: EndsWith, signal?: AbortSignal | null) {
    super();
    this.hooking = hooking;
    this.hooks = hooking.hooks;
    this.path = path;
    this.endsWith = endsWith;
    this.signal = signal ?? undefined;
  }

  /** Returns the chat, which the first request opens. `conversation` is the id of one that the provider keeps. */
  open(
    model: string | undefined,
    conversation: string | undefined,
    messages: (copy: Copy) => readonly Message[],
  ): MaybePromise<Chat> {
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
    return andThen(this.#chat, (chat) => (this.opened = chat));
  }

  /**
   * The chat of a tool call; a request to the model opened it before.
   *
   * @throws TypeError if no request did.
   */
  get chat(): Chat {
    if (this.opened === undefined) throw new TypeError('a tool runs before any model was asked');
    return this.opened;
  }

  /** Returns a call of a tool as the model wrote it; `text` holds its arguments as JSON. */
  callOf(id: string, name: string, text: string): ToolCall {
    return { id, name, args: this.copy(parseArguments(text)) };
  }

  /** Returns the tool as policies see it; a tool that a policy removed is unknown. */
  describe(name: string, tool: KnownTool | undefined): Tool {
    return describeTool(name, this.remembered?.absent.has(name) ? undefined : tool, this.hooks);
  }

  override end(ending: ChatEnding): MaybePromise<void> {
    this.bodies.forget();
    return super.end(ending);
  }

  /** Whether an error is an abort; a time limit is none. */
  protected override isAbort(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    return error.name === 'AbortError' || error.constructor.name === 'APIUserAbortError';
  }
}
