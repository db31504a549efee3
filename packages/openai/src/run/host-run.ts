import type { AgentIdentity, Denial, Hooks, MaybePromise, Message } from '@interpose/core';
import {
  currentChat,
  frozenCopy,
  openChat,
  type Chat,
  type ChatEnding,
  type ChatOptions,
} from '@interpose/core/adapter';
import { isAbort } from './abort-cause.ts';
import type { Copy } from '../translate/native.ts';
import type { WithHooksOptions } from '../options.ts';
import { RunNotes } from './run-notes.ts';

/** Who tells how a call ended: each request by itself, the promise of the call, or the runner of a tool loop. */
export type EndsWith = 'request' | 'promise' | 'runner';

/** What every run of one hooked client or fetch has in common. */
export interface Hooking {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  /** The version of the SDK, as far as it is known. */
  readonly version: string;
  /** Who answers, as far as the client tells. */
  readonly provider?: AgentIdentity['provider'];
}

/** What one run is opened with. */
export interface RunOpening extends Hooking {
  /** The path of the capability table this call takes. */
  readonly path: string;
  readonly endsWith: EndsWith;
  readonly can: NonNullable<ChatOptions['can']>;
  readonly signal?: AbortSignal | undefined;
}

/** The first request of a run: a chat is opened with what it holds. */
export interface FirstRequest {
  readonly model: string | undefined;
  /** The id of a conversation that the provider keeps. */
  readonly conversation: string | undefined;
  messages(copy: Copy): readonly Message[];
}

/** One call of a hooked client: its chat, and what the adapter has to remember until it ends. */
export class CallRun {
  readonly hooks: Hooks;
  readonly path: string;
  readonly endsWith: EndsWith;
  /** The chat once it is open. */
  opened: Chat | undefined;
  /** The refusal that went out, if one did. */
  refusal: Denial | undefined;
  /** What a hook or an observer ended the run with, outside a model call. */
  fatal: { readonly error: unknown } | undefined;
  /** The error that the last request was answered with in place of the provider's. */
  failure: { readonly error: unknown } | undefined;
  /** The error that the provider answered the last request with. */
  answered: unknown;
  /** The caller's signal; a runner's is known once there is one. */
  signal: AbortSignal | undefined;
  readonly notes: RunNotes = new RunNotes();
  readonly #opening: RunOpening;
  readonly #parent: Chat | undefined;
  #chat: Promise<Chat> | undefined;

  constructor(opening: RunOpening) {
    this.#opening = opening;
    this.#parent = currentChat();
    this.hooks = opening.hooks;
    this.path = opening.path;
    this.endsWith = opening.endsWith;
    this.signal = opening.signal;
  }

  /** True where nothing may pass that cannot be enforced. */
  get mustEnforce(): boolean {
    return this.#opening.options.require === 'enforced';
  }

  /** Copies what the host owns where the registry is strict; a value hooks may see without harm comes back itself. */
  readonly copy: Copy = (value) => (this.opened?.strict === false ? value : frozenCopy(value));

  /** The chat, opened at the first request. */
  async open(first: FirstRequest): Promise<Chat> {
    this.#chat ??= this.#open(first);
    this.opened = await this.#chat;
    return this.opened;
  }

  /** Ends the chat with the value the caller got. */
  done(): MaybePromise<void> {
    return this.#end({ kind: 'done', reason: this.refusal === undefined ? 'completed' : 'denied' });
  }

  /** Ends the chat with what the caller's promise or stream failed with. */
  failed(error: unknown): MaybePromise<void> {
    if (this.opened?.signal.aborted === true) return this.aborted(this.opened.signal.reason);
    return isAbort(error) ? this.aborted(error) : this.#end({ kind: 'error', error });
  }

  /** Ends the chat because the caller gave up. */
  aborted(reason: unknown): MaybePromise<void> {
    return this.#end({ kind: 'abort', reason });
  }

  /** A call that never came to a request has no chat to end. */
  #end(ending: ChatEnding): MaybePromise<void> {
    return this.opened?.end(ending);
  }

  #open(first: FirstRequest): Promise<Chat> {
    const { model, conversation } = first;
    const { hooks, options, version, can } = this.#opening;
    return openChat(hooks, {
      host: { framework: 'openai', version },
      agent: this.#agent(model),
      can,
      ...(options.session === undefined ? undefined : { session: options.session }),
      ...(conversation === undefined ? undefined : { hostSession: { id: conversation } }),
      ...(options.user === undefined ? undefined : { user: options.user }),
      ...(options.trace === undefined ? undefined : { trace: options.trace }),
      ...(this.#parent === undefined ? undefined : { parent: this.#parent }),
      ...(this.signal === undefined ? undefined : { signal: this.signal }),
      messages: () => first.messages(this.copy),
    });
  }

  #agent(model: string | undefined): AgentIdentity {
    const { options, path, provider } = this.#opening;
    const id = options.agent?.id ?? path;
    return {
      name: id,
      ...(model === undefined ? undefined : { model }),
      ...(provider === undefined ? undefined : { provider }),
      ...options.agent,
      id,
    };
  }
}
