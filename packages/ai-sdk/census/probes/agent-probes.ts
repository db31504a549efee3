import type { Probe } from '@interpose/testing/probes';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { ask, loop } from './call-probes.ts';
import { drain, kitProbe } from './probe-kit.ts';

/** Agents, models by themselves, and what wraps them. */
export function agentProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(version, 'ToolLoopAgent.generate', loop, ({ sdk, hook, model, tools }) =>
      hook(new sdk.ToolLoopAgent({ model, tools })).generate({ prompt: 'Pay me.' }),
    ),
    kitProbe(
      version,
      'ToolLoopAgent.stream',
      [...loop, 'onResponseDelta'],
      async ({ sdk, hook, model, tools }) => {
        const agent = hook(new sdk.ToolLoopAgent({ model, tools }));
        const result = await agent.stream({ prompt: 'Pay me.' });
        return { chunks: await drain(result.fullStream), result };
      },
    ),
    kitProbe(version, 'prepareCall', loop, ({ sdk, hook, model, tools }) => {
      const prepareCall = (given: object): never => ({ ...given, model, tools }) as never;
      const agent = hook(new sdk.ToolLoopAgent({ model, tools, prepareCall }));
      return agent.generate({ prompt: 'Pay me.' });
    }),
    browserProbe(version, 'agent'),
    browserProbe(version, 'module'),
    ...modelProbes(version),
  ];
}

/** A model as a caller by hand uses it. */
interface Generating {
  readonly doGenerate: (params: object) => PromiseLike<unknown>;
  readonly doStream: (params: object) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

const prompt = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Pay me.' }] }] };

function browserProbe(version: SdkVersion, given: 'agent' | 'module'): Probe {
  return {
    // The versions before 7.0.173 cannot check messages of a browser with the installed version of zod.
    ...kitProbe(
      version,
      `agent streams for a browser${given === 'agent' ? '' : ', by the hooked module'}`,
      loop,
      async ({ sdk, module, hook, model, tools }) => {
        const own = new sdk.ToolLoopAgent({ model, tools });
        const agent = given === 'agent' ? hook(own) : own;
        const serving = given === 'agent' ? sdk : module;
        const uiMessages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Pay me.' }] }];
        const messages = uiMessages;
        return drain(
          await serving.createAgentUIStream({
            agent,
            messages,
            uiMessages,
            onError: String,
          } as never),
        );
      },
    ),
    runsOn: (number) => number === '7.0.173',
  };
}

function modelProbes(version: SdkVersion): readonly Probe[] {
  return [
    kitProbe(
      version,
      'model.doGenerate',
      ask,
      async ({ hook, model }) => hook(model as object & Generating).doGenerate(prompt),
      'text',
    ),
    kitProbe(
      version,
      'model.doStream',
      [...ask, 'onResponseDelta'],
      async ({ hook, model }) => {
        const result = await hook(model as object & Generating).doStream(prompt);
        return { chunks: await drain(result.stream), result };
      },
      'text',
    ),
    kitProbe(version, 'wrapLanguageModel', loop, ({ sdk, module, model, call, run }) => {
      const wrapGenerate = async ({ doGenerate }: { doGenerate: () => PromiseLike<unknown> }) => {
        const answer = await doGenerate();
        run.note('middleware', Object.keys(answer as object));
        return answer;
      };
      const middleware = { specificationVersion: 'v3', wrapGenerate } as never;
      const wrapped = sdk.wrapLanguageModel({ model: model, middleware });
      return module.generateText({ ...call, model: wrapped });
    }),
  ];
}
