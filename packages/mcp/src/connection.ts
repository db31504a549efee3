import type { EventName, Hooks, MaybePromise, McpEnvelope, SessionOptions } from '@interpose/core';
import { currentChat, openChat, type Chat } from '@interpose/core/adapter';
import type { Exchange } from './exchange.ts';
import { Inventory } from './inventory.ts';
import { OpenExchanges, requestOf } from './open-exchanges.ts';
import type { WithHooksOptions } from './options.ts';
import type { ReadMessage } from './to-contract.ts';
import type { NativeTransport } from './transport.ts';

/** Everything a message may set off. */
const EVENTS: readonly EventName[] = [
  'preMcpMessage',
  'onMcpMessage',
  'onInventoryChange',
  'onSessionStart',
  'onSessionEnd',
  'onChatStart',
  'onChatDone',
  'onChatAbort',
  'onChatError',
];

/** One hooked transport: whose messages pass there, and which requests wait for an answer. */
export class Connection {
  readonly native: NativeTransport;
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  readonly server: string;
  readonly inventory: Inventory;
  /** Requests that went out. */
  readonly sent: OpenExchanges = new OpenExchanges();
  /** Requests that came in. */
  readonly received: OpenExchanges = new OpenExchanges();
  /** Any chat of these hooks: it tells whether somebody listens. */
  #probe: Chat | undefined;
  #ownSession: SessionOptions | undefined;

  constructor(native: NativeTransport, hooks: Hooks, options: WithHooksOptions) {
    this.native = native;
    this.hooks = hooks;
    this.options = options;
    this.server = options.server ?? 'unnamed';
    this.inventory = new Inventory(this.server);
  }

  /** True when nobody listens to anything that a message may set off. */
  get silent(): boolean {
    return this.#probe !== undefined && !this.#probe.listens(...EVENTS);
  }

  /** Whose turn it is where messages go out, or come in. */
  direction(leg: 'out' | 'in'): McpEnvelope['direction'] {
    return (leg === 'out') === (this.options.role !== 'server')
      ? 'client-to-server'
      : 'server-to-client';
  }

  /** The exchange that a message belongs to which goes out. */
  exchangeOut(read: ReadMessage): MaybePromise<Exchange> {
    const asked = read.kind === 'response' ? this.received.get(read.id) : undefined;
    if (asked !== undefined && !asked.chat.ended) return asked;
    const chat = currentChat();
    if (chat !== undefined && !chat.ended && chat.hooks === this.hooks)
      return { chat, implicit: false };
    return this.#open(chat?.ended === true ? undefined : chat, this.options.session);
  }

  /** The exchange that a message belongs to which came in. */
  exchangeIn(read: ReadMessage): MaybePromise<Exchange> {
    const known =
      read.kind === 'response'
        ? this.sent.get(read.id)
        : (this.sent.get(requestOf(read)) ?? this.received.get(requestOf(read)));
    if (known !== undefined && !known.chat.ended)
      return read.kind === 'response' ? known : { chat: known.chat, implicit: false };
    // Where the reading loop of a client was started says nothing about whose message this is.
    const chat = this.options.role === 'server' ? undefined : this.sent.soleChat();
    if (chat !== undefined) return { chat, implicit: false };
    const { session, role } = this.options;
    return this.#open(undefined, role === 'server' ? session : (session ?? this.#session));
  }

  /** Ends what only this connection had. */
  closed(reason: unknown): void {
    this.sent.clear(reason);
    this.received.clear(reason);
    const id = this.#ownSession?.id;
    this.#ownSession = undefined;
    if (id !== undefined) void this.hooks.endSession(id);
  }

  /** The session of what belongs to no other; made on first use, since some runtimes have no randomness at start. */
  get #session(): SessionOptions {
    return (this.#ownSession ??= { id: crypto.randomUUID() });
  }

  async #open(parent: Chat | undefined, session: SessionOptions | undefined): Promise<Exchange> {
    const { agent, user, trace } = this.options;
    const chat = await openChat(this.hooks, {
      host: { framework: 'mcp', version: '', native: this.native },
      agent: { id: this.server, ...agent },
      hostSession: this.#session,
      ...(session === undefined ? undefined : { session }),
      ...(user === undefined ? undefined : { user }),
      ...(trace === undefined ? undefined : { trace }),
      ...(parent === undefined ? undefined : { parent }),
    });
    this.#probe ??= chat;
    return { chat, implicit: true };
  }
}
