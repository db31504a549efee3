import { hasMethods } from '@interpose/adapter-kit';
import type { ClientShape, ResponsesRunner } from './shapes.ts';

/** Returns the target if it is an OpenAI client; similar clients of other SDKs lack chat completions. */
export function asClient(target: unknown): ClientShape | undefined {
  if (!hasMethods<ClientShape>(target, 'fetchWithTimeout', 'makeStatusError')) return undefined;
  const { chat }: Partial<ClientShape> = target;
  return hasMethods(chat?.completions, 'create') ? target : undefined;
}

/** Whether a target is a tool runner of the Responses interface. */
export function isRunner(target: unknown): target is ResponsesRunner {
  return (
    hasMethods<ResponsesRunner>(target, 'iterate', 'validateItem', 'prepareFunction') &&
    target.functions instanceof Map
  );
}
