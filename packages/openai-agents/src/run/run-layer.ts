import type { Copy } from '@interpose/adapter-kit';
import type { Denial, Hooks, MaybePromise, ToolCall } from '@interpose/core';
import { frozenCopy, openChat, type Chat, type ChatEnding } from '@interpose/core/adapter';
import type { Sdk } from '../targets/sdk-copies.ts';

/** A call as the model wrote it. */
export interface WrittenCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

const NOTHING: ReadonlySet<string> = new Set();

/** One registry's part in a run: its chat, and what has to be remembered until it ends. */
export class RunLayer {
  readonly hooks: Hooks;
  readonly sdk: Sdk;
  readonly chat: Chat;
  /** The refusal that went out, if one did. */
  refusal: Denial | undefined;
  /** True when the run ended with a call that waits for a person. */
  suspended = false;
  /** What the model reads about calls that must not run, by call id. */
  readonly blocked: Map<string, string> = new Map();
  /** The components a policy wants absent, as `kind:name`. */
  absent: ReadonlySet<string> = NOTHING;
  /** Whether the gate simply allowed a tool that the provider runs, by name. */
  readonly hosted: Map<string, boolean> = new Map();
  /** What the model reads about calls that reached no tool, by call id. */
  readonly unreached: Map<string, string> = new Map();
  /** The calls a person refused that the hooks have not heard of yet. */
  readonly refusedCalls: WrittenCall[] = [];
  readonly #calls = new Map<string, { readonly text: string; readonly call: ToolCall }>();

  private constructor(chat: Chat, sdk: Sdk) {
    this.hooks = chat.hooks;
    this.chat = chat;
    this.sdk = sdk;
  }

  static async open(
    hooks: Hooks,
    sdk: Sdk,
    options: Parameters<typeof openChat>[1],
  ): Promise<RunLayer> {
    return new RunLayer(await openChat(hooks, options), sdk);
  }

  /** Copies what the host owns where the registry is strict; a value hooks may see without harm comes back itself. */
  readonly copy: Copy = (value) => (this.chat.strict ? frozenCopy(value) : value);

  /** One call is one value for hooks, when it is asked about and when it runs; hosts reuse ids, so other arguments are another call. */
  callOf(id: string, name: string, args: ToolCall['args']): ToolCall {
    const text = JSON.stringify(args);
    const known = this.#calls.get(id);
    if (known !== undefined && known.text === text && known.call.name === name) return known.call;
    const call = { id, name, args: this.copy(args) };
    this.#calls.set(id, { text, call });
    return call;
  }

  /** Ends the chat with the value the caller got. */
  done(): MaybePromise<void> {
    const reason =
      this.refusal !== undefined ? 'denied' : this.suspended ? 'suspended' : 'completed';
    return this.end({ kind: 'done', reason });
  }

  /** Ends the chat; only the first ending counts. */
  end(ending: ChatEnding): MaybePromise<void> {
    return this.chat.end(ending);
  }
}
