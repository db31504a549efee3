import type { Model, ModelRequest, ModelResponse } from '@openai/agents-core';
import { Usage } from '@openai/agents-core';

/** One item of an answer. */
export type Item = ModelResponse['output'][number];

/** What the model does with one request: it says a text, or gives these items. */
export type MemoryTurn = string | readonly Item[];

/** A model in memory that keeps what it was asked; its state is private, as that of real ones. */
export class MemoryModel implements Model {
  readonly asked: ModelRequest[] = [];
  readonly #turns: MemoryTurn[];

  constructor(...turns: MemoryTurn[]) {
    this.#turns = turns;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.asked.push(request);
    return { usage: new Usage(), output: this.#next(), responseId: 'resp_real' };
  }

  async *getStreamedResponse(request: ModelRequest): ReturnType<Model['getStreamedResponse']> {
    this.asked.push(request);
    const output = this.#next();
    yield { type: 'response_started' };
    for (const item of output) {
      if (item.type !== 'message' || item.role !== 'assistant') continue;
      for (const piece of item.content) {
        if (piece.type !== 'output_text') continue;
        for (const delta of piece.text.split(/(?<= )/)) {
          yield { type: 'output_text_delta', delta };
          yield { type: 'model', event: { raw: delta } };
        }
      }
    }
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield { type: 'response_done', response: { id: 'resp_real', usage, output: output as never } };
  }

  #next(): Item[] {
    const turn = this.#turns.shift();
    if (turn === undefined) throw new Error('the model was asked too often');
    return typeof turn === 'string' ? [says(turn)] : [...turn];
  }
}

/** What an assistant says. */
export function says(text: string): Item {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

/** A call of a function tool. */
export function calls(name: string, args: unknown = {}, callId: string = `call_${name}`): Item {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { type: 'function_call', callId, name, arguments: text, status: 'completed' };
}

/** A search among the tools that the app carries out. */
export const search: Item = {
  type: 'tool_search_call',
  call_id: 's1',
  execution: 'client',
  status: 'completed',
  arguments: {},
} as unknown as Item; // The types of the SDK name no call of a search.

/** What the model read as the outcome of a call, in its last request. */
export function readOf({ asked }: MemoryModel, callId: string): string {
  const input = asked.at(-1)?.input ?? [];
  const found = (typeof input === 'string' ? [] : input).find(
    (item) => item.type !== 'function_call' && 'callId' in item && item.callId === callId,
  );
  return JSON.stringify((found as { readonly output?: unknown } | undefined)?.output);
}
