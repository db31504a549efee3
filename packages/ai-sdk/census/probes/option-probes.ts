import type { Probe } from '@interpose/testing/probes';
import { z } from 'zod';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { ask, loop } from './call-probes.ts';
import { loopProbes } from './loop-probes.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

const onError = (): void => undefined;

/** The callbacks by which an app is told what happens. */
const callbacks = [
  'onStart',
  'onStepStart',
  'onStepFinish',
  'onStepEnd',
  'onFinish',
  'onEnd',
  'onAbort',
  'onLanguageModelCallStart',
  'onLanguageModelCallEnd',
  'onToolExecutionStart',
  'onToolExecutionEnd',
  'experimental_onStart',
  'experimental_onStepStart',
  'experimental_onToolCallStart',
  'experimental_onToolCallFinish',
];

/** The options by which an app takes part in a call. */
export function optionProbes(version: SdkVersion): readonly Probe[] {
  const plain = (name: string, optionsOf: (kit: Kit) => object, script?: 'json' | 'broken call') =>
    kitProbe(
      version,
      name,
      script === 'json' ? ask : loop,
      (kit) => kit.module.generateText({ ...kit.call, ...optionsOf(kit) }),
      script,
    );
  return [
    plain('tools of a call', ({ sdk, tools }) => ({
      tools: { refund: sdk.dynamicTool(tools['refund'] as never) },
    })),
    plain('prepareStep', ({ model, run }) => ({
      prepareStep: ({ steps, messages }: { steps: unknown; messages: unknown }) => {
        run.note('prepareStep', { steps: [...(steps as unknown[])], messages });
        return { model };
      },
    })),
    plain('stopWhen', ({ run }) => ({
      stopWhen: ({ steps }: { steps: readonly unknown[] }) => {
        run.note('stopWhen', [...steps]);
        return steps.length >= 3;
      },
    })),
    plain('toolApproval', () => ({ toolApproval: () => 'approved' })),
    plain(
      'output',
      ({ sdk }) => ({ output: sdk.Output.object({ schema: z.object({ answer: z.string() }) }) }),
      'json',
    ),
    callbackProbe(version),
    ...boundProbes(version),
    ...partProbes(version),
    ...loopProbes(version),
  ];
}

/** The tools to which the SDK binds functions of its own; each is the tool that the model calls. */
function boundProbes(version: SdkVersion): readonly Probe[] {
  const { sdk } = version;
  return [
    {
      ...kitProbe(version, 'toolSearch', loop, ({ module, call, run }) => {
        const search = ({ query }: { readonly query: string }): string[] => {
          run.toolRan('refund', { query });
          return [];
        };
        const inputSchema = sdk.jsonSchema(
          { type: 'object' },
          { validate: () => ({ success: true, value: { query: 'pay' } }) },
        );
        const refund = { ...sdk.toolSearch({ search }), inputSchema };
        return module.generateText({ ...call, tools: { refund } });
      }),
      runsOn: () => 'toolSearch' in sdk,
    },
    {
      ...kitProbe(version, 'experimental_toolCaller', loop, ({ module, call, tools }) => {
        const { refund } = tools;
        const bind = () => refund;
        const unbound = { ...refund, execute: undefined };
        const caller = sdk.experimental_toolCaller(
          unbound as never,
          { type: 'local', bind } as never,
        );
        const experimental_toolCallers = {};
        return module.generateText({
          ...call,
          tools: { refund: caller },
          experimental_toolCallers,
        });
      }),
      runsOn: () => 'experimental_toolCaller' in sdk,
    },
  ];
}

function callbackProbe(version: SdkVersion): Probe {
  return kitProbe(version, 'callbacks', loop, async ({ module, call, run }) => {
    const told: unknown[] = [];
    const onChunk = (event: unknown): void => void told.push(event);
    const noting = (how: 'whole' | 'streamed'): object =>
      Object.fromEntries(
        callbacks.map((name) => [
          name,
          (event: unknown) => run.note(name, { [how]: event, chunksBefore: told.length }),
        ]),
      );
    const answer = await module
      .generateText({ ...call, ...noting('whole') })
      .catch((error: unknown) => error);
    const result = module.streamText({ ...call, ...noting('streamed'), onChunk, onError });
    return { answer, chunks: await drain(result.fullStream), told };
  });
}

function partProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'experimental_transform', loop, async ({ module, call, tools, run }) => {
      const transformed: unknown[] = [];
      const experimental_transform = () =>
        new TransformStream({
          transform(chunk, out) {
            transformed.push(chunk);
            out.enqueue(chunk);
          },
        });
      const own = tools['refund']?.execute;
      const execute = (...given: Parameters<NonNullable<typeof own>>): unknown => {
        run.note('the tool ran', { chunksBefore: transformed.length });
        return own?.(...given);
      };
      const refund = { ...tools['refund'], execute } as (typeof tools)[string];
      const result = module.streamText({
        ...call,
        tools: { refund },
        experimental_transform,
        onError,
      });
      return { chunks: await drain(result.fullStream), transformed };
    }),
    kitProbe(
      version,
      'repairToolCall',
      loop,
      ({ module, call }) => {
        const options = { repairToolCall: repair, experimental_repairToolCall: repair };
        return module.generateText({ ...call, ...options } as never);
      },
      'broken call',
    ),
  ];
}

async function repair({ toolCall }: { readonly toolCall: object }): Promise<object> {
  return { ...toolCall, input: '{"euros":5}' };
}
