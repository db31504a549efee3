import { canaries, type Probe } from '@interpose/testing/probes';
import type { Agent, Tool } from '@openai/agents-core';
import { z } from 'zod';

import type { Item } from '../../test/memory-model.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { asking, CanaryModel, carrying, final, refundCall } from './canary-model.ts';
import { kitProbes, loop, type Kit } from './probe-kit.ts';

/** Agents that ask each other. */
export function agentProbes(version: SdkVersion): readonly Probe[] {
  return [...toolProbes(version), ...handoffProbes(version)];
}

const deskCall: Item = {
  type: 'function_call',
  callId: 'd1',
  name: 'desk',
  arguments: '{"input":"Pay."}',
  status: 'completed',
};

/** An agent whose answer is what a tool gives, and who tells what it was asked as a tool does. */
function desk({ sdk, run }: Kit): Agent {
  const requested = (request: unknown): void => {
    const { input } = request as { readonly input: readonly { readonly content: unknown }[] };
    run.toolRan('desk', { input: input[0]?.content });
  };
  const model = new CanaryModel(sdk, { ...run, requested }, [[carrying(canaries.toolResult)]]);
  return new sdk.Agent({ name: 'desk', model });
}

function toolProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, options: (kit: Kit) => object) =>
    kitProbes(
      version,
      name,
      [...loop, 'preDelegate', 'onDelegateResult'],
      (kit) => {
        const given = { toolName: 'desk', toolDescription: 'Asks.', ...options(kit) };
        return kit.go(kit.agentWith({ tools: [desk(kit).asTool(given as never) as Tool] }));
      },
      [asking(deskCall), final],
    );
  return [
    ...probes('agent.asTool', () => ({})),
    ...probes('agent.asTool with callbacks', ({ run }) => ({
      // What happens inside of a tool is the tool's own: its result is judged once it is there.
      customOutputExtractor: ({ finalOutput }: { finalOutput: unknown }) => {
        run.note('extractor', typeof finalOutput);
        return String(finalOutput);
      },
      onStream: ({ event }: { event: { type: string } }) => run.note('onStream', event.type),
      inputBuilder: ({ params }: { params: { input: string } }) => params.input,
      parameters: z.object({ input: z.string() }),
    })),
  ];
}

const handoffCall: Item = {
  type: 'function_call',
  callId: 'h1',
  name: 'transfer_to_desk',
  arguments: '{}',
  status: 'completed',
};

type Handing = (kit: Kit, other: Agent) => Agent;

function handoffProbe(version: SdkVersion, name: string, agentOf: Handing): readonly Probe[] {
  return kitProbes(
    version,
    name,
    loop,
    (kit) => {
      const { sdk, run, model, refund, go } = kit;
      const other = new sdk.Agent({ name: 'desk', model, tools: [refund] });
      run.note('model', model.constructor.name);
      return go(agentOf(kit, other));
    },
    [[handoffCall], asking(refundCall), final],
  );
}

function handoffProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, agentOf: Handing) => handoffProbe(version, name, agentOf);
  return [
    ...probes('handoff to an agent', ({ agentWith }, other) => agentWith({ handoffs: [other] })),
    ...probes('handoff()', ({ sdk, run, agentWith }, other) => {
      const inputFilter = (data: object): object => {
        run.note('inputFilter', data);
        return data;
      };
      const onHandoff = (): void => run.note('onHandoff', true);
      const inputType = z.object({});
      const made = sdk.handoff(other, { inputFilter, onHandoff, inputType } as never);
      return agentWith({ handoffs: [made] });
    }),
    ...probes('handoffInputFilter', ({ run, runner, agentWith }, other) => {
      const handoffInputFilter = (data: object): object => {
        run.note('handoffInputFilter', data);
        return data;
      };
      Object.assign(runner.config, { handoffInputFilter });
      return agentWith({ handoffs: [other] });
    }),
    ...probes('handoff made later', ({ agentWith }, other) => {
      const agent = agentWith();
      agent.handoffs.push(other);
      return agent;
    }),
    ...probes('Agent.create', ({ sdk, model, hook }, other) =>
      hook<Agent>(sdk.Agent.create({ name: 'shop', model, handoffs: [other] })),
    ),
  ];
}
