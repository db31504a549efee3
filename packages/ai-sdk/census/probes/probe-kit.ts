import { canaries, type Probe, type ProbeRun } from '@interpose/testing/probes';
import type { LanguageModel, ToolSet } from 'ai';
import { z } from 'zod';

import { withHooks } from '../../src/index.ts';
import type { Sdk, SdkVersion } from '../../test/sdk-versions.ts';
import { canaryModel, type Script } from './canary-model.ts';

/** What an app of a probe works with. */
export interface Kit {
  /** The module, hooked unless this is the run without hooks. */
  readonly module: Sdk;
  /** The module as it is. */
  readonly sdk: Sdk;
  readonly model: Exclude<LanguageModel, string>;
  readonly tools: ToolSet;
  readonly run: ProbeRun;
  /** Hooks something else than the module; the thing itself in the run without hooks. */
  readonly hook: <T extends object>(target: T) => T;
  /** A prompt, tools and a model, as most calls want them. */
  readonly call: { readonly model: Kit['model']; readonly tools: ToolSet; readonly prompt: string };
}

/** Makes a probe whose app is given a kit of one version of the SDK. */
export function kitProbe(
  { sdk }: SdkVersion,
  name: string,
  asks: Probe['asks'],
  app: (kit: Kit) => Promise<unknown>,
  script: Script = 'calls',
): Probe {
  return { name, asks, app: async (run) => app(openKit(sdk, run, script)) };
}

function openKit(sdk: Sdk, run: ProbeRun, script: Script): Kit {
  const { hooks } = run;
  let isStreamed = false;
  const requested = (request: unknown): void => {
    isStreamed ||= 'streamed' in (request as object);
    run.requested(request);
  };
  const model = canaryModel({ ...run, requested }, script);
  const refund = sdk.tool({
    description: 'Pays money back.',
    inputSchema: z.object({ euros: z.number() }),
    execute: async (args: { readonly euros: number }, { abortSignal }) => {
      run.toolRan('refund', args);
      run.note('signal of a tool', { [isStreamed ? 'streamedSignal' : 'signal']: abortSignal });
      return { paid: canaries.toolResult };
    },
  });
  const tools = { refund };
  const hook: Kit['hook'] = (target) =>
    hooks === undefined ? target : (withHooks(target as never, hooks) as typeof target);
  const call = { model, tools, prompt: 'Pay me.', stopWhen: sdk.stepCountIs(3) };
  return { module: hook(sdk), sdk, model, tools, run, hook, call };
}

/** Reads a stream to its end, errors included. */
export async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    chunks.push(error);
  }
  return chunks;
}
