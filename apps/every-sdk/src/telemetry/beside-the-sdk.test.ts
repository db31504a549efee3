import { OpenTelemetry } from '@ai-sdk/otel';
import { createOpenAI } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { telemetry } from '@interpose/otel';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { jsonSchema, tool, ToolLoopAgent } from 'ai';
import { createOpenAI as createOpenAI6 } from 'openai-6';
import { jsonSchema as jsonSchema6, stepCountIs, tool as tool6 } from 'ai-6';
import { beforeAll, describe, expect, test } from 'vitest';

import { drawSpans, recordSpans, takeSpans } from './recorded-spans.ts';

beforeAll(recordSpans);

const script = [
  callTools({ name: 'weather', args: { city: 'Ulm' } }, { name: 'remove', args: { city: 'Ulm' } }),
  say('sunny'),
];
const inputSchema = jsonSchema({ type: 'object' });

function hooksOf(): Hooks {
  const hooks = createHooks({ policies: [telemetry({ decisions: 'all' })] });
  hooks.addHook('preToolCall', () => deny('never'), { name: 'guard', tool: 'remove' });
  return hooks;
}

/** The lines without the numbers of steps, and how often each step is told. */
function stepsOf(drawn: readonly string[]): Record<string, number> {
  const steps = drawn
    .map((line) => line.trim())
    .filter((line) => /^(chat|execute_tool|ai\.)/.test(line));
  return Object.fromEntries(
    steps.map((step) => [step, steps.filter((other) => other === step).length]),
  );
}

describe('beside telemetry of the AI SDK', () => {
  test('version 7: no step has two spans, and its tool span carries the decisions', async () => {
    await using server = await scriptedModel();
    const chat = server.chat(script);
    const hooks = hooksOf();
    const agent = new ToolLoopAgent({
      model: createOpenAI({ baseURL: chat.baseURL, apiKey: 'none' }).chat('scripted'),
      tools: {
        weather: tool({ inputSchema, execute: () => 'sunny' }),
        remove: tool({ inputSchema, execute: () => 'gone' }),
      },
      telemetry: { isEnabled: true, integrations: [new OpenTelemetry()] },
    });
    await withHooks(agent, hooks).generate({ prompt: 'Weather?' });
    await hooks.close();
    const spans = takeSpans();
    expect(stepsOf(drawSpans(spans))).toEqual({
      'chat scripted': 2,
      'execute_tool weather': 1,
      'execute_tool remove': 1,
    });
    expect(decisionsOn(spans, 'execute_tool weather')).toContain('preToolCall allow');
    expect(decisionsOn(spans, 'invoke_agent ToolLoopAgent')).toContain('preToolCall deny');
  });

  test('version 6: no step has two spans', async () => {
    await using server = await scriptedModel();
    const chat = server.chat(script);
    const hooks = hooksOf();
    const { generateText } = withHooks(await import('ai-6'), hooks);
    await generateText({
      model: createOpenAI6({ baseURL: chat.baseURL, apiKey: 'none' }).chat('scripted'),
      stopWhen: stepCountIs(3),
      tools: {
        weather: tool6({ inputSchema: jsonSchema6({ type: 'object' }), execute: () => 'sunny' }),
        remove: tool6({ inputSchema: jsonSchema6({ type: 'object' }), execute: () => 'gone' }),
      },
      prompt: 'Weather?',
      experimental_telemetry: { isEnabled: true },
    });
    await hooks.close();
    const spans = takeSpans();
    expect(stepsOf(drawSpans(spans))).toEqual({
      'ai.generateText': 1,
      'ai.generateText.doGenerate': 2,
      'ai.toolCall': 2,
    });
    expect(decisionsOn(spans, 'ai.generateText.doGenerate')).toContain('preRequest allow');
  });
});

function decisionsOn(spans: ReturnType<typeof takeSpans>, name: string): readonly string[] {
  const events = spans.filter((span) => span.name === name).flatMap((span) => span.events);
  return events.map(
    ({ attributes = {} }) =>
      `${String(attributes['interpose.event'])} ${String(attributes['interpose.decision.verb'])}`,
  );
}
