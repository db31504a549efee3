import {
  andThen,
  HostRun,
  isThenable,
  openHostChat,
  RunMemory,
  SeenCalls,
  suspendedAmong,
  type Copy,
  type HostOpening,
  type Layer,
} from '@interpose/adapter-kit';
import type { Hooks, MaybePromise, Message, ToolCall } from '@interpose/core';
import { currentChat, type Chat, type ChatEnding } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { agentIdentity, type IdentitySource } from '../coverage/agent-identity.ts';
import type { ProviderPart } from '../translate/native.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';

/** A person's answer to one suspended call, as it is in the history that the app sends again. */
export interface PersonsAnswer {
  readonly toolName: string;
  readonly input: unknown;
  readonly approved: boolean;
  readonly reason?: string;
}

/** The arguments for opening a run. */
export interface RunOpening
  extends Layer, Omit<HostOpening, 'host' | 'messages' | 'parent' | 'resumes'> {
  /** The version of the AI SDK; empty if it is not known. */
  readonly version: string;
  readonly messages?: ((copy: Copy) => readonly Message[]) | undefined;
  /** The answers that a person gave to suspended calls. */
  readonly answers?: ReadonlyMap<string, PersonsAnswer>;
  /** The app's own messages, if it gave any. */
  readonly given?: unknown;
}

/** The answers of a run for which no person was asked. */
export const NO_ANSWERS: ReadonlyMap<string, PersonsAnswer> = new Map();

/** The facts that this adapter remembers until a run ends. */
class RunNotes extends RunMemory<NativeToolOutput> {
  /** The parts of answers about calls at the provider that are not reported to hooks yet. */
  readonly providerParts: ProviderPart[] = [];
  /** The calls that the provider ran, by id. */
  readonly providerCalls: Map<string, ToolCall> = new Map();
  /** Why hooks deny a call at the provider that the app approves, or undefined, by what the call says. */
  readonly rulings: Map<string, string | undefined> = new Map();
}

/** One call of a hooked target: its chat, and the facts that the adapter remembers until it ends. */
export class ChatRun extends HostRun<RunNotes> {
  readonly hooks: Hooks;
  readonly chat: MaybePromise<Chat>;
  /** The error of the last streamed model call; undefined once the next one has opened. */
  failure: { readonly error: unknown } | undefined;
  /** The hooked tools of the call. `meet` hooks tools that the app added between steps. */
  tools: { meet(): void } | undefined;
  /** The person's answers that this call resumes with, by call id; none once the model is asked. */
  answers: ReadonlyMap<string, PersonsAnswer>;
  /** The app's own messages, if it gave any: they say more than the prompt that the SDK makes of them. */
  readonly given: unknown;
  #calls: SeenCalls | undefined;

  constructor(opening: RunOpening) {
    super();
    this.hooks = opening.hooks;
    this.answers = opening.answers ?? NO_ANSWERS;
    this.given = opening.given;
    const chat = this.#open(opening);
    this.chat = chat;
    if (isThenable(chat))
      chat.then(
        (later) => (this.opened = later),
        // The caller gets the same rejection where the chat is awaited.
        () => undefined,
      );
    else this.opened = chat;
  }

  /** The calls as hooks see them. */
  get calls(): SeenCalls {
    return (this.#calls ??= new SeenCalls(this.copy));
  }

  protected override newMemory(): RunNotes {
    return new RunNotes();
  }

  override async failed(error: unknown): Promise<void> {
    await this.chat;
    await super.failed(error);
  }

  override end(ending: ChatEnding): MaybePromise<void> {
    return this.opened === undefined
      ? andThen(this.chat, (chat) => chat.end(ending))
      : super.end(ending);
  }

  #open(opening: RunOpening): MaybePromise<Chat> {
    const { hooks, version, messages } = opening;
    const known = {
      ...opening,
      host: { framework: 'ai-sdk', version },
      parent: livingChat(),
      messages: messages && (() => messages(this.copy)),
    };
    if (this.answers.size === 0) return openHostChat(hooks, known);
    return suspendedAmong(hooks, this.answers.keys()).then((resumes) =>
      openHostChat(hooks, { ...known, resumes }),
    );
  }
}

/** Returns the chat around the running code: code that a run left behind, such as a timer, goes on after its chat. */
export function livingChat(): Chat | undefined {
  const chat = currentChat();
  return chat?.ended === false ? chat : undefined;
}

/** One use of a model, a tool or an embedding on its own. */
export interface ImplicitUse extends IdentitySource {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
}

/** Opens a chat for one use. Its calls cannot wait for a person, since nothing could resume them. */
export function implicitRun(layer: Layer, use: ImplicitUse): ChatRun {
  const { path, signal, messages } = use;
  const agent = agentIdentity(layer.options.agent, use);
  const can = canOf(path);
  return new ChatRun({ ...layer, version: '', agent, can, suspends: false, signal, messages });
}
