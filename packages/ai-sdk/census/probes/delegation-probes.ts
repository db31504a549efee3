import type { EventName } from '@interpose/core';
import { canaries, type Probe } from '@interpose/testing/probes';
import type { LanguageModel, Tool } from 'ai';
import { z } from 'zod';

import { agentTool } from '../../src/index.ts';
import type { SdkVersion } from '../../test/sdk-versions.ts';
import { loop } from './call-probes.ts';
import { kitProbe, type Kit } from './probe-kit.ts';

/** What the agent that is asked has to offer. */
interface Expert {
  readonly generate: (call: object) => PromiseLike<{ readonly text: string }>;
  readonly stream: (call: object) => PromiseLike<{ readonly text: PromiseLike<string> }>;
}

/** The tool runs in its own gates, as other probes show: here it is the agent behind it that must not run. */
const asked = loop.filter((event) => event !== 'preToolCall');

/** Agents that are called by the tool of another; the tool result is what the called agent says. */
export function delegationProbes(version: SdkVersion): readonly Probe[] {
  const { sdk } = version;
  const asking = (ask: (expert: Expert) => Promise<string>) => (expert: Expert) =>
    sdk.tool({ inputSchema: z.object({ euros: z.number() }), execute: async () => ask(expert) });
  const probe = (name: string, asks: readonly EventName[], refund: (expert: Expert) => Tool) =>
    kitProbe(version, name, [...asked, ...asks], (kit) => {
      const expert = kit.hook(new sdk.ToolLoopAgent({ model: expertModel(kit) })) as Expert;
      const agent = new sdk.ToolLoopAgent({ model: kit.model, tools: { refund: refund(expert) } });
      return kit.hook(agent).generate({ prompt: 'Pay me.' });
    });
  return [
    probe('agentTool', ['preDelegate', 'onDelegateResult'], (expert) => {
      const own = agentTool(expert, { description: 'Pays.' });
      const execute = (_: unknown, options: object) =>
        own.execute?.({ input: 'Pay.' }, options as never);
      return { ...own, inputSchema: z.object({ euros: z.number() }), execute };
    }),
    probe(
      'agent.generate in a tool',
      ['preDelegate', 'onDelegateResult'],
      asking(async (expert) => (await expert.generate({ prompt: 'Pay.' })).text),
    ),
    probe(
      'agent.stream in a tool',
      ['preDelegate'],
      asking(async (expert) => (await expert.stream({ prompt: 'Pay.' })).text),
    ),
  ];
}

/** A model that says what a tool result holds in the other probes. */
function expertModel({ run }: Kit): Exclude<LanguageModel, string> {
  const said = { type: 'text', text: canaries.toolResult } as const;
  const end = {
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
  const ran = (): void => run.toolRan('expert', {});
  const model = {
    specificationVersion: 'v3',
    provider: 'probe',
    modelId: 'expert',
    supportedUrls: {},
    doGenerate: async () => {
      ran();
      return { content: [said], ...end, warnings: [] };
    },
    doStream: async () => {
      ran();
      return {
        stream: new ReadableStream({
          start(out) {
            out.enqueue({ type: 'stream-start', warnings: [] });
            out.enqueue({ type: 'text-start', id: '0' });
            out.enqueue({ type: 'text-delta', id: '0', delta: said.text });
            out.enqueue({ type: 'text-end', id: '0' });
            out.enqueue({ type: 'finish', ...end });
            out.close();
          },
        }),
      };
    },
  };
  // The supported majors take this generation of models alike; only their types differ.
  return model as unknown as Exclude<LanguageModel, string>;
}
