import { EventEmitter } from 'node:events';

/** A transport of a realtime session that only keeps what is sent. */
class FakeTransport extends EventEmitter {
  readonly status = 'connected';
  readonly muted = false;
  readonly sent: unknown[] = [];
  /** Whether a response was asked for after each of what was sent. */
  readonly responses: unknown[] = [];
  sendFunctionCallOutput(_call: unknown, output: unknown, starts: unknown): void {
    this.sent.push(output);
    this.responses.push(starts);
  }
}

/** A transport without a connection. */
export function fakeTransport(): FakeTransport {
  return new Proxy(new FakeTransport(), {
    get: (target, key): unknown =>
      key in target ? (Reflect.get(target, key) as unknown) : async () => undefined,
  });
}
