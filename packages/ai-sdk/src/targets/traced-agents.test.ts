import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type Agent = InstanceType<Sdk['ToolLoopAgent']>;
type AgentClass = Sdk['ToolLoopAgent'];

/** Returns a class whose agents are changed as they are made. */
const changing = (own: AgentClass, change: (made: Agent) => Agent): AgentClass =>
  new Proxy(own, {
    construct: (target, given) => change(Reflect.construct(target, given) as Agent),
  });

/** In the shape of `wrapAISDK` of langsmith 0.12: the agent gets methods that are bound to it. */
const langsmith = (sdk: Sdk): Sdk => {
  const ToolLoopAgent = changing(sdk.ToolLoopAgent, (made) =>
    Object.assign(made, { generate: made.generate.bind(made), stream: made.stream.bind(made) }),
  );
  return { ...sdk, ToolLoopAgent };
};

/** In the shape of `wrapAISDK` of braintrust 3.35: a proxy that gives another class and other methods at each read. */
const braintrust = (sdk: Sdk): Sdk =>
  new Proxy(
    { ...sdk },
    {
      get: (target, key): unknown =>
        key === 'ToolLoopAgent' || key === 'Experimental_Agent'
          ? changing(sdk.ToolLoopAgent, (made) => {
              const get = (agent: Agent, name: PropertyKey): unknown => {
                const own: unknown = Reflect.get(agent, name, agent);
                if (name !== 'generate' && name !== 'stream') return own;
                const bound = (own as (given: object) => unknown).bind(agent);
                return (given: object) =>
                  bound({ ...(Reflect.get(agent, 'settings') as object), ...given });
              };
              return new Proxy(made, { get });
            })
          : (Reflect.get(target, key) as unknown),
    },
  );

const agents: Record<string, (sdk: Sdk, hook: <T extends object>(own: T) => T) => AgentClass> = {
  'a hooked module, made after the hooks': (sdk, hook) => hook(sdk).ToolLoopAgent,
  'a hooked module, by its old name': (sdk, hook) => hook(sdk).Experimental_Agent,
  'an agent that is hooked': (sdk, hook) => changing(sdk.ToolLoopAgent, hook),
};

describe.each(sdkVersions)('an agent that a tracer wraps, on ai $version', ({ sdk }) => {
  const cases = Object.entries({ langsmith, braintrust }).flatMap(([tracer, wrap]) =>
    Object.entries(agents).map(([name, classOf]) => [tracer, name, wrap, classOf] as const),
  );

  test.each(cases)('passes its hooks: %s, %s', async (_, __, wrap, classOf) => {
    const hooks = createHooks();
    const asked: string[] = [];
    hooks.addHook('preRequest', () => void asked.push('request'));
    hooks.addHook('preToolCall', () => deny('no refunds'), { name: 'guard' });
    const Made = classOf(wrap(sdk), (own) => withHooks(own as never, hooks));
    let paid = 0;
    const refund = sdk.tool({ inputSchema: z.object({}), execute: () => (paid += 1) });
    for (const way of ['generate', 'stream'] as const) {
      const { model } = memoryModel([{ calls: [{ id: 'c', name: 'refund' }] }, { text: 'No.' }]);
      const agent = new Made({ model, tools: { refund } });
      expect(await (await agent[way]({ prompt: 'Refund me.' })).text).toBe('No.');
      expect(asked.splice(0).length).toBeGreaterThan(1);
    }
    expect(paid).toBe(0);
  });
});
