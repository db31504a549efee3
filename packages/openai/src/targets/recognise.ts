import { unknownTarget } from '@interpose/adapter-kit';
import type { ClientShape, ResponsesRunner } from './shapes.ts';

/** What `withHooks` was given. */
export type Recognised =
  | { readonly kind: 'client'; readonly client: ClientShape }
  | { readonly kind: 'runner'; readonly runner: ResponsesRunner };

/**
 * Tells which part of the SDK this is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Recognised {
  const client = asClient(target);
  if (client !== undefined) return { kind: 'client', client };
  if (isRunner(target)) return { kind: 'runner', runner: target };
  throw unknownTarget(
    target,
    'pass an OpenAI or AzureOpenAI client or a ResponsesToolRunner, or hook a fetch with hookFetch',
  );
}

/** The client, if it is one; other clients of the same make lack chat completions. */
export function asClient(target: unknown): ClientShape | undefined {
  if (!hasMethods<ClientShape>(target, 'fetchWithTimeout', 'makeStatusError')) return undefined;
  const { chat }: Partial<ClientShape> = target;
  return hasMethods(chat?.completions, 'create') ? target : undefined;
}

function isRunner(target: unknown): target is ResponsesRunner {
  return (
    hasMethods<ResponsesRunner>(target, 'iterate', 'validateItem', 'prepareFunction') &&
    target.functions instanceof Map
  );
}

function hasMethods<T extends object>(target: unknown, ...names: (keyof T)[]): target is T {
  if (typeof target !== 'object' || target === null) return false;
  return names.every((name) => typeof (target as T)[name] === 'function');
}
