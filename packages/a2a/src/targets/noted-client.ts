import { notEnforced, reportOnce, type Hooking } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';

/** Members that send no message. */
const SILENT: ReadonlySet<PropertyKey> = new Set(['close', 'getChannel', 'waitForReady']);

/**
 * Wraps the client that a transport sends through, such as the gRPC client. Hooks do not see the messages that an app
 * sends by calling this client itself, so each such call is noted.
 *
 * @throws InterposeError `not_enforced` at a call, where everything has to be enforced.
 */
export function notedClient(hooking: Hooking, client: object): object {
  return new Proxy(client, {
    get(target, key): unknown {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || key === 'constructor') return value;
      const method = value as (...given: unknown[]) => unknown;
      if (SILENT.has(key) || key in Object.prototype) return method.bind(target);
      return (...given: unknown[]): unknown => {
        note(hooking);
        return Reflect.apply(method, target, given);
      };
    },
  });
}

function note({ hooks, options }: Hooking): void {
  const event = 'preA2aMessage';
  const path = 'the client that a transport sends through';
  if (options.require === 'enforced') throw notEnforced([{ path, event, status: 'unmediated' }]);
  const error = new InterposeError(
    'unmediated_call',
    `${path} was called by the app and passed no hooks`,
    "send through the transport, or refuse such calls with require: 'enforced'",
  );
  reportOnce(hooks, { adapter: 'a2a', event, error });
}
