import type { Probe } from '@interpose/testing/probes';
import type { LanguageModel, ToolSet } from 'ai';

import type { SdkVersion } from '../../test/sdk-versions.ts';
import { loop } from './call-probes.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

type Tool = ToolSet[string];
type Model = Exclude<LanguageModel, string>;

/** Apps that hold their tools, models and agents in ways that few do. */
export function hostileProbes(version: SdkVersion): readonly Probe[] {
  return [...toolProbes(version), ...modelProbes(version), ...agentProbes(version)];
}

function toolProbes(version: SdkVersion): readonly Probe[] {
  const withTools = (name: string, toolsOf: (kit: Kit) => ToolSet): Probe =>
    kitProbe(version, name, loop, async (kit) => {
      const { module, call } = kit;
      const tools = toolsOf(kit);
      return module.generateText({ ...call, tools });
    });
  return [
    withTools('frozen tools', ({ tools }) =>
      Object.freeze({ refund: Object.freeze({ ...tools['refund'] }) as Tool }),
    ),
    withTools('a tool of a class with private fields', ({ tools }) => ({
      refund: new PrivateTool(tools['refund']!) as object as Tool,
    })),
    withTools('a tool behind a proxy', ({ tools }) => ({
      refund: new Proxy(tools['refund'] as object, {}) as Tool,
    })),
    withTools('a tool set without a prototype', ({ tools }) =>
      Object.assign(Object.create(null) as ToolSet, tools),
    ),
    kitProbe(version, 'a tool that streams', loop, streaming),
    kitProbe(version, 'two calls of one id', loop, asking, 'twin calls'),
    kitProbe(version, 'calls without an id', loop, asking, 'nameless calls'),
  ];
}

function modelProbes(version: SdkVersion): readonly Probe[] {
  const withModel = (name: string, wrap: (model: Model) => Model): Probe =>
    kitProbe(version, name, loop, ({ module, call, model }) =>
      module.generateText({ ...call, model: wrap(model) }),
    );
  // Version 7 converts this generation of models by a proxy that neither a frozen nor a private model survives.
  const runsOn = (): boolean => version.major === 6;
  return [
    withModel('a callable model', (model) => Object.assign(() => undefined, model) as never),
    { ...withModel('a frozen model', (model) => Object.freeze(model)), runsOn },
    {
      ...withModel('a model of a class with private fields', (model) => {
        return new PrivateModel(model) as never;
      }),
      runsOn,
    },
  ];
}

function agentProbes(version: SdkVersion): readonly Probe[] {
  const { sdk } = version;
  const prompt = 'Pay me.';
  return [
    kitProbe(version, 'a frozen agent', loop, ({ hook, model, tools }) =>
      hook(Object.freeze(new sdk.ToolLoopAgent({ model, tools }))).generate({ prompt }),
    ),
    kitProbe(version, 'an agent hooked twice', loop, ({ hook, model, tools }) =>
      hook(hook(new sdk.ToolLoopAgent({ model, tools }))).generate({ prompt }),
    ),
    kitProbe(version, 'a hooked agent with a hooked model and tools', loop, (kit) => {
      const { hook, tools } = kit;
      const model = hook(kit.model);
      return hook(new sdk.ToolLoopAgent({ model, tools: hook(tools) })).generate({ prompt });
    }),
    kitProbe(version, 'tools swapped after hooking', loop, ({ hook, model, tools }) => {
      const { refund } = tools;
      const held: ToolSet = { refund: { ...refund, execute: () => 'the old one' } as Tool };
      const agent = hook(new sdk.ToolLoopAgent({ model, tools: held }));
      held['refund'] = refund!;
      return agent.generate({ prompt });
    }),
  ];
}

const onError = (): void => undefined;

function asking({ module, call }: Kit): Promise<unknown> {
  return module.generateText(call);
}

async function streaming({ module, call, tools }: Kit): Promise<unknown> {
  const { execute: own } = tools['refund']!;
  const execute = async function* (...given: Parameters<NonNullable<typeof own>>) {
    yield 'wait';
    yield await own?.(...given);
  };
  const refund = { ...tools['refund'], execute } as Tool;
  const result = module.streamText({ ...call, tools: { refund }, onError });
  const chunks = (await drain(result.fullStream)) as { readonly preliminary?: boolean }[];
  const whole = chunks.filter(({ preliminary }) => preliminary !== true);
  return { whole, preliminary: chunks.length - whole.length, steps: await settled(result.steps) };
}

function settled(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).catch((error: unknown) => error);
}

/** Its members work on the instance alone. */
class PrivateTool {
  readonly #tool: Tool;

  constructor(tool: Tool) {
    this.#tool = tool;
  }

  get description(): unknown {
    return this.#tool.description;
  }

  get inputSchema(): unknown {
    return this.#tool.inputSchema;
  }

  execute(...given: Parameters<NonNullable<Tool['execute']>>): unknown {
    return this.#tool.execute?.(...given);
  }
}

/** The same for a model. */
class PrivateModel {
  readonly specificationVersion = 'v3';
  readonly provider = 'probe';
  readonly modelId = 'canary';
  readonly supportedUrls = {};
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  doGenerate(params: never): unknown {
    return this.#model.doGenerate(params);
  }

  doStream(params: never): unknown {
    return this.#model.doStream(params);
  }
}
