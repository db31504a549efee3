import { describe, expect, test } from 'vitest';

import { around, openChat, runInChat, toolCycle } from './adapter.ts';
import { createHooks } from './index.ts';
import { readTrace, traceSteps, type StepTracer, type TracedStep } from './trace.ts';

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

describe('the trace context of a carrier', () => {
  const { traceparent } = trace;

  test('is read with its state, among other headers', () => {
    const carrier = { accept: '*', traceparent, tracestate: 'vendor=1' };
    expect(readTrace(carrier)).toEqual({ traceparent, tracestate: 'vendor=1' });
    expect(readTrace({ traceparent })).toEqual({ traceparent });
  });

  test.each([
    ['of another version', traceparent.replace('00', 'cc')],
    ['of another version with more behind it', `${traceparent.replace('00', '01')}-what-comes`],
    ['that nobody samples', traceparent.replace(/01$/, '00')],
  ])('is read from one %s', (_name, given) => {
    expect(readTrace({ traceparent: given })).toEqual({ traceparent: given });
  });

  test.each([
    ['in capitals', traceparent.toUpperCase()],
    ['of the version that is forbidden', traceparent.replace('00', 'ff')],
    ['without a trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['without a span', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['of version 00 with more behind it', `${traceparent}-more`],
    ['of another version with more but no dash', `${traceparent.replace('00', '01')}more`],
    ['cut short', traceparent.slice(0, -1)],
    ['with a line more', `${traceparent}\n`],
    ['with blanks around it', ` ${traceparent} `],
    ['that is a number', 7],
    ['that is a list', [traceparent]],
  ])('is none for one %s', (_name, given) => {
    expect(readTrace({ traceparent: given, tracestate: 'vendor=1' })).toBeUndefined();
  });

  test.each(['', 'a=1\r\nx-role: admin', 'name=Zoë', 7])(
    'leaves out a state that cannot be a header: %j',
    (tracestate) => {
      expect(readTrace({ traceparent, tracestate })).toEqual({ traceparent });
    },
  );

  test.each([undefined, null, 'text', 7, []])('is none in what carries nothing: %j', (carrier) => {
    expect(readTrace(carrier)).toBeUndefined();
  });
});
