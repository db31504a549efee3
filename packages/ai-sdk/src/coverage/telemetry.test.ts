import { createHooks, deny, mapText, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const LISTENERS = [
  ...['onStart', 'onStepStart', 'onLanguageModelCallStart', 'onLanguageModelCallEnd'],
  ...['onToolCallStart', 'onToolCallFinish', 'onToolExecutionStart', 'onToolExecutionEnd'],
  ...['onStepFinish', 'onStepEnd', 'onFinish', 'onEnd'],
];

/** Pays with an agent, and returns everything that an integration was told. */
async function told(sdk: Sdk, hooks: Hooks, isStreamed: boolean): Promise<string> {
  const events: string[] = [];
  const listen = (event: unknown): void => void events.push(JSON.stringify(event));
  const integration = Object.fromEntries(LISTENERS.map((name) => [name, listen]));
  const given = { isEnabled: true, integrations: [integration] };
  const refund = sdk.tool({
    inputSchema: z.object({ to: z.string() }),
    execute: async () => 'RESULT',
  });
  const { model } = memoryModel([
    { text: 'STEP', calls: [{ id: 'c1', name: 'refund', args: { to: 'ARGUMENT' } }] },
    { text: 'ANSWER' },
  ]);
  const settings = { model, tools: { refund }, telemetry: given, experimental_telemetry: given };
  const agent = withHooks(new sdk.ToolLoopAgent(settings as never), hooks);
  if (isStreamed) await (await agent.stream({ prompt: 'PROMPT' })).consumeStream();
  else await agent.generate({ prompt: 'PROMPT' });
  return events.join('\n');
}

const redact = (text: string): string => text.replaceAll(/[A-Z]{3,}/g, '-');

describe.each(
  sdkVersions.flatMap((each) => [true, false].map((s) => ({ ...each, isStreamed: s }))),
)('an integration of ai $version, streamed: $isStreamed', ({ sdk, isStreamed }) => {
  test('gets answers and results as hooks left them, but messages as the app passed them', async () => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => ({ message: mapText(message, redact) }));
    hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, redact) }));
    hooks.addHook('onToolCallResult', () => ({ result: 'paid' }));
    const events = await told(sdk, hooks, isStreamed);
    for (const gone of ['STEP', 'ANSWER', 'RESULT']) expect(events).not.toContain(gone);
    expect(events).toContain('PROMPT');
  });

  test('gets the arguments that the model gave, also of a call that hooks deny or change', async () => {
    for (const verdict of [deny('no'), { decision: 'modify', value: { to: 'bank' } }] as const) {
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) =>
        verdict.decision === 'deny' ? verdict : { call: { ...call, args: verdict.value } },
      );
      expect(await told(sdk, hooks, isStreamed)).toContain('ARGUMENT');
    }
  });

  test('gets nothing of an answer that hooks deny', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('no'));
    const events = await told(sdk, hooks, isStreamed);
    for (const gone of ['STEP', 'ARGUMENT', 'RESULT']) expect(events).not.toContain(gone);
  });
});

test.each(sdkVersions.filter(({ major }) => major === 7))(
  'an integration of ai $version may put something else in place of the answer that hooks let through',
  async ({ sdk }) => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({ response: mapText(response, redact) }));
    const content = [{ type: 'text', text: 'FORGED' }];
    const executeLanguageModelCall = async ({ execute }: { execute: () => Promise<object> }) => ({
      ...(await execute()),
      content,
    });
    const { model } = memoryModel([{ text: 'ANSWER' }]);
    const telemetry = { isEnabled: true, integrations: [{ executeLanguageModelCall }] };
    const agent = new sdk.ToolLoopAgent({ model, telemetry } as never);
    expect((await withHooks(agent, hooks).generate({ prompt: 'Hi' })).text).toBe('FORGED');
  },
);
