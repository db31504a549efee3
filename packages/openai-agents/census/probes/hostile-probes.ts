import { canaries, type Probe } from '@interpose/testing/probes';
import type { Agent, FunctionTool, Tool } from '@openai/agents-core';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { asking, final, refundCall } from './canary-model.ts';
import { kitProbes, loop, refundTool, type Kit } from './probe-kit.ts';

/** Agents, tools and models in the forms that break a careless seam. */
export function hostileProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, agentOf: (kit: Kit) => Agent) =>
    kitProbes(version, name, loop, (kit) => kit.go(agentOf(kit)));
  return [
    ...probes('agent hooked twice', ({ hook, agentWith }) => hook(agentWith())),
    ...probes('agent.clone', ({ agentWith }) => agentWith().clone({ name: 'other' })),
    ...probes('tools pushed later', ({ refund, agentWith }) => {
      const agent = agentWith({ tools: [] });
      agent.tools.push(refund as Tool);
      return agent;
    }),
    ...probes('model swapped later', ({ model, agentWith }) => {
      const agent = agentWith({ model: 'none' });
      agent.model = model;
      return agent;
    }),
    ...probes('tools from a function', ({ refund, agentWith }) => {
      const agent = agentWith({ tools: [] });
      agent.tools = [refund as Tool];
      return agent;
    }),
    ...probes('frozen tool', ({ refund, agentWith }) =>
      agentWith({ tools: [Object.freeze(refund) as Tool] }),
    ),
    ...probes('tool of a class', ({ sdk, run, agentWith }) =>
      agentWith({ tools: [new ClassTool(refundTool(sdk, run)) as unknown as Tool] }),
    ),
    ...probes('model that is a function', ({ model, agentWith }) =>
      agentWith({ model: callable(model) as never }),
    ),
    ...probes('frozen model', ({ model, agentWith }) => agentWith({ model: Object.freeze(model) })),
    ...subclassProbes(version),
    ...idProbes(version),
  ];
}

/** A tool with private state and methods of its class. */
class ClassTool {
  readonly type = 'function';
  readonly name = 'refund';
  readonly description = 'Pays.';
  readonly strict = false;
  readonly parameters: unknown;
  readonly deferLoading = false;
  readonly #own: FunctionTool;

  constructor(own: FunctionTool) {
    this.#own = own;
    this.parameters = own.parameters;
  }

  invoke(...given: Parameters<FunctionTool['invoke']>): ReturnType<FunctionTool['invoke']> {
    return this.#own.invoke(...given);
  }

  async needsApproval(): Promise<boolean> {
    return this.#own.name === 'other';
  }

  /** The SDK calls this one without its tool. */
  readonly isEnabled = async (): Promise<boolean> => this.#own.name === 'refund';
}

function callable(model: Kit['model']): object {
  return Object.assign(() => undefined, {
    getResponse: model.getResponse.bind(model),
    getStreamedResponse: model.getStreamedResponse.bind(model),
  });
}

function subclassProbes(version: SdkVersion): readonly Probe[] {
  return kitProbes(version, 'subclass of Agent', loop, ({ sdk, model, refund, hook, go }) => {
    class Shop extends sdk.Agent {
      readonly #extra = [refund as Tool];
      asked = 0;

      override async getAllTools(...given: Parameters<Agent['getAllTools']>): Promise<Tool[]> {
        this.asked += 1;
        return [...this.#extra, ...(await super.getAllTools(...given))] as Tool[];
      }
    }
    return go(hook(new Shop({ name: 'shop', model }) as unknown as Agent));
  });
}

function idProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, ids: readonly string[]) =>
    kitProbes(
      version,
      name,
      loop,
      ({ run, agentWith, go }) => {
        run.note('said', canaries.metadata.length);
        return go(agentWith());
      },
      [asking(...ids.map((callId) => ({ ...refundCall, callId }) as typeof refundCall)), final],
    );
  return [
    ...probes('parallel calls', ['c1', 'c2', 'c3']),
    ...probes('equal call ids', ['c1', 'c1']),
    // From 0.12 on the SDK itself refuses them.
    ...probes('empty call ids', ['', '']).map((probe) => ({
      ...probe,
      runsOn: (number: string) => number === '0.11.8',
    })),
  ];
}
