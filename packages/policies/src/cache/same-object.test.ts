import { createHooks, type ModelRequest, type ToolCall } from '@interpose/core';
import { modelCycle, toolCycle, type ChatOptions } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

import { answers } from '../../test/kit/ask-model.ts';
import { openTestChat } from '../../test/kit/call-tool.ts';
import { ada, result } from '../../test/kit/tool-result.ts';
import { cache } from './index.ts';

const bob: Partial<ChatOptions> = { user: { id: 'bob' } };
const call: ToolCall = { id: 'call_1', name: 'search', args: {} };
const tool = { name: 'search', origin: 'local', known: true, enabled: true } as const;
const request: ModelRequest = { messages: [], settings: { temperature: 0 } };

describe('cache, where hosts pass the same object for several users or servers,', () => {
  test('keeps the result of each under their own key', async () => {
    const hooks = createHooks({ policies: [cache({ tools: 'search' })] });
    const calling = async (options: Partial<ChatOptions>, said: string): Promise<unknown> => {
      const chat = await openTestChat(hooks, options);
      const ended = await toolCycle(chat, { call, tool, run: () => said });
      await hooks.flush();
      return ended.kind === 'result' ? ended.result : ended.kind;
    };
    expect(await calling(ada, 'for ada')).toBe('for ada');
    expect(await calling(bob, 'for bob')).toBe('for bob');
    expect(await result(hooks, {}, ada)).toBe('for ada');
    expect(await result(hooks, {}, bob)).toBe('for bob');
  });

  test('keeps the result of each server under its own key', async () => {
    const hooks = createHooks({ policies: [cache({ tools: 'search' })] });
    const calling = async (server: string, said: string): Promise<unknown> => {
      const chat = await openTestChat(hooks, ada);
      const from = { ...tool, origin: 'mcp', server } as const;
      const ended = await toolCycle(chat, { call, tool: from, run: () => said });
      await hooks.flush();
      return ended.kind === 'result' ? ended.result : ended.kind;
    };
    expect(await calling('staging', 'of staging')).toBe('of staging');
    expect(await calling('production', 'of production')).toBe('of production');
    expect(await calling('staging', 'anew')).toBe('of staging');
  });

  test('mixes up no responses that are asked for at once', async () => {
    const hooks = createHooks({ policies: [cache({ requests: 'all' })] });
    const asking = async (options: Partial<ChatOptions>, said: string): Promise<unknown> => {
      const chat = await openTestChat(hooks, options);
      const ended = await modelCycle<string>(chat, {
        request: () => request,
        call: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return said;
        },
        response: (text) => answers(0, 0, text),
        continues: () => false,
      });
      await hooks.flush();
      return ended.kind === 'response' ? (ended.native ?? ended.changed?.content) : ended.kind;
    };
    expect(await Promise.all([asking(ada, 'for ada'), asking(bob, 'for bob')])).toEqual([
      'for ada',
      'for bob',
    ]);
    expect(await asking(bob, 'anew')).not.toEqual([{ type: 'text', text: 'for ada' }]);
    expect(await asking(ada, 'anew')).not.toEqual([{ type: 'text', text: 'for bob' }]);
  });
});
