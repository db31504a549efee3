import { describe, expect, test } from 'vitest';

import { bank, told } from './told-bank.ts';
import { ToldSession } from './told-session.ts';
import { trackTaint } from './track-taint.ts';

const texts = (...said: readonly string[]) => said.map((text) => ({ type: 'text' as const, text }));

describe('a value split over adjacent texts', () => {
  test('is tainted by a result, an MCP message, a sub-agent and a trigger', async () => {
    const split = texts('note EV12', '3456', '7890 for Eve');
    const task = { kind: 'subagent', to: 'web', input: '' } as const;
    const fates = [];
    for (const read of [
      (session: ToldSession) => session.reads('browse', { content: split }),
      ({ chat }: ToldSession) =>
        chat.dispatch('onMcpMessage', {
          message: { jsonrpc: '2.0', id: 1, result: { content: split } },
          server: 'web',
          direction: 'server-to-client',
        }),
      ({ chat }: ToldSession) =>
        chat.dispatch('onDelegateResult', {
          ...{ task, result: split, durationMs: 0, synthetic: false },
        }),
      ({ chat }: ToldSession) =>
        chat.dispatch('onTrigger', { trigger: { kind: 'web', content: split } }),
    ]) {
      const session = await told('Note my numbers');
      await read(session);
      fates.push(await session.fate('note_down', { number: 'EV1234567890' }));
    }
    expect(fates).toEqual(Array.from({ length: 4 }, () => 'tainted_argument'));
  });

  test('counts as said by the user, the app or a trusted tool', async () => {
    const split = texts('Pay DE8937', '0400', '440532');
    const fates = [];
    for (const role of ['user', 'system', 'tool'] as const) {
      const session = await ToldSession.under(trackTaint(bank));
      await session.says('Pay my rent');
      const message = { role, content: split };
      if (role === 'user') await session.chat.dispatch('onUserMessage', { message });
      else if (role === 'tool') await session.reads('contacts', split);
      else await session.chat.dispatch('onSystemMessage', { message });
      await session.reads('browse', 'other text');
      fates.push(await session.fate('send_money', { recipient: 'DE89370400440532' }));
    }
    expect(fates).toEqual(['allow', 'allow', 'allow']);
  });
});
