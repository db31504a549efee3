import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation, ConversationItem } from './conversation.ts';
import { findPosition } from './find-position.ts';
import { planScript } from './plan-script.ts';
import { say } from './say.ts';

const user = (text: string): ConversationItem => ({ role: 'user', text });

function says(...texts: string[]): ConversationItem {
  return { role: 'assistant', texts, callIds: [], calls: [] };
}

function calls(id: string, call = `tool {"for":"${id}"}`, text?: string): ConversationItem {
  return {
    role: 'assistant',
    texts: text === undefined ? [] : [text],
    callIds: [id],
    calls: [call],
  };
}

const twoChats = [
  user('find it'),
  calls('a'),
  calls('b'),
  says('found'),
  user('thanks'),
  says('bye'),
];

describe('findPosition', () => {
  test('counts the answers that a conversation has had', () => {
    expect(findPosition(twoChats, [])).toBe(0);
    expect(findPosition(twoChats, twoChats.slice(0, 1))).toBe(0);
    expect(findPosition(twoChats, twoChats.slice(0, 2))).toBe(1);
    expect(findPosition(twoChats, twoChats.slice(0, 5))).toBe(3);
    expect(findPosition(twoChats, twoChats)).toBe(4);
  });

  test('tells answers with one id apart although the host emptied the arguments of one', () => {
    const answer = (rawArguments: string) =>
      ({ kind: 'answer', calls: [{ id: '1', name: 'find', rawArguments }] }) as const;
    const emptied = calls('1', 'find {}');
    for (const written of ['{"bad', '[]', 'true', '"text"', '{"__proto__":1}']) {
      const script = planScript([answer(written), answer('{}'), say('done')], 'chat-1');
      expect(findPosition(script.conversation, [emptied])).toBe(1);
      expect(findPosition(script.conversation, [emptied, emptied])).toBe(2);
    }
  });

  test('counts by order alone where a script has no cues and nothing matches', () => {
    const script = [says('one'), says('two'), says('three')];
    expect(findPosition(script, [user('x'), says('other'), user('y')])).toBe(1);
    expect(findPosition(script, [user('x'), says('other'), user('y'), says('more')])).toBe(2);
  });

  test('takes a refusal in place of an answer for that answer', () => {
    expect(findPosition(twoChats, [user('find it'), says('Blocked by policy.')])).toBe(1);
    const afterRefusal = [user('find it'), says('Blocked by policy.'), user('thanks')];
    expect(findPosition(twoChats, afterRefusal)).toBe(3);
  });

  test('is not moved by a user message that steers a running chat', () => {
    const steered = [user('find it'), calls('a'), user('hurry up')];
    expect(findPosition(twoChats, steered)).toBe(1);
    expect(findPosition(twoChats, [...steered, calls('b')])).toBe(2);
  });

  test('recognises an answer whose text or arguments a policy rewrote by its call id', () => {
    expect(findPosition(twoChats, [user('x'), calls('a'), calls('b', 'tool {}', 'redacted')])).toBe(
      2,
    );
  });

  test('recognises a call whose id a host replaced by its name and arguments', () => {
    const renamed = calls('host-1', 'tool {"for":"b"}');
    expect(findPosition(twoChats, [user('find it'), renamed])).toBe(2);
  });

  test('recognises the chat of a session although the host dropped an empty answer', () => {
    const script = [user('one'), says(), user('two'), says('second')];
    expect(findPosition(script, [user('one')])).toBe(0);
    expect(findPosition(script, [user('one'), user('two')])).toBe(1);
    expect(findPosition(script, [user('one'), user('rewritten')])).toBe(1);
  });

  test('recognises a late place although the host cut the beginning off', () => {
    expect(findPosition(twoChats, [calls('b')])).toBe(2);
    expect(findPosition(twoChats, [user('thanks')])).toBe(3);
  });

  test('leaves a foreign beginning out', () => {
    const foreign = [user('example'), says('sample'), user('another'), says('sample')];
    expect(findPosition(twoChats, [...foreign, user('find it')])).toBe(0);
    expect(findPosition(twoChats, [...foreign, user('find it'), calls('a')])).toBe(1);
  });

  test('counts an answer once that a host sends as two messages', () => {
    const script = [calls('a', 'tool {}', 'let me see'), says('done')];
    expect(findPosition(script, [user('x'), says('let me see'), calls('a', 'tool {}')])).toBe(1);
  });

  test('keeps apart calls of one chat that share their id', () => {
    const script = [calls('same', 'read {}'), calls('same', 'write {}'), calls('same', 'read {}')];
    expect(findPosition(script, script.slice(0, 1))).toBe(1);
    expect(findPosition(script, script.slice(0, 2))).toBe(2);
    expect(findPosition(script, script)).toBe(3);
    expect(findPosition(script, [calls('same', 'write {}')])).toBe(2);
  });

  test('does not skip ahead to a later call of the same id because its arguments look alike', () => {
    const filler = Array.from({ length: 6 }, (_, index) => calls(`filler-${index}`));
    const script = [calls('same', 'read not json'), ...filler, calls('same', 'read {}')];
    expect(findPosition(script, [calls('same', 'read {}')])).toBe(1);
  });

  test('finds every place of every script, whatever harmless things happen to the conversation', () => {
    fc.assert(
      fc.property(conversations(), fc.nat(), fc.nat(), (script, cut, place) => {
        const answers = script.flatMap((item, index) => (item.role === 'assistant' ? [index] : []));
        const end = answers[cut % answers.length] ?? 0;
        const said = script.slice(0, end);
        expect(findPosition(script, said)).toBe(answers.indexOf(end));
        const at = place % (said.length + 1);
        const steered = [...said.slice(0, at), user('please hurry'), ...said.slice(at)];
        expect(findPosition(script, steered)).toBe(answers.indexOf(end));
        const withoutUsers = said.filter(({ role }) => role === 'assistant');
        expect(findPosition(script, withoutUsers)).toBe(answers.indexOf(end));
      }),
    );
  });
});

/** Generates chats with unique ids and texts, each with a user message first and a text last. */
function conversations(): fc.Arbitrary<Conversation> {
  return fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 5 }).map((chats) => {
    return chats.flatMap((steps, chat) => [
      user(`question ${chat}`),
      ...Array.from({ length: steps }, (_, step) => calls(`call ${chat} ${step}`)),
      says(`answer ${chat}`),
    ]);
  });
}
