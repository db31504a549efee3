import { hasMethods } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { ClientShape, ResponsesRunner } from './shapes.ts';

/** Returns the OpenAI client that this is or wraps; similar clients of other SDKs lack chat completions. */
export function asClient(target: unknown): ClientShape | undefined {
  if (!hasMethods<ClientShape>(target, 'fetchWithTimeout', 'makeStatusError')) return undefined;
  const { chat }: Partial<ClientShape> = target;
  return hasMethods(chat?.completions, 'create') ? wrappedBy(target) : undefined;
}

/**
 * Returns the client inside a proxy, such as those of Langfuse and Braintrust, or below an object that inherits from it.
 * The client itself calls the methods that hooks replace, so they have to be its own and not what the proxy makes of
 * them.
 *
 * @throws InterposeError `target_unknown` if parts belong to several clients: hooks around one miss calls of the others.
 */
function wrappedBy(client: ClientShape): ClientShape {
  const chat = partOf(client, 'chat') as Part & { readonly completions?: Part };
  const parts = [
    chat,
    chat?.completions,
    partOf(client, 'responses'),
    partOf(client, 'embeddings'),
  ];
  const insides = new Set(
    parts
      .map(({ _client: inside } = {}) => inside)
      .filter((inside) => hasMethods<ClientShape>(inside, 'fetchWithTimeout')),
  );
  if (insides.size > 1)
    throw new InterposeError(
      'target_unknown',
      'this client has parts of another one, whose calls would pass no hooks',
      'hook each client, and do not put the parts of one into the other before',
    );
  return [...insides][0] ?? client;
}

type Part = { readonly _client?: unknown } | undefined;

/** Reads a part of a client past the proxies around it. */
function partOf(client: object | null, name: string): Part {
  if (client === null) return undefined;
  const own = Object.getOwnPropertyDescriptor(client, name);
  if (own !== undefined) return own.value as Part;
  return partOf(Object.getPrototypeOf(client) as object | null, name);
}

/** Whether a target is a tool runner of the Responses interface. */
export function isRunner(target: unknown): target is ResponsesRunner {
  return (
    hasMethods<ResponsesRunner>(target, 'iterate', 'validateItem', 'prepareFunction') &&
    target.functions instanceof Map
  );
}
