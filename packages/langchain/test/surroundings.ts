import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { createHooks, type Hooks } from '@interpose/core';
import { createAgent, tool } from 'langchain';
import { describe, expect, test } from 'vitest';

import { withHooks } from '../src/index.ts';
import { PlainModel } from './plain-model.ts';

/** What the app put around the code that runs now. */
const around = new AsyncLocalStorage<string>();

/** What surrounded each piece of code of the app, in order. */
type Seen = Record<string, string[]>;

type Note = (who: string) => void;

const CALL = { type: 'tool_call_chunk', id: 'c1', name: 'look', args: '{}', index: 0 } as const;

/** A model whose pieces come late, as those of a service do. */
class NotingModel extends PlainModel {
  readonly #note: Note;
  readonly #answers: AIMessageChunk[][];

  constructor(note: Note, ...answers: AIMessageChunk[][]) {
    super('Not streamed.');
    this.#note = note;
    this.#answers = answers;
  }

  override async _generate(): Promise<ChatResult> {
    await turn();
    this.#note('model');
    const message = this.#answers.shift()!.reduce((all, next) => all.concat(next));
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    _messages: unknown,
    _options: unknown,
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of this.#answers.shift()!) {
      await turn();
      this.#note('model');
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      const last = [undefined, undefined, undefined, undefined] as const;
      await manager?.handleLLMNewToken(chunk.text, ...last, { chunk });
    }
    this.#note('end of the model');
  }
}

const says = (): AIMessageChunk[] => ['Ten ', 'euros', '.'].map((text) => new AIMessageChunk(text));

/** Something of the app that streams, as its hooked or bare form. */
type Open = (note: Note, hooks: Hooks | undefined) => unknown;

function callbacks(note: Note): object[] {
  const names = ['ChatModelStart', 'LLMNewToken', 'LLMEnd', 'ToolStart', 'ToolEnd', 'ChainEnd'];
  return [Object.fromEntries(names.map((name) => [`handle${name}`, () => note(name)]))];
}

function modelOf(note: Note, hooks: Hooks | undefined): NotingModel {
  const model = new NotingModel(note, says());
  return hooks === undefined ? model : withHooks(model, hooks);
}

function agentOf(note: Note, hooks: Hooks | undefined) {
  const look = tool(
    async () => {
      note('tool');
      await turn();
      note('end of the tool');
      return 'found';
    },
    { name: 'look', description: 'Looks.', schema: { type: 'object', properties: {} } },
  );
  const asks = new AIMessageChunk({ content: '', tool_call_chunks: [CALL] });
  const make = hooks === undefined ? createAgent : withHooks(createAgent, hooks);
  return make({ model: new NotingModel(note, [asks], says()), tools: [look] });
}

const question = { messages: [{ role: 'user', content: 'What is the price?' }] };

const opens: Readonly<Record<string, Open>> = {
  'a model': (note, hooks) => modelOf(note, hooks).stream('Hi.', { callbacks: callbacks(note) }),
  'the events of a model': (note, hooks) =>
    modelOf(note, hooks).streamEvents('Hi.', { callbacks: callbacks(note), version: 'v2' }),
  'an agent': (note, hooks) =>
    agentOf(note, hooks).stream(question, { callbacks: callbacks(note) }),
  'the messages of an agent': (note, hooks) =>
    agentOf(note, hooks).stream(question, { callbacks: callbacks(note), streamMode: 'messages' }),
  'the events of an agent': (note, hooks) =>
    agentOf(note, hooks).streamEvents(question, { callbacks: callbacks(note), version: 'v2' }),
};

const reads: Readonly<Record<string, (stream: ReadableStream<unknown>) => Promise<void>>> = {
  'for await': (stream) =>
    around.run('reader', async () => {
      for await (const _ of stream) await rest();
    }),
  'reads in two surroundings': async (stream) => {
    const reader = stream.getReader();
    const read = (where: string) => around.run(where, () => reader.read());
    for (let step = await read('first'); !step.done; step = await read('second')) await rest();
  },
};

/** Whoever reads comes back once nothing moves any more, so that each piece is asked for by one who waits for it. */
async function rest(): Promise<void> {
  for (let left = 20; left > 0; left--) await turn();
}

async function seen(open: Open, read: string, hooks: Hooks | undefined): Promise<Seen> {
  const found: Seen = {};
  const note: Note = (who) => void (found[who] ??= []).push(around.getStore() ?? 'nothing');
  const stream = await around.run('maker', () => open(note, hooks));
  await rest();
  await reads[read]!(stream as ReadableStream<unknown>);
  return found;
}

const listening: Readonly<Record<string, (hooks: Hooks) => unknown>> = {
  'no hooks': () => undefined,
  observers: (hooks) => hooks.observe('onResponse', () => undefined),
  'a hook on deltas': (hooks) => hooks.addHook('onResponseDelta', () => undefined),
  'a hook on tools': (hooks) => hooks.addHook('preToolCall', () => undefined),
};

function hooksOf(who: string): Hooks {
  const hooks = createHooks();
  listening[who]!(hooks);
  return hooks;
}

const ways = Object.keys(opens).flatMap((what) =>
  Object.keys(reads).flatMap((read) => Object.keys(listening).map((who) => [what, read, who])),
) as [what: string, read: string, who: string][];

/** What surrounds the code of an app in a stream that is made in one place and read in another, in every version. */
export function surroundings(version: string): void {
  describe(`LangChain ${version}: a stream made in one place and read in another`, () => {
    test.each(ways)(
      '%s, %s: model, tools and callbacks see what they see without hooks, under %s',
      async (what, read, who) => {
        const bare = await seen(opens[what]!, read, undefined);
        expect(bare['model']?.length).toBeGreaterThan(1);
        expect(await seen(opens[what]!, read, hooksOf(who))).toEqual(bare);
      },
    );

    test('a hook on whole answers has a model say all of it where the stream is made', async () => {
      const hooks = createHooks();
      hooks.addHook('onResponse', () => undefined);
      const hooked = await seen(opens['a model']!, 'reads in two surroundings', hooks);
      const bare = await seen(opens['a model']!, 'reads in two surroundings', undefined);
      const here = { model: ['maker', 'maker', 'maker'], 'end of the model': ['maker'] };
      expect(hooked).toEqual({ ...bare, ...here });
    });
  });
}
