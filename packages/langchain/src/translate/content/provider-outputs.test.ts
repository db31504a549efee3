import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { createHooks, type Part } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../../test/plain-model.ts';
import { withHooks } from '../../index.ts';

const ran = (output: string) => ({ type: 'mcp_call', id: 'm1', name: 'look', output });
const tool_outputs = [ran('It is 4z42.'), { type: 'web_search_call', id: 'w1' }];

/** A model whose provider ran tools before the answer. `messages` keeps the last request. */
class RunningModel extends PlainModel {
  messages: readonly BaseMessage[] = [];

  constructor() {
    super(new AIMessage({ content: 'Done.', additional_kwargs: { tool_outputs } }));
  }

  override _generate(...given: readonly unknown[]) {
    this.messages = given[0] as readonly BaseMessage[];
    return super['_generate']();
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    for (const output of tool_outputs) {
      const fields = { content: '', additional_kwargs: { tool_outputs: [output] } };
      yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk(fields) });
    }
    yield new ChatGenerationChunk({ text: 'Done.', message: new AIMessageChunk('Done.') });
  }
}

type Change = (content: readonly Part[]) => readonly Part[];

const hide: Change = (content) =>
  content.map((part) =>
    part.type === 'data' && JSON.stringify(part.data).includes('4z42')
      ? { ...part, data: ran('It is ****.') }
      : part,
  );
const drop: Change = (content) => content.filter(({ type }) => type !== 'data');
const keep: Change = (content) => content;

const changes: readonly [string, Change, readonly unknown[] | undefined][] = [
  ['leave alone', keep, tool_outputs],
  ['change', hide, [ran('It is ****.'), tool_outputs[1]]],
  ['take away', drop, []],
];

async function whole(model: PlainModel): Promise<BaseMessage> {
  return model.invoke('Hi.');
}

async function streamed(model: PlainModel): Promise<BaseMessage> {
  let all: AIMessageChunk | undefined;
  for await (const chunk of await model.stream('Hi.')) all = all?.concat(chunk) ?? chunk;
  return all!;
}

describe('what the provider ran', () => {
  describe.each([
    ['whole', whole],
    ['streamed', streamed],
  ])('in an answer that comes %s', (_way, ask) => {
    test.each(changes)('is shown to hooks, who may %s it', async (_name, change, left) => {
      const hooks = createHooks();
      const seen: unknown[] = [];
      hooks.addHook('onResponse', ({ response }) => {
        seen.push(...response.content.flatMap((part) => (part.type === 'data' ? [part.data] : [])));
        const content = change(response.content);
        return content === response.content ? undefined : { response: { ...response, content } };
      });
      const answer = await ask(withHooks(new RunningModel(), hooks));
      expect(seen).toEqual(tool_outputs);
      expect([answer.text, answer.additional_kwargs['tool_outputs']]).toEqual(['Done.', left]);
    });
  });

  test.each(changes)(
    'in a history is shown to hooks, who may %s it',
    async (_name, change, left) => {
      const hooks = createHooks();
      hooks.addHook('preRequest', ({ request }) => {
        const messages = request.messages.map((message) => {
          const content = change(message.content);
          return content === message.content ? message : { ...message, content };
        });
        return { request: { ...request, messages } };
      });
      const model = new RunningModel();
      const said = new AIMessage({ content: 'Done.', additional_kwargs: { tool_outputs } });
      await withHooks(model, hooks).invoke([
        new HumanMessage('Hi.'),
        said,
        new HumanMessage('And?'),
      ]);
      expect(model.messages[1]?.additional_kwargs['tool_outputs']).toEqual(left);
    },
  );
});
