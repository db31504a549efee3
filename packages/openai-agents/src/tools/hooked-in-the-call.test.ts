import { createHooks, mapText } from '@interpose/core';
import { Agent, Runner, Usage, type Model, type ModelResponse } from '@openai/agents-core';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

test('the first run of a runner passes the hooks of an agent that is hooked in that very call', async () => {
  const seen: unknown[] = [];
  const model: Model = {
    async getResponse({ input }) {
      seen.push(input);
      const content = [{ type: 'output_text', text: 'write to ada@example.com' }];
      const message = { type: 'message', role: 'assistant', status: 'completed', content };
      return { usage: new Usage(), output: [message] as ModelResponse['output'] };
    },
    async *getStreamedResponse() {},
  };
  const hooks = createHooks();
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: mapText(message, (text) => text.replace('ada', 'somebody')),
  }));
  hooks.addHook('onAgentResponse', ({ message }) => ({
    message: mapText(message, (text) => text.replace('ada', 'somebody')),
  }));
  const runner = new Runner({ tracingDisabled: true });
  const agent = new Agent({ name: 'desk', model });
  const { finalOutput } = await runner.run(withHooks(agent, hooks), 'I am ada');
  expect(JSON.stringify(seen)).toContain('I am somebody');
  expect(finalOutput).toBe('write to somebody@example.com');
});
