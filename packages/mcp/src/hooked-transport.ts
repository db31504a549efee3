import type { Hooks } from '@interpose/core';
import { Connection } from './messages/connection.ts';
import { Failures } from './order/failures.ts';
import { Inbound } from './order/inbound.ts';
import type { WithHooksOptions } from './options.ts';
import { Outbound } from './order/outbound.ts';
import { transportClosed } from './order/transport-closed.ts';
import type { NativeTransport } from './messages/transport.ts';
import { policedReceiver } from './watch-receivers.ts';

/** One transport with hooks around its messages: what its proxy calls in place of the transport itself. */
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
    // A client that is connected already took its place before; its messages pass here from now on.
    if (native.onmessage !== undefined) this.onmessage = native.onmessage;
  }

  get options(): WithHooksOptions {
    return this.#connection.options;
  }

  /** Refuses from now on what no policy can know. */
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

  /** Calls a method that is the transport's own. */
  readonly call = (method: () => unknown): unknown => this.#failures.outcomeOf(method);

  get onmessage(): NativeTransport['onmessage'] {
    return this.#onmessage;
  }

  /** The native transport gets no receiver before there is one: some keep what arrives until then. */
  set onmessage(handler: NativeTransport['onmessage']) {
    this.#onmessage = handler;
    if (handler !== undefined) this.#connection.isOver = false;
    this.#native.onmessage =
      handler &&
      policedReceiver((message: unknown, extra?: unknown) => this.#inbound.receive(message, extra));
  }

  /** One that the transport had before anybody set one here is told without hooks. */
  get onerror(): NativeTransport['onerror'] {
    return this.#onerror ?? this.#native.onerror;
  }

  set onerror(handler: NativeTransport['onerror']) {
    this.#onerror = handler;
    this.#native.onerror = handler && policedReceiver((error: Error) => this.#failures.hear(error));
  }

  /** A receiver that throws must not hold up what comes after. */
  #deliver(message: unknown, extra: unknown): void {
    try {
      this.#onmessage?.(message, extra);
    } catch (error) {
      this.#connection.report(error);
    }
    // Nobody answers any more, so that what was opened for it would never end.
    if (this.#connection.isOver) this.#over();
  }

  /** What arrived before the other side closed still arrives before the news of it. */
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
