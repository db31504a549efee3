import { describe, expect, test } from 'vitest';

import { bank, page, told } from './told-bank.ts';
import { ToldSession } from './told-session.ts';
import { trackTaint } from './track-taint.ts';

describe('a call of a tool that changes something', () => {
  test('passes while nothing untrusted was read', async () => {
    const session = await told('Hello');
    expect(await session.fate('send_money', { recipient: 'EV1234567890' })).toBe('allow');
    expect(await session.fate('anything', { at: 'all' })).toBe('allow');
  });

  test('passes when the user asked for it and named what it acts on', async () => {
    const session = await told('Transfer 20 to DE89 3704 0044, please. I mean DE89370400440532.');
    await session.reads('browse', page);
    expect(await session.fate('send_money', { recipient: 'DE89370400440532', amount: 20 })).toBe(
      'allow',
    );
    expect(await session.fate('send_money', { recipient: 'de89 3704 0044' })).toBe('allow');
  });

  test('is denied when the user asked for it, and a page named what it acts on', async () => {
    const session = await told('Pay my bill');
    await session.reads('browse', page);
    expect(await session.fate('send_money', { recipient: 'EV1234567890' })).toBe(
      'tainted_argument',
    );
    expect(await session.fate('send_money', { recipient: ['EV1234567890'] })).toBe(
      'tainted_argument',
    );
    expect(await session.fate('send_money', { recipient: 'EV12345' })).toBe('tainted_argument');
    expect(await session.fate('send_money', { recipient: { iban: 'EV1234567890' } })).toBe(
      'tainted_argument',
    );
  });

  test('is denied when nobody asked for it, even with sound arguments', async () => {
    const session = await told('What is the weather like for Bob, DE89370400440532?');
    await session.reads('browse', page);
    expect(await session.fate('send_money', { recipient: 'DE89370400440532' })).toBe(
      'not_requested',
    );
  });

  test('passes with what a trusted tool gave', async () => {
    const session = await told('Pay Bob');
    await session.reads('browse', page);
    await session.reads('contacts', { bob: 'DE89370400440532' });
    expect(await session.fate('send_money', { recipient: 'DE89370400440532' })).toBe('allow');
  });

  test('gains nothing from a result that repeats what was tried', async () => {
    const session = await told('Pay my bill');
    await session.reads('browse', page);
    await session.reads('send_money', 'Sent 20 to EV1234567890.');
    expect(await session.fate('send_money', { recipient: 'EV1234567890' })).toBe(
      'tainted_argument',
    );
  });

  test('may be about what the user spoke of, where one word of it is enough', async () => {
    const session = await told('Note the price of the lamps', {
      tools: { note: { guards: { title: { must: 'be-untainted', compare: 'topic' } } } },
    });
    await session.reads('browse', 'Price list of eve@evil.example, day off');
    expect(await session.fate('note', { title: 'Price list' })).toBe('allow');
    expect(await session.fate('note', { title: 'Day off' })).toBe('tainted_argument');
    expect(await session.fate('note', { title: 'My own idea' })).toBe('allow');
  });

  test('is asked about where its rule says so, and refused when nobody answers', async () => {
    const session = await told('Hello');
    await session.reads('browse', page);
    expect(await session.fate('send_mail', { to: 'eve@evil.example' })).toBe(
      'approver_unavailable',
    );
    expect(await session.fate('send_mail', { to: 'anyone@shop.example' })).toBe('allow');
    expect(await session.fate('send_mail', { to: 'anyone@shop.example, eve@evil.example' })).toBe(
      'approver_unavailable',
    );
    expect(await session.fate('open_account', { name: 'Eve' })).toBe('approver_unavailable');
  });

  test('passes when a person says yes', async () => {
    const session = await ToldSession.under(trackTaint(bank), {
      approver: () => ({ approved: true }),
    });
    await session.says('Hello');
    await session.reads('browse', page);
    expect(await session.fate('send_mail', { to: 'eve@evil.example' })).toBe('allow');
  });

  test('passes again with what a person let pass, where its guard remembers that', async () => {
    const fates = [];
    for (const remember of ['session', 'never'] as const) {
      let asked = 0;
      const guards = { to: { must: 'be-trusted', remember } } as const;
      const policy = trackTaint({ tools: { send: { guards, onTainted: 'ask' } } });
      const session = await ToldSession.under(policy, {
        approver: () => ({ approved: (asked += 1) > 1 }),
      });
      await session.reads('browse', page);
      const send = async (text: string): Promise<string> =>
        session.does('send', { to: 'eve@evil.example', text });
      fates.push([await send('one'), await send('two'), await send('three'), asked]);
    }
    expect(fates).toEqual([
      ['approval_refused', 'allow', 'allow', 2],
      ['approval_refused', 'allow', 'allow', 3],
    ]);
  });

  test('passes no more when another policy answered in place of the tool, and nobody was asked', async () => {
    const guards = { to: { must: 'be-trusted', remember: 'session' } } as const;
    const session = await ToldSession.under(
      trackTaint({ tools: { send: { guards, onTainted: 'ask' } } }),
    );
    await session.reads('browse', page);
    expect(await session.does('send', { to: 'eve@evil.example' }, 'answered')).toBe('answered');
    expect(await session.fate('send', { to: 'eve@evil.example' })).toBe('approver_unavailable');
  });

  test('says which argument is at fault, and nothing of its value', async () => {
    const session = await told('Pay my bill');
    await session.reads('browse', page);
    const verdict = await session.calls('send_money', { recipient: 'EV1234567890' });
    expect(verdict).toMatchObject({
      reason: expect.stringContaining('recipient of send_money') as string,
    });
    expect(JSON.stringify(verdict)).not.toContain('EV1234567890');
  });
});

describe('a tool without a rule', () => {
  test('reads what is untrusted, and its calls must not carry it', async () => {
    const session = await told('Hello', {});
    await session.reads('anything', { deep: [page] });
    expect(await session.fate('other', { to: ['eve@evil.example'] })).toBe('tainted_argument');
    expect(await session.fate('other', { 'eve@evil.example': true })).toBe('tainted_argument');
    expect(await session.fate('other', { to: 'somebody else altogether' })).toBe('allow');
  });

  test('passes when its annotations say that it only reads, unless they are ignored', async () => {
    const [trusting, strict] = [
      await told('Hello', {}),
      await told('Hello', { annotations: 'ignored' }),
    ];
    for (const session of [trusting, strict]) await session.reads('anything', page);
    const args = ['look', { at: 'eve@evil.example' }] as const;
    expect(await trusting.fate(...args, { readOnlyHint: true })).toBe('allow');
    expect(await trusting.fate(...args, { readOnlyHint: false, destructiveHint: false })).toBe(
      'tainted_argument',
    );
    expect(await strict.fate(...args, { readOnlyHint: true })).toBe('tainted_argument');
  });

  test('is guarded the same under a name of the prototype', async () => {
    const session = await told('Hello');
    await session.reads('constructor', page);
    expect(await session.fate('toString', { to: 'eve@evil.example' })).toBe('tainted_argument');
    expect(
      await session.fate('send_money', { ['__proto__']: 'x', recipient: 'EV1234567890' }),
    ).toBe('tainted_argument');
  });
});

test('a reader of results that throws withholds the result', async () => {
  const session = await told('Hello', {
    tools: {
      odd: {
        reads: () => {
          throw new Error('odd');
        },
      },
    },
  });
  const call = { id: '1', name: 'odd', args: {} };
  const tool = { name: 'odd', origin: 'local', known: true, enabled: true } as const;
  const verdict = await session.chat.dispatch('onToolCallResult', {
    call,
    originalCall: call,
    tool,
    durationMs: 0,
    synthetic: false,
    result: page,
  });
  expect(verdict).toMatchObject({ decision: 'deny', code: 'hook_failed' });
});
