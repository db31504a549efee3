import { hasMethods } from '@interpose/adapter-kit';
import type { ClientShape, ResponsesRunner } from './shapes.ts';

/** Returns the OpenAI client that this is or wraps; similar clients of other SDKs lack chat completions. */
export function asClient(target: unknown): ClientShape | undefined {
  if (!hasMethods<ClientShape>(target, 'fetchWithTimeout', 'makeStatusError')) return undefined;
  const { chat }: Partial<ClientShape> = target;
  return hasMethods(chat?.completions, 'create') ? wrappedBy(target) : undefined;
}

/**
 * Returns the client inside a proxy, such as those of Langfuse and Braintrust. The client itself calls the methods that
 * hooks replace, so they have to be its own and not what the proxy makes of them.
 */
function wrappedBy(client: ClientShape): ClientShape {
  const chat = Object.getOwnPropertyDescriptor(client, 'chat')?.value as
    | { readonly _client?: unknown }
    | undefined;
  const { _client: inside } = chat ?? {};
  return hasMethods<ClientShape>(inside, 'fetchWithTimeout') ? inside : client;
}

/** Whether a target is a tool runner of the Responses interface. */
export function isRunner(target: unknown): target is ResponsesRunner {
  return (
    hasMethods<ResponsesRunner>(target, 'iterate', 'validateItem', 'prepareFunction') &&
    target.functions instanceof Map
  );
}
