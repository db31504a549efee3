import { checkWithHooks, unknownTarget, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { hookClient } from './targets/client.ts';
import { asClient, isRunner } from './targets/recognise.ts';
import { hookResponsesRunner } from './targets/responses-runner.ts';

const TAKEN =
  'pass an OpenAI or AzureOpenAI client, before a tracer copies it, or a ResponsesToolRunner, or hook a fetch with hookFetch';

/** The targets of `withHooks`, described by members that identify them. */
export type Hookable =
  /** A client: `OpenAI`, `AzureOpenAI`, and what `withOptions` makes of one. */
  | { readonly baseURL: string; readonly chat: { readonly completions: object } }
  /** A `ResponsesToolRunner`. */
  | { readonly iterate: Method; readonly run: Method };

type Method = (...given: never) => unknown;

/**
 * Hooks an OpenAI client (5.23.2 to 7) or a `ResponsesToolRunner` in place. For a client this covers chat completions
 * and responses (with parsers, streams and tool loops), embeddings, Azure, and every clone that `withOptions` makes.
 * Calling it again with the same hooks only adds options; other hooks add a layer.
 *
 * @throws InterposeError `target_unknown` for anything else.
 *
 * @example
 * const hooks = createHooks({ policies: [definePolicy({ name: 'no-refunds', hooks: { preToolCall: ({ call }) => (call.name === 'refund' ? deny('ask a person') : undefined) } })] });
 * const client = withHooks(new OpenAI(), hooks);
 */
export function withHooks<Client extends Hookable>(
  client: Client,
  hooks: Hooks,
  options?: WithHooksOptions,
): Client;
export function withHooks<Client extends Hookable>(
  client: Client,
  hooks: Hooks,
  options: WithHooksOptions = {},
  ...more: readonly unknown[]
): Client {
  checkWithHooks(hooks, options, {}, more);
  const found = asClient(client);
  if (found !== undefined) hookClient(found, hooks, options);
  else if (isRunner(client)) hookResponsesRunner(client, hooks, options);
  else throw unknownTarget(client, TAKEN);
  // A client declares no components before it runs: the model and the tools come with each request.
  return declareInventory(client, { hooks, components: () => [] });
}
