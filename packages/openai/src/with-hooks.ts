import { checkWithHooks, unknownTarget, type WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { hookClient } from './targets/client.ts';
import { asClient, isRunner } from './targets/recognise.ts';
import { hookResponsesRunner } from './targets/responses-runner.ts';

const TAKEN =
  'pass an OpenAI or AzureOpenAI client or a ResponsesToolRunner, or hook a fetch with hookFetch';

/** What `withHooks` takes, by the members it is known by. */
export type Hookable =
  /** A client: `OpenAI`, `AzureOpenAI`, and what `withOptions` makes of one. */
  | { readonly baseURL: string; readonly chat: { readonly completions: object } }
  /** A `ResponsesToolRunner`. */
  | { readonly iterate: Method; readonly run: Method };

type Method = (...given: never) => unknown;

/**
 * Puts hooks around an OpenAI client (5.23.2 to 7), in place: chat completions with their parser, stream and tool
 * loop, responses with theirs, embeddings, Azure, and every clone that `withOptions` makes; or a `ResponsesToolRunner`.
 * The same hooks twice are hooked once; other hooks add a layer.
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
  // A client says nothing of itself before anything runs: model and tools come with each request.
  return declareInventory(client, { hooks, components: () => [] });
}
