import { describe, expect, test } from 'vitest';

import { createHooks, DeniedError, deny } from '@interpose/core';

import { agentOn, runIn, runner } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

describe('a streamed run', () => {
  test('whose text passes a window lets no raw event of the provider out, and its answer is that text', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({
      delta: delta.replaceAll('secret', '[gone]'),
    }));
    const agent = withHooks(agentOn(new MemoryModel('The secret is safe.')), hooks);
    const result = await runIn('streamed', agent, 'Hi.');
    expect(result.finalOutput).toBe('The [gone] is safe.');
    expect(JSON.stringify([result.events, result.history, result.rawResponses])).not.toContain(
      'secret',
    );
  });

  test('that a policy rewrites shows neither in its events nor in its raw responses what was there', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: { ...response, content: [{ type: 'text', text: 'Nothing.' }] },
    }));
    const agent = withHooks(agentOn(new MemoryModel('The secret is safe.')), hooks);
    const result = await runIn('streamed', agent, 'Hi.');
    expect(result.finalOutput).toBe('Nothing.');
    expect(JSON.stringify([result.events, result.rawResponses])).not.toContain('secret');
  });

  test('that a policy denies by a thrown error reaches its reader as that error', async () => {
    const hooks = createHooks({ onDeny: 'throw' });
    hooks.addHook('preRequest', () => deny('not here'));
    const agent = withHooks(agentOn(new MemoryModel()), hooks);
    const result = await runner.run(agent, 'Hi.', { stream: true });
    const read = async () => {
      for await (const event of result) void event;
    };
    await expect(read()).rejects.toSatisfy((error) => DeniedError.isInstance(error));
    await expect(result.completed).rejects.toSatisfy((error) => DeniedError.isInstance(error));
  });

  test('with an answer that a policy supplies names no id that the provider would not know', async () => {
    const hooks = createHooks();
    hooks.addHook('preRequest', ({ iteration }) =>
      iteration === 0 ? { response: { content: [{ type: 'text', text: 'Ten.' }] } } : undefined,
    );
    const agent = withHooks(agentOn(new MemoryModel()), hooks);
    const previous = await runIn('streamed', agent, 'Hi.', { previousResponseId: 'resp_before' });
    const fresh = await runIn('streamed', agent, 'Hi.');
    const plain = await runIn('plain', agent, 'Hi.', { previousResponseId: 'resp_before' });
    expect([previous.lastResponseId, fresh.lastResponseId, plain.lastResponseId]).toEqual([
      'resp_before',
      '',
      undefined,
    ]);
  });
});
