import { checkWithHooks, type WithHooksOptions } from '@interpose/adapter-kit';
import { InterposeError, type Hooks } from '@interpose/core';
import { declareInventory } from '@interpose/core/adapter';
import { asClient } from './targets/shapes.ts';
import { hookClient } from './targets/client.ts';
import { declaredBy } from './coverage/inventory.ts';
import { asResponsesRunner } from './targets/responses-runner-shape.ts';
import { hookResponsesRunner } from './targets/responses-runner.ts';

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
export function withHooks<Client extends object>(
  client: Client,
  hooks: Hooks,
  options: WithHooksOptions = {},
): Client {
  checkWithHooks(hooks, options);
  const found = asClient(client);
  const runner = asResponsesRunner(client);
  if (found !== undefined) hookClient(found, hooks, options);
  else if (runner !== undefined) hookResponsesRunner(runner, hooks, options);
  else {
    throw new InterposeError(
      'target_unknown',
      `withHooks does not know ${describe(client)}`,
      'pass an OpenAI or AzureOpenAI client or a ResponsesToolRunner, or hook a fetch with hookFetch',
    );
  }
  return declareInventory(client, declaredBy(hooks));
}

function describe(target: unknown): string {
  if (typeof target !== 'object' || target === null) return `a value of type ${typeof target}`;
  return `this ${target.constructor?.name ?? 'object'}`;
}
