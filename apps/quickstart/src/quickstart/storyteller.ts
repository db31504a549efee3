import {
  textOf,
  type Approver,
  type Hooks,
  type ModelResponse,
  type ToolCall,
} from '@interpose/core';
import type { CallStory } from './call-story.ts';
import { formatCall } from './format-call.ts';
import { labelledLines } from './labelled-lines.ts';

/** Watches one conversation and tells it, a few lines at a time. */
export class Storyteller {
  readonly #stories = new Map<string, CallStory>();
  readonly #print: (text: string) => void;

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  /** Every call the model asked for, in that order. */
  get calls(): readonly CallStory[] {
    return [...this.#stories.values()];
  }

  /** The same approver, overheard. */
  overhear(approver: Approver): Approver {
    return async (request) => {
      const answer = await approver(request);
      const isYes = 'approved' in answer && answer.approved;
      const by = 'by' in answer ? (answer.by ?? 'the approver') : 'the approver';
      const question = { reason: request.reason, answer: `${by} says ${isYes ? 'yes' : 'no'}` };
      this.#add((request.value as ToolCall).id, { question });
      return answer;
    };
  }

  watch(hooks: Hooks): void {
    hooks.observe('onUserMessage', ({ message }) =>
      this.#tell(labelledLines('user', textOf(message))),
    );
    hooks.observe('onResponse', ({ response }) => this.#begin(response));
    hooks.observe('preToolCall', ({ call }, record) => {
      if (record !== undefined) this.#add(call.id, { record });
    });
    hooks.observe('onToolCallResult', ({ call: { id, args }, result }) =>
      this.#add(id, { ran: { args, outcome: result } }),
    );
    hooks.observe('onToolCallError', ({ call: { id, args }, error }) =>
      this.#add(id, { ran: { args, outcome: error.message } }),
    );
    hooks.observe('onMessage', ({ message }) => {
      for (const part of message.content) {
        if (part.type === 'tool-result') this.#finish(part.id, part.error);
      }
    });
    hooks.observe('onAgentResponse', ({ message }) =>
      this.#tell(labelledLines('answer', textOf(message))),
    );
  }

  #begin({ content }: ModelResponse): void {
    for (const part of content) {
      if (part.type === 'tool-call')
        this.#stories.set(part.id, { name: part.name, asked: part.args });
    }
  }

  #add(callId: string, news: Partial<CallStory>): void {
    const story = this.#stories.get(callId);
    if (story !== undefined) Object.assign(story, news);
  }

  #finish(callId: string, told: string | undefined): void {
    const story = this.#stories.get(callId);
    if (story === undefined) return;
    if (told !== undefined) story.told = told;
    this.#tell(formatCall(story));
  }

  #tell(lines: readonly string[]): void {
    this.#print([...lines, ''].join('\n'));
  }
}
