import {
  createHooks,
  definePolicy,
  type Hooks,
  type HooksOptions,
  type PolicyHooks,
} from '@interpose/core';

import { makeHooks, type Condition } from '../subjects/make-hooks.ts';

/** What a policy looks at, at each of the four points of a model call and a tool call; it refuses none, however long the conversation. */
const POINTS: Readonly<Record<string, Condition>> = {
  preRequest: (index) => `ctx.request.messages.length === ${-1 - index}`,
  onResponse: (index) => `ctx.response.content.length === ${-1 - index}`,
  preToolCall: (index) => `refused${index}.has(ctx.call.name)`,
  onToolCallResult: (index) => `ctx.result === refused${index}`,
};

/** A registry with this many policies, each with a hook at all four points. */
export async function sdkPolicies(
  kind: 'sync' | 'async',
  count: number,
  options: HooksOptions = {},
): Promise<Hooks> {
  const byPoint = await Promise.all(
    Object.entries(POINTS).map(
      async ([event, condition]) => [event, await makeHooks(kind, count, condition)] as const,
    ),
  );
  const policies = Array.from({ length: count }, (_, index) =>
    definePolicy({
      name: `policy-${index}`,
      hooks: Object.fromEntries(
        byPoint.map(([event, hooks]) => [event, hooks[index]]),
      ) as PolicyHooks,
    }),
  );
  return createHooks({ ...options, policies });
}
