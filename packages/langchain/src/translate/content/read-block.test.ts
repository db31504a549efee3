import { AIMessage, HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { createHooks, type Message, type Part } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../../test/plain-model.ts';
import { withHooks } from '../../index.ts';

const question = new HumanMessage('Go on.');
const human = (block: object): HumanMessage => new HumanMessage({ content: [block] as never });
const called = { name: 'pay', arguments: '{"to":"HIDDEN"}' };

/** Messages with words outside of their text, and the part in which hooks see these words. */
const places: Readonly<Record<string, readonly [message: BaseMessage, part: Part]>> = {
  'the name of a user': [
    new HumanMessage({ content: 'Hi', name: 'HIDDEN' }),
    { type: 'data', data: { speaker: 'HIDDEN' } },
  ],
  'the name of a later system message': [
    new SystemMessage({ content: 'Hi', name: 'HIDDEN' }),
    { type: 'data', data: { speaker: 'HIDDEN' } },
  ],
  'the name of a file': [
    human({ type: 'file', file: { filename: 'HIDDEN', file_data: 'data:text/plain;base64,aGk=' } }),
    { type: 'file', mediaType: 'text/plain', name: 'HIDDEN', data: 'aGk=' },
  ],
  'a file in words': [
    human({ type: 'file', file: { file_data: 'data:text/plain,HIDDEN' } }),
    { type: 'file', mediaType: 'text/plain', url: 'data:text/plain,HIDDEN' },
  ],
  'a document in words': [
    human({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'HIDDEN' } }),
    {
      type: 'data',
      data: {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'HIDDEN' },
      },
    },
  ],
  'an image in an address': [
    human({ type: 'image_url', image_url: { url: 'data:image/png;base64,HIDDEN' } }),
    { type: 'file', mediaType: 'image/png', data: 'HIDDEN' },
  ],
  'an image without an address': [
    human({ type: 'image_url', image_url: 'HIDDEN+/==' }),
    { type: 'file', mediaType: 'image/*', data: 'HIDDEN+/==' },
  ],
  'what the metadata call a file': [
    human({
      type: 'file',
      mimeType: 'text/plain',
      data: 'aGk=',
      metadata: { name: 'a', title: 'HIDDEN' },
    }),
    { type: 'file', mediaType: 'text/plain', name: 'a, HIDDEN', data: 'aGk=' },
  ],
  'a block that nobody knows': [
    human({ type: 'document', source: { type: 'text', data: 'x' }, title: 'HIDDEN' }),
    {
      type: 'data',
      data: { type: 'document', source: { type: 'text', data: 'x' }, title: 'HIDDEN' },
    },
  ],
  'a call as it was once written': [
    new AIMessage({ content: '', additional_kwargs: { function_call: called } }),
    { type: 'tool-call', id: '', name: 'pay', args: { to: 'HIDDEN' } },
  ],
};

/** A model that remembers its request. */
class Asked extends PlainModel {
  messages: readonly BaseMessage[] = [];

  override _generate(...given: readonly unknown[]) {
    this.messages = given[0] as readonly BaseMessage[];
    return super['_generate']();
  }
}

/** Returns the messages that the model gets after hooks changed the second message. */
async function sent(message: BaseMessage, change: (message: Message) => Message) {
  const [hooks, model] = [createHooks(), new Asked('Yes.')];
  hooks.addHook('preRequest', ({ request }) => {
    const messages = request.messages.map((each, place) => (place === 1 ? change(each) : each));
    const isSame = messages.every((each, place) => each === request.messages[place]);
    return isSame ? undefined : { request: { ...request, messages } };
  });
  await withHooks(model, hooks).invoke([question, message, question]);
  return model.messages[1]!;
}

describe.each(Object.entries(places))('%s', (_place, [message, part]) => {
  test('is shown to hooks, and left as it is where they say nothing', async () => {
    let seen: readonly Part[] = [];
    const out = await sent(message, (shown) => {
      seen = shown.content;
      return shown;
    });
    expect(seen).toContainEqual(part);
    expect(out).toBe(message);
  });

  test('stays beside a text that hooks add, and goes where they take it away', async () => {
    const more = { type: 'text', text: 'More.' } as const;
    const added = await sent(message, (shown) => ({ ...shown, content: [more, ...shown.content] }));
    expect(JSON.stringify(added)).toMatch(/HIDDEN.*More\.|More\..*HIDDEN/);
    const without = await sent(message, (shown) => ({
      ...shown,
      content: [more, ...shown.content.filter((each) => !JSON.stringify(each).includes('HIDDEN'))],
    }));
    expect(JSON.stringify(without)).not.toContain('HIDDEN');
  });
});

test('the name of who gives instructions stands before them', async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('preRequest', ({ request }) => void seen.push(request.instructions));
  const rules = new SystemMessage({ content: 'Be short.', name: 'Rules' });
  await withHooks(new Asked('Yes.'), hooks).invoke([rules, question]);
  expect(seen).toEqual(['Rules: Be short.']);
});

test('a call as it was once written does not keep its answer from the gate of answers', async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('onAgentResponse', ({ message }) => void seen.push(message.content));
  const answer = new AIMessage({ content: '', additional_kwargs: { function_call: called } });
  await withHooks(new PlainModel(answer), hooks).invoke('Hi.');
  expect(seen).toEqual([[places['a call as it was once written']![1]]]);
});
