import type { Dict, Hooks } from '@interpose/core';
import { withHooks, type WithHooksOptions } from '../src/index.ts';
import { FakeWire, type Sent } from './fake-wire.ts';
import type { Transport } from './sdk.ts';

/** A hooked transport with the test on both sides. */
export interface HookedWire {
  readonly wire: FakeWire;
  readonly transport: Transport;
  /** What was handed on to this side, in order. */
  readonly heard: unknown[];
  readonly errors: Error[];
  readonly send: (message: unknown, options?: Dict) => Promise<void>;
}

/** A hooked transport on a fake wire. */
export function hookedWire(
  hooks: Hooks,
  options: WithHooksOptions = { server: 'shop' },
): HookedWire {
  const wire = new FakeWire();
  const transport: Transport = withHooks(wire, hooks, options);
  const heard: unknown[] = [];
  const errors: Error[] = [];
  transport.onmessage = (message) => void heard.push(message);
  transport.onerror = (error) => void errors.push(error);
  return {
    wire,
    transport,
    heard,
    errors,
    send: (message, given) => transport.send(message as Sent, given),
  };
}

/** A request that calls a tool. */
export function callOf(id: string | number, name = 'lookup'): Dict {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } };
}

/** The answer to it. */
export function resultOf(id: string | number, text = 'ten euros'): Dict {
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } };
}

/** A notification. */
export function noteOf(method: string, params: Dict = {}): Dict {
  return { jsonrpc: '2.0', method, params };
}

/** Long enough for everything that waits for nothing but this process: a digest is made on another thread. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A promise and what settles it. */
export function gate(): { readonly opens: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opens: promise, open: () => resolve() };
}
