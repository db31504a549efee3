import type {
  EventName,
  Hooks,
  MaybePromise,
  McpEnvelope,
  SessionOptions,
  Trace,
} from '@interpose/core';
import { CHANGE, CHAT, unwatched, type Claims } from '@interpose/adapter-kit';
import { currentChat, openChat, toFailure, type Chat } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';
import { Inventory } from './inventory.ts';
import { cancelledId, OpenExchanges, progressId } from './open-exchanges.ts';
import type { WithHooksOptions } from '../options.ts';
import { traceOf, type ReadMessage } from './to-contract.ts';
import type { NativeTransport } from './transport.ts';

/** The events that every message may fire. */
const MESSAGE_EVENTS: readonly EventName[] = ['preMcpMessage', 'onMcpMessage', 'onInventoryChange'];

/** The further events that a message fires if it belongs to no chat. */
const CHAT_EVENTS = Object.keys(CHAT) as readonly EventName[];

/** The verbs for a message that is no request: nobody waits for a reply to it. */
const WITHOUT_REPLY: Claims = { preMcpMessage: CHANGE };

/** Every message and every batch that passed the hooks of some connection. */
export const posted: WeakSet<object> = new WeakSet();

/** One hooked transport: the chats of its messages, and the requests that wait for an answer. */
export class Connection {
  readonly native: NativeTransport;
  readonly hooks: Hooks;
  options: WithHooksOptions;
  readonly server: string;
  readonly inventory: Inventory;
  /** Requests that went out. */
  readonly sent: OpenExchanges = new OpenExchanges();
  /** Requests that came in. */
  readonly received: OpenExchanges = new OpenExchanges();
  /** Any chat of these hooks, to find out whether a hook listens. */
  #probe: Chat | undefined;
  #ownSession: SessionOptions | undefined;
  /** True once closed and not connected again; some servers still receive then, and some clients report errors. */
  isOver = false;
  readonly #tell: (error: Error) => void;

  constructor(
    native: NativeTransport,
    hooks: Hooks,
    options: WithHooksOptions,
    tell: (error: Error) => void,
  ) {
    this.native = native;
    this.#tell = tell;
    this.hooks = hooks;
    this.options = options;
    this.server = options.server ?? 'unnamed';
    this.inventory = new Inventory(this.server, options.role);
  }

  /** Whether no hook listens to any event that an outgoing or incoming message may fire. */
  silent(leg: 'out' | 'in'): boolean {
    const probe = this.#probe;
    if (probe === undefined || this.options.require || probe.listens(...MESSAGE_EVENTS))
      return false;
    if (!probe.listens(...CHAT_EVENTS)) return true;
    return leg === 'out' && this.received.isEmpty && this.#ambientChat() !== undefined;
  }

  /** Whether a hook may be asked about incoming messages. */
  get hearsAnswers(): boolean {
    return this.#probe?.listens('onMcpMessage') !== false;
  }

  /** Sends a message that passed the hooks; a transport may send the same message again by itself. */
  post(message: object, options?: unknown): Promise<void> {
    posted.add(message);
    return unwatched(this.native.send).call(this.native, message, options);
  }

  /** The trace context of the chat in which the code runs now. */
  get trace(): Trace | undefined {
    return this.#ambientChat()?.trace;
  }

  /** Returns the direction in which messages go out of this end, or come in. */
  direction(leg: 'out' | 'in'): McpEnvelope['direction'] {
    return (leg === 'out') === (this.options.role !== 'server')
      ? 'client-to-server'
      : 'server-to-client';
  }

  /** Returns the exchange of an outgoing message. */
  exchangeOut(read: ReadMessage): MaybePromise<Exchange> {
    const asked =
      read.kind === 'response' ? this.received.get(read.id) : this.sent.get(cancelledId(read));
    if (asked !== undefined && !asked.chat.ended) return partOf(asked, read);
    const chat = this.#ambientChat();
    if (chat === undefined) return this.#open(read, this.options.session);
    this.#probe ??= chat;
    return { chat, implicit: false };
  }

  /** Returns the exchange of an incoming message. */
  exchangeIn(read: ReadMessage): MaybePromise<Exchange> {
    const known =
      read.kind === 'response'
        ? this.sent.get(read.id)
        : (this.sent.get(progressId(read)) ?? this.received.get(cancelledId(read)));
    if (known !== undefined && !known.chat.ended) return partOf(known, read);
    const { session, role } = this.options;
    if (role === 'server') return this.#open(read, session);
    // The chat in which a client's reading loop was started may not be the chat of this message.
    const chat = this.sent.soleChat();
    if (chat !== undefined) return { chat, implicit: false };
    return this.#open(read, session ?? this.#session, false);
  }

  /** Reports an error to this side that nobody waits for. */
  readonly report = (error: unknown): void =>
    this.#tell(error instanceof Error ? error : new Error(toFailure(error).message));

  /** Ends the exchanges of this connection, and its own session. */
  closed(reason: unknown): void {
    this.isOver = true;
    this.sent.clear(reason);
    this.received.clear(reason);
    const id = this.#ownSession?.id;
    this.#ownSession = undefined;
    if (id !== undefined) this.hooks.endSession(id).catch(this.report);
  }

  /**
   * The session of messages that belong to no other; made on first use, since some runtimes have no randomness at
   * start. Messages after the close get no lasting session, since nobody would end it.
   */
  get #session(): SessionOptions | undefined {
    return this.isOver ? undefined : (this.#ownSession ??= { id: crypto.randomUUID() });
  }

  /** Returns the chat of these hooks in which the code runs now, if there is one. */
  #ambientChat(): Chat | undefined {
    const chat = currentChat();
    return chat?.ended === false && chat.hooks === this.hooks ? chat : undefined;
  }

  /** Opens a chat for one exchange; inside a chat of other hooks it becomes a child of that chat. */
  async #open(
    read: ReadMessage,
    session: SessionOptions | undefined,
    inherits = true,
  ): Promise<Exchange> {
    const { agent, user, trace = traceOf(read) } = this.options;
    const chat = await openChat(this.hooks, {
      host: { framework: 'mcp', version: '', native: this.native },
      agent: { id: this.server, ...agent },
      hostSession: this.#session,
      can: read.kind === 'request' ? undefined : WITHOUT_REPLY,
      session,
      user,
      trace,
      parent: inherits ? currentChat() : undefined,
    });
    this.#probe ??= chat;
    return { chat, implicit: true, report: this.report };
  }
}

/** Returns the part of a known exchange for a message: only the answer ends the exchange. */
function partOf(exchange: Exchange, { kind }: ReadMessage): Exchange {
  return kind === 'response' ? exchange : { chat: exchange.chat, implicit: false };
}
