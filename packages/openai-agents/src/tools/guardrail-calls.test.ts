import type { Agent, FunctionTool, RunContext, Runner } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { z } from 'zod';

import { denyingFive } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** The objects that a callback can be put on, and the tool that the model calls. */
interface Parts {
  readonly agent: Agent;
  readonly runner: Runner;
  readonly refund: FunctionTool;
}

/** Calls the tool with 5 euros; hooks deny that call. */
type Callback = (context: unknown) => Promise<unknown>;

const passes = { tripwireTriggered: false, outputInfo: undefined };
const allows = { behavior: { type: 'allow' as const } };

/** The places where code of the app runs while the SDK carries out a run. */
const places: Readonly<Record<string, (parts: Parts, act: Callback) => void>> = {
  'an input guardrail': ({ agent }, act) =>
    (agent.inputGuardrails = [
      { name: 'g', execute: async ({ context }) => (await act(context), passes) },
    ]),
  'an input guardrail that the model waits for': ({ agent }, act) =>
    (agent.inputGuardrails = [
      {
        name: 'g',
        runInParallel: false,
        execute: async ({ context }) => (await act(context), passes),
      },
    ]),
  'an output guardrail': ({ agent }, act) =>
    (agent.outputGuardrails = [
      { name: 'g', execute: async ({ context }) => (await act(context), passes) },
    ]),
  'an input guardrail of a tool': ({ refund }, act) =>
    (refund.inputGuardrails = [
      { type: 'tool_input', name: 'g', run: async ({ context }) => (await act(context), allows) },
    ]),
  'an output guardrail of a tool': ({ refund }, act) =>
    (refund.outputGuardrails = [
      { type: 'tool_output', name: 'g', run: async ({ context }) => (await act(context), allows) },
    ]),
  ...Object.fromEntries(
    (['agent_start', 'agent_end', 'agent_tool_start', 'agent_tool_end'] as const).flatMap((event) =>
      (['agent', 'runner'] as const).map((who) => [
        `a listener to ${event} of the ${who}`,
        (parts: Parts, act: Callback) =>
          parts[who].on(event as 'agent_start', (context: unknown) => void act(context)),
      ]),
    ),
  ),
};

describe.each(sdkVersions)(
  'a tool that is called by app code in a run, SDK $version',
  ({ sdk }) => {
    describe.each(['agent', 'runner'] as const)('with hooks on the %s', (hooked) => {
      describe.each([false, true])('streamed: %s', (stream) => {
        test.each(
          Object.keys(places).flatMap((place) => [
            [place, 'the list'],
            [place, 'a variable'],
          ]),
        )('%s, taken from %s', async (place, from) => {
          const [ran, acted] = [[] as unknown[], [] as Promise<unknown>[]];
          const refund: FunctionTool = sdk.tool({
            name: 'refund',
            description: '',
            parameters: z.object({ euros: z.coerce.number() }) as never,
            execute: (args) => (ran.push((args as { euros: number }).euros), 'paid'),
          });
          const { hooks, asked } = denyingFive();
          const model = new MemoryModel([calls('refund', { euros: 6 })], 'Done.');
          const agent = new sdk.Agent({ name: 'shop', model, tools: [refund] });
          const runner = new sdk.Runner({ tracingDisabled: true });
          const act = async (context: unknown): Promise<void> => {
            const [listed] = from === 'the list' ? await agent.getAllTools(context as never) : [];
            const tool = (listed ?? refund) as FunctionTool;
            await tool.invoke(context as RunContext, '{"euros":5}');
          };
          places[place]!({ agent, runner, refund }, (context) => {
            const acting = act(context);
            acted.push(acting);
            return acting;
          });
          if (hooked === 'agent') withHooks(agent, hooks);
          else withHooks(runner, hooks);
          const result = await runner.run(agent, 'Go.', { stream } as object);
          await (result as { readonly completed?: Promise<void> }).completed;
          await Promise.all(acted);
          expect(acted).not.toEqual([]);
          expect(ran).toEqual([6]);
          expect(asked.toSorted((one, other) => Number(one) - Number(other))).toEqual([
            ...acted.map(() => 5),
            6,
          ]);
        });
      });
    });
  },
);
