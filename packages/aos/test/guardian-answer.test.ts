import { createServer } from 'node:http';

import {
  type AllowVerdict,
  createHooks,
  type Dict,
  type Message,
  type ModifyVerdict,
  type ToolCall,
} from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { guardian, serve } from '../src/index.ts';
import { foreignGuardian, start, stopServers } from './foreign-guardian.ts';
import { listen } from './listen.ts';
import { post, toolCall } from './post-step.ts';
import { guarded, tryCall } from './try-call.ts';

afterEach(stopServers);

describe('answers of guardians of somebody else', () => {
  test('all their codes, the message and the data reach whoever handles the denial', async () => {
    const { url } = await foreignGuardian(() => ({
      decision: 'deny',
      message: 'Not today.',
      reasoning: 'over the limit',
      reasonCode: ['limit', 'hours'],
      data: { limit: 100 },
    }));
    const { outcome } = await tryCall(guarded({ url }));
    expect(outcome).toMatchObject({
      denial: {
        by: 'guardian/preToolCall',
        code: 'limit',
        reason: 'over the limit',
        message: 'Not today.',
        data: { limit: 100, codes: ['limit', 'hours'] },
      },
    });
  });

  test('data that only looks like ours reaches them as it is, also past a guardian of ours', async () => {
    const data = { by: 'shift lead', codes: 'A to C' };
    const { url } = await foreignGuardian(() => ({ decision: 'deny', message: 'No.', data }));
    const { outcome } = await tryCall(guarded({ url }));
    expect(outcome).toMatchObject({ denial: { data } });
    const behind = serve(createHooks({ policies: [guardian({ url })] }));
    const { json } = await post(behind, toolCall());
    expect(json).toMatchObject({ result: { data: { codes: 'A to C' } } });
  });

  test('a change of the tool is taken only where it is allowed on both sides', async () => {
    const rename = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { toolCallRequest: { toolId: string } };
      };
      modifiedRequest.params.toolCallRequest.toolId = 'reject';
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(rename);
    const codesWith = async (allowedHere: boolean, allowedThere: boolean): Promise<unknown> => {
      const hooks = guarded({ url, allowRename: allowedThere }, { allowRename: allowedHere });
      return (await tryCall(hooks)).records[0]?.codes;
    };
    expect(await codesWith(true, false)).toEqual(['invalid_modification']);
    expect(await codesWith(false, true)).toEqual(['rename_denied']);
    expect(await codesWith(true, true)).toEqual([]);
  });

  test.each<[string, (call: ToolCall) => AllowVerdict | ModifyVerdict<ToolCall>]>([
    ['allow', () => ({ decision: 'allow', reason: 'a known customer' })],
    [
      'modify',
      (call) => ({ decision: 'modify', value: { ...call, args: { cents: 4 } }, reason: 'capped' }),
    ],
  ])('the reason of a served %s is in the record here', async (decision, say) => {
    const served = createHooks();
    served.addHook('preToolCall', ({ call }) => say(call));
    const server = await listen(serve(served));
    const { records } = await tryCall(guarded({ url: server.url }));
    await server.close();
    const { reason } = say({ id: '', name: '', args: {} });
    expect(records).toMatchObject([{ decision, reason }]);
  });

  test('a result turned into an error is an error here', async () => {
    const turn = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { toolCallResult: { result: Dict } };
      };
      const outputs = [{ kind: 'text', text: 'withdrawn' }];
      modifiedRequest.params.toolCallResult.result = { outputs, isError: true };
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(turn);
    const hooks = createHooks({ policies: [guardian({ url })] });
    const call = { id: 'call_1', name: 'refund', args: {} };
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    const ended = { call, originalCall: call, tool, durationMs: 1, synthetic: false };
    expect(await hooks.dispatch('onToolCallResult', { ...ended, result: 'paid' })).toEqual({
      decision: 'respond',
      outcome: { error: { message: 'withdrawn' } },
    });
  });

  test('parts left alone stay the very parts they were', async () => {
    const shorten = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { message: { content: Dict[] } };
      };
      modifiedRequest.params.message.content[0] = { kind: 'text', text: 'short' };
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(shorten);
    const hooks = createHooks({ policies: [guardian({ url })] });
    const image = { type: 'file', mediaType: 'image/png', data: 'AAEC' } as const;
    const other = { type: 'other', kind: 'audio' } as const;
    const content = [{ type: 'text', text: 'long' } as const, image, other];
    const verdict = await hooks.dispatch('onUserMessage', { message: { role: 'user', content } });
    const value = (verdict as { readonly value: Message }).value;
    expect(value.content[0]).toEqual({ type: 'text', text: 'short' });
    expect(value.content[1]).toBe(image);
    expect(value.content[2]).toBe(other);
  });

  test('an answer cannot make a request one that may be changed', async () => {
    const swap = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { payload: Dict; context: { from: { role: string }; to: { role: string } } };
      };
      const { from, to } = modifiedRequest.params.context;
      [from.role, to.role] = [to.role, from.role];
      modifiedRequest.params.payload = { id: 'another task' };
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(swap);
    const hooks = createHooks({ policies: [guardian({ url })] });
    const step = { message: {}, method: 'tasks/cancel', role: 'client', leg: 'request' } as const;
    expect(await hooks.dispatch('preA2aMessage', step)).toMatchObject({
      decision: 'deny',
      code: 'modify_unsupported',
    });
  });

  test.each(['a\nb', 'é', '', 'x'.repeat(5000)])(
    'a decision announced under a name that no header can carry is none: %j',
    async (token) => {
      const error = { code: -32001, message: 'later', data: { token } };
      const answer = createServer((incoming, outgoing) => {
        incoming.setEncoding('utf8').on('data', (text: string) => {
          const { id } = JSON.parse(text) as { id: string };
          outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        });
      });
      const { ran, records } = await tryCall(
        guarded({ url: await start(answer), onFailure: 'allow' }),
      );
      expect(ran).toHaveLength(1);
      expect(records).toMatchObject([{ decision: 'allow', codes: ['guardian_error'] }]);
    },
  );

  test('a text that is hard to read holds nobody up', async () => {
    const body = `"${'\\"'.repeat(400_000)}`;
    const answer = createServer((_, outgoing) => void outgoing.end(body));
    const { records } = await tryCall(guarded({ url: await start(answer), timeoutMs: 4000 }));
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_answer_invalid'] }]);
  });

  test('an answer that says allow and deny is none', async () => {
    const answer = createServer((incoming, outgoing) => {
      incoming.setEncoding('utf8').on('data', (text: string) => {
        const { id } = JSON.parse(text) as { id: string };
        const twice = '{"decision":"deny","message":"no","decision":"allow"}';
        outgoing.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${twice}}`);
      });
    });
    const { ran, records } = await tryCall(guarded({ url: await start(answer) }));
    expect(ran).toEqual([]);
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_answer_invalid'] }]);
  });

  test('a report that throws changes no decision', async () => {
    const report = (): never => {
      throw new Error('the log is full');
    };
    const options = { url: 'http://127.0.0.1:1/', retries: 0, onFailure: 'allow', report } as const;
    expect((await tryCall(guarded(options))).ran).toHaveLength(1);
  });
});
