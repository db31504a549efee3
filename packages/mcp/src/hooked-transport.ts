import type { Hooks } from '@interpose/core';
import { Connection } from './messages/connection.ts';
import { Failures } from './order/failures.ts';
import { Inbound } from './order/inbound.ts';
import type { WithHooksOptions } from './options.ts';
import { Outbound } from './order/outbound.ts';
import { transportClosed } from './order/transport-closed.ts';
import type { NativeTransport } from './messages/transport.ts';
import { policedReceiver } from './watch-receivers.ts';

/** One transport with hooks around its messages; its proxy calls this object in place of the transport. */
export class HookedTransport {
  readonly #native: NativeTransport;
  onclose: NativeTransport['onclose'];
  readonly #connection: Connection;
  readonly #outbound: Outbound;
  readonly #inbound: Inbound;
  #onmessage: NativeTransport['onmessage'];
  #onerror: NativeTransport['onerror'];
  readonly #failures: Failures;
  #closing = false;

  constructor(native: NativeTransport, hooks: Hooks, options: WithHooksOptions) {
    this.#native = native;
    const tell = (error: Error): void => this.onerror?.(error);
    this.#connection = new Connection(native, hooks, options, tell);
    const deliver = (message: unknown, extra?: unknown): void => this.#deliver(message, extra);
    this.#inbound = new Inbound(this.#connection, deliver, (error) => this.#failures.hear(error));
    this.#failures = new Failures(this.#connection, {
      tell,
      inTurn: (decided, go) => this.#inbound.inTurn(decided, go),
    });
    this.#outbound = new Outbound(this.#connection, this.#failures, deliver);
    this.onclose = native.onclose;
    native.onclose = () => this.#nativeClosed();
    if (native.onerror !== undefined) this.onerror = native.onerror;
    // A client that is already connected has set its receiver before; its messages pass the hooks from now on.
    if (native.onmessage !== undefined) this.onmessage = native.onmessage;
  }

  get options(): WithHooksOptions {
    return this.#connection.options;
  }

  /** Refuses, from now on, messages that no policy can know. Returns the changed options. */
  enforce(): WithHooksOptions {
    return (this.#connection.options = { ...this.#connection.options, require: 'enforced' });
  }

  readonly send = (message: unknown, options?: unknown): Promise<void> =>
    this.#outbound.send(message, options);

  readonly close = async (...options: unknown[]): Promise<void> => {
    this.#closing = true;
    this.#giveUp();
    try {
      await this.#native.close(...options);
    } finally {
      this.#closing = false;
      this.#over();
    }
  };

  /** Calls one of the transport's own methods, and asks the hooks about its failure. */
  readonly call = (method: () => unknown): unknown => this.#failures.outcomeOf(method);

  get onmessage(): NativeTransport['onmessage'] {
    return this.#onmessage;
  }

  /** Gives the native transport a receiver only once there is one here: some keep messages until then. */
  set onmessage(handler: NativeTransport['onmessage']) {
    this.#onmessage = handler;
    if (handler !== undefined) this.#connection.isOver = false;
    this.#native.onmessage =
      handler &&
      policedReceiver((message: unknown, extra?: unknown) => this.#inbound.receive(message, extra));
  }

  /** Returns the receiver of errors. One that is set on the native transport itself gets errors without hooks. */
  get onerror(): NativeTransport['onerror'] {
    return this.#onerror ?? this.#native.onerror;
  }

  set onerror(handler: NativeTransport['onerror']) {
    this.#onerror = handler;
    this.#native.onerror = handler && policedReceiver((error: Error) => this.#failures.hear(error));
  }

  /** Passes a message to the receiver; if the receiver throws, later messages must still arrive. */
  #deliver(message: unknown, extra: unknown): void {
    try {
      this.#onmessage?.(message, extra);
    } catch (error) {
      this.#connection.report(error);
    }
    // Nobody can answer any more, so the chats that were opened for the message would never end.
    if (this.#connection.isOver) this.#over();
  }

  /** Passes on the messages that arrived before the other side closed, and then the news of the close. */
  #nativeClosed(): void {
    this.#outbound.giveUp();
    if (this.#closing) this.#closed();
    else this.#inbound.afterHeld(() => this.#closed());
  }

  #giveUp(): void {
    this.#outbound.giveUp();
    this.#inbound.giveUp();
  }

  #closed(): void {
    this.#over();
    this.onclose?.();
  }

  #over(): void {
    this.#connection.closed(transportClosed());
  }
}
