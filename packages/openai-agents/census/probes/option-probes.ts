import type { Probe } from '@interpose/testing/probes';
import { z } from 'zod';

import { says, type Item } from '../../test/memory-model.ts';
import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { asking, refundCall, type Script } from './canary-model.ts';
import { ask, kitProbes, loop, type GoOptions, type Kit } from './probe-kit.ts';

/** The options by which an app takes part in a run. */
export function optionProbes(version: SdkVersion): readonly Probe[] {
  return [...runOptionProbes(version), ...toolUseProbes(version), ...failureProbes(version)];
}

function runOptionProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, options: (kit: Kit) => GoOptions) =>
    kitProbes(version, name, loop, (kit) => kit.go(kit.agentWith(), undefined, options(kit)));
  return [
    ...probes('callModelInputFilter', ({ run }) => ({
      callModelInputFilter: ({ modelData }: { modelData: object }) => {
        run.note('callModelInputFilter', structuredClone(modelData));
        return modelData;
      },
    })),
    ...probes('toolErrorFormatter', ({ run }) => ({
      toolErrorFormatter: (given: { defaultMessage: string }) => {
        run.note('toolErrorFormatter', given.defaultMessage);
        return given.defaultMessage;
      },
    })),
    ...kitProbes(version, 'guardrails of a run', loop, ({ run, agentWith, go }) => {
      const execute = async ({ input, agentOutput }: Record<string, unknown>) => {
        run.note('guardrail', { input, agentOutput });
        return { outputInfo: undefined, tripwireTriggered: false };
      };
      const guardrails = [{ name: 'probe', execute }] as never[];
      return go(agentWith({ inputGuardrails: guardrails, outputGuardrails: guardrails }));
    }),
    ...kitProbes(
      version,
      'outputType',
      ask,
      ({ agentWith, go }) =>
        go(agentWith({ outputType: z.object({ answer: z.string() }) as never })),
      [[says('{"answer":"CANARY-FINAL-TEXT"}')]],
    ),
  ];
}

function failureProbes(version: SdkVersion): readonly Probe[] {
  return [
    ...kitProbes(version, 'unknown tool call', [...ask, 'onToolCallError'], ({ agentWith, go }) =>
      go(agentWith({ tools: [] }), undefined, { toolNotFoundBehavior: 'return_error_to_model' }),
    ),
    ...kitProbes(version, 'model that is asked again', loop, ({ sdk, model, agentWith, go }) => {
      const backoff = { initialDelayMs: 1 };
      const retry = { maxRetries: 2, backoff, policy: sdk.retryPolicies.networkError() };
      failOnce(model);
      return go(agentWith({ modelSettings: { retry } }));
    }),
    ...handlerProbes(version),
  ];
}

function handlerProbes(version: SdkVersion): readonly Probe[] {
  const probes = (kind: string, asks: Probe['asks'], script: Script, rest?: object) =>
    kitProbes(
      version,
      `errorHandlers.${kind}`,
      ['onUserMessage', 'onAgentResponse', ...asks],
      ({ agentWith, go }) => {
        const answer = 'CANARY-FINAL-TEXT';
        const finalOutput = rest === undefined ? answer : { answer };
        const errorHandlers = { [kind]: () => ({ finalOutput }) };
        return go(agentWith(rest), undefined, { errorHandlers });
      },
      script,
    );
  const refusal = { ...says(''), content: [{ type: 'refusal', refusal: 'I will not.' }] } as Item;
  return [
    ...probes('maxTurns', ['preToolCall', 'onToolCallResult'], [asking(refundCall)]),
    ...probes('default', ['preToolCall', 'onToolCallResult'], [asking(refundCall)]),
    ...probes('modelRefusal', ['preRequest'], [[refusal]]),
    ...(version === sdkVersions.at(-1)
      ? probes('invalidFinalOutput', [], [[says('none')]], {
          outputType: z.object({ answer: z.string() }),
        })
      : []),
  ];
}

/** The network fails at the first request of both kinds. */
function failOnce(model: Kit['model']): void {
  const getResponse = model.getResponse.bind(model);
  const getStreamedResponse = model.getStreamedResponse.bind(model);
  let failures = 1;
  const isFailing = (): boolean => (failures -= 1) >= 0;
  const error = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  model.getResponse = async (request) => {
    if (isFailing()) throw error;
    return getResponse(request);
  };
  model.getStreamedResponse = async function* (request) {
    if (isFailing()) throw error;
    yield* getStreamedResponse(request);
  };
}

function toolUseProbes(version: SdkVersion): readonly Probe[] {
  const probes = (name: string, toolUseBehavior: (kit: Kit) => unknown) =>
    kitProbes(version, name, loop, (kit) =>
      kit.go(kit.agentWith({ toolUseBehavior: toolUseBehavior(kit) as never })),
    );
  return [
    ...probes('stop on the first tool', () => 'stop_on_first_tool'),
    ...probes('stop at a tool', () => ({ stopAtToolNames: ['refund'] })),
    ...probes('toolUseBehavior', ({ run }) => (_context: unknown, results: never[]) => {
      const outputs = results.map(({ output }: { output: unknown }) => output);
      run.note('toolUseBehavior', outputs);
      return { isFinalOutput: true, isInterrupted: undefined, finalOutput: String(outputs[0]) };
    }),
  ];
}
