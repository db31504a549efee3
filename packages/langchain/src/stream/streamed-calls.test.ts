import { AIMessage, AIMessageChunk, HumanMessage } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { createHooks, type EventName } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

type Piece = { readonly id?: string; readonly name?: string; readonly args: string };

/** A model that asks for tools in these pieces and then ends its answer. */
class PiecesOfCalls extends PlainModel {
  readonly pieces: readonly (Piece & { readonly index?: number })[];

  constructor(pieces: PiecesOfCalls['pieces']) {
    super(new AIMessage('Done.'));
    this.pieces = pieces;
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    const messages =
      this.asked++ > 0
        ? [new AIMessageChunk('Done.')]
        : this.pieces.map((piece) => {
            const call = { type: 'tool_call_chunk', ...piece } as const;
            return new AIMessageChunk({ content: '', tool_call_chunks: [call] });
          });
    for (const message of messages) yield new ChatGenerationChunk({ text: message.text, message });
  }
}

const whole: readonly Piece[] = [
  { id: 'a', name: 'pay', args: '{"euros":1}' },
  { id: 'b', name: 'pay', args: '{"euros":2}' },
];

const inParts: readonly Piece[] = [
  { id: 'a', name: 'pay', args: '{"euros"' },
  { id: 'b', name: 'pay', args: '{"euros"' },
  { id: 'a', args: ':1}' },
  { id: 'b', args: ':2}' },
];

const ways = {
  'that have no place': whole,
  'that have one place': whole.map((piece) => ({ ...piece, index: 0 })),
  'in parts that have no place': inParts,
  'in parts that have one place': inParts.map((piece) => ({ ...piece, index: 0 })),
};

const events: readonly EventName[][] = [
  ['preToolCall'],
  ['onResponse'],
  ['onResponseDelta'],
  ['onToolCallError'],
];

describe('parallel calls in a stream', () => {
  describe.each(Object.entries(ways))('%s', (_way, pieces) => {
    test.each(events)('all run where hooks listen to %s', async (event) => {
      const hooks = createHooks();
      hooks.addHook(event as 'preToolCall', () => undefined);
      const pay = spy('pay');
      const agent = withHooks(
        createAgent,
        hooks,
      )({
        model: new PiecesOfCalls(pieces),
        tools: [pay],
      });
      for await (const part of await agent.stream(question, { streamMode: 'messages' }))
        expect(part).toBeDefined();
      expect(pay.runs).toEqual([{ euros: 1 }, { euros: 2 }]);
    });
  });

  test('stand side by side in the events of the third protocol', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const pay = spy('pay');
    const model = new PiecesOfCalls(ways['that have no place']);
    const agent = withHooks(createAgent, hooks)({ model, tools: [pay] });
    await (
      await agent.streamEvents(question, { version: 'v3' })
    ).output;
    expect(pay.runs).toEqual([{ euros: 1 }, { euros: 2 }]);
  });
});
