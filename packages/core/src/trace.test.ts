import { describe, expect, test } from 'vitest';

import { around, openChat, runInChat, toolCycle } from './adapter.ts';
import { createHooks } from './index.ts';
import { traceSteps, type StepTracer, type TracedStep } from './trace.ts';

const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
const host = { framework: 'toy', version: '1.0.0' };
const agent = { id: 'desk' };

function follow(steps: TracedStep[]): StepTracer {
  return {
    trace: () => trace,
    run: (step, act) => {
      steps.push(step);
      return act();
    },
  };
}

describe('a tracer', () => {
  test('runs each step, names it, and gives the chat its trace', async () => {
    const hooks = createHooks();
    hooks.observe('onChatStart', () => undefined);
    const steps: TracedStep[] = [];
    traceSteps(hooks, follow(steps));
    const chat = await openChat(hooks, { host, agent });
    await toolCycle(chat, {
      call: { id: 'call_1', name: 'weather', args: {} },
      tool: { name: 'weather', origin: 'local', known: true, enabled: true },
      run: () => 'sunny',
    });
    await around(chat, 'preKnowledgeQuery', { query: { text: 'refunds' } }, () => []);
    runInChat(chat, () => undefined);
    expect(chat.trace).toEqual(trace);
    expect(steps).toEqual([
      { chatId: chat.id, event: 'preToolCall', callId: 'call_1' },
      { chatId: chat.id, event: 'preKnowledgeQuery' },
      { chatId: chat.id, event: 'onChatStart' },
    ]);
  });

  test('follows what extends its hooks, and stops when it is disposed of', async () => {
    const hooks = createHooks();
    const steps: TracedStep[] = [];
    const stop = traceSteps(hooks, follow(steps));
    const chat = await openChat(hooks.extend(), { host, agent });
    await around(chat, 'preKnowledgeQuery', { query: { text: 'one' } }, () => []);
    stop();
    await around(chat, 'preKnowledgeQuery', { query: { text: 'two' } }, () => []);
    expect(steps).toHaveLength(1);
  });

  test('is alone: a second one would part the spans', () => {
    const hooks = createHooks();
    traceSteps(hooks, follow([]));
    expect(() => traceSteps(hooks, follow([]))).toThrow('invalid_option');
  });
});
