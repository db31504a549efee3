import {
  createHooks,
  deny,
  type Dict,
  type Hooks,
  type Message,
  type ToolCall,
} from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { serve } from '../src/index.ts';
import { answering, CONTEXT, post, toolCall, toolResult } from './post-step.ts';

describe('a decision that JSON cannot hold is a deny', () => {
  test('a deny keeps its words and loses its data', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('over', { code: 'limit', data: { cents: 5n } }), {
      name: 'limit',
    });
    expect(await answering(hooks)(toolCall())).toMatchObject({
      id: 'one',
      result: {
        decision: 'deny',
        reasoning: 'over',
        reasonCode: ['limit'],
        data: { by: ['limit'] },
      },
    });
  });

  test('a change is not made', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { cents: 5n } } }));
    expect(await answering(hooks)(toolCall())).toMatchObject({
      result: { decision: 'deny', reasonCode: ['answer_unsendable'] },
    });
  });
});

describe('a change that AOS has no field for is a deny, not half a change', () => {
  const message = { id: 'm', role: 'agent', content: [{ kind: 'text', text: 'Ten euros.' }] };

  test.each<[string, (message: Message) => Message]>([
    ['of who speaks', (said) => ({ ...said, role: 'system' })],
    ['of sources', (said) => ({ ...said, citations: [{ url: 'https://other.example' }] })],
    ['of words and of sources', (said) => ({ ...redacted(said), citations: [{ id: 'file_1' }] })],
  ])('%s', async (_, change) => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', (ctx) => ({ message: change(ctx.message) }), { name: 'edit' });
    const params = { message, citations: [{ kind: 'site', url: 'https://a.example' }] };
    const request = { jsonrpc: '2.0', id: 1, method: 'steps/message' };
    const answer = await answering(hooks)({ ...request, params: { ...params, context: CONTEXT } });
    expect(answer).toMatchObject({
      result: { decision: 'deny', reasonCode: ['modify_unsupported'], data: { by: ['edit'] } },
    });
  });

  test('a result that JSON cannot hold neither', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ({ result: 5n }));
    expect(await answering(hooks)(toolResult())).toMatchObject({
      result: { decision: 'deny', reasonCode: ['answer_unsendable'] },
    });
  });
});

test('a report that throws changes no answer', async () => {
  const report = (): never => {
    throw new Error('the log is full');
  };
  const handler = serve(createHooks(), { report });
  expect(await post(handler, '{')).toMatchObject({ json: { error: { code: -32700 } } });
  const request = toolResult();
  const { toolCallResult, ...rest } = request['params'] as { toolCallResult: Dict };
  const flat = { ...request, params: { ...rest, ...toolCallResult } };
  expect(await post(handler, flat)).toMatchObject({ json: { result: { decision: 'allow' } } });
});

describe('what a policy leaves as it is goes back as it came, also in another object', () => {
  test('parts with what the contract has no field for', async () => {
    const content = [
      { kind: 'text', text: 'secret', metadata: { lang: 'en' } },
      { kind: 'file', file: { uri: 'https://files.example/a' }, metadata: { page: 3 } },
    ];
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => ({ message: redacted(message) }));
    const message = { id: 'm', role: 'user', content, metadata: null };
    const changed = { ...message, content: [{ kind: 'text', text: '***' }, content[1]] };
    expect(await modified(hooks, 'steps/message', { message })).toEqual({ message: changed });
  });

  test('documents', async () => {
    const results = [
      { id: 'a', content: 'x', score: 1, metadata: null },
      { id: 'b', content: 'y' },
    ];
    const hooks = createHooks();
    hooks.addHook('onKnowledgeRetrieved', (ctx) => ({
      results: structuredClone([...ctx.results].slice(0, 1)),
    }));
    const answer = await modified(hooks, 'steps/knowledgeRetrieval', {
      knowledgeStep: { results },
    });
    expect(answer).toEqual({ knowledgeStep: { results: [results[0]] } });
  });

  test('inputs keep their order', async () => {
    const inputs = [
      { name: '2', value: 'b' },
      { name: '1', id: 'one', value: 'a' },
    ];
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: withArg(call) }));
    const toolCallRequest = { executionId: 'x', toolId: 't', inputs };
    const answer = await modified(hooks, 'steps/toolCallRequest', { toolCallRequest });
    const more = [...inputs, { name: 'more', value: true }];
    expect(answer).toEqual({ toolCallRequest: { ...toolCallRequest, inputs: more } });
  });

  test('several outputs of a tool stay several', async () => {
    const outputs = [
      { kind: 'text', text: 'a', metadata: { page: 1 } },
      { kind: 'text', text: 'b' },
    ];
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ result }) => ({
      result: [(result as string[])[0], '***'],
    }));
    const toolCallResult = { executionId: 'x', result: { outputs, isError: false, cost: 2 } };
    const answer = await modified(hooks, 'steps/toolCallResult', { toolCallResult });
    const changed = {
      outputs: [outputs[0], { kind: 'text', text: '***' }],
      isError: false,
      cost: 2,
    };
    expect(answer).toEqual({ toolCallResult: { ...toolCallResult, result: changed } });
  });
});

function redacted(message: Message): Message {
  const { content, ...rest } = structuredClone(message);
  return {
    ...rest,
    content: content.map((part) => (part.type === 'text' ? { ...part, text: '***' } : part)),
  };
}

function withArg(call: ToolCall): ToolCall {
  return { ...call, args: { ...call.args, more: true } };
}

/** The parameters of the modified request, without the context. */
async function modified(hooks: Hooks, method: string, params: Dict): Promise<Dict> {
  const request = { jsonrpc: '2.0', id: 1, method, params: { ...params, context: CONTEXT } };
  const { result } = (await answering(hooks)(request)) as { result: Dict };
  expect(result).toMatchObject({ decision: 'modify' });
  const { context: _, ...rest } = (result['modifiedRequest'] as { params: Dict }).params;
  return rest;
}
