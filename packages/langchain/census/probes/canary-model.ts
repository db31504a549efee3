import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { canaries, type ProbeRun } from '@interpose/testing/probes';

/**
 * What the model says: `calls` asks for a tool first, alone or twice under odd ids, `text` answers at once, `json`
 * answers with an object.
 */
export type Script = 'calls' | 'same ids' | 'empty ids' | 'text' | 'json';

const callIds: Partial<Record<Script, readonly string[]>> = {
  calls: ['c1'],
  'same ids': ['c1', 'c1'],
  'empty ids': ['', ''],
};

/** One answer, before it is made into a message. */
interface Answer {
  readonly text: string;
  readonly reasoning: string;
  /** The ids of the calls of the one tool. */
  readonly calls: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A chat model in memory of which every field carries a canary; it answers whole only. */
export class CanaryModel extends BaseChatModel {
  protected readonly next: (request: unknown) => Answer;

  constructor(run: ProbeRun, script: Script) {
    super({});
    // Out of reach of the search for what an app can reach: a function tells nothing of what it closes over.
    this.next = scripted(run, script);
  }

  override _llmType(): string {
    return 'canary';
  }

  override bindTools(tools: unknown): ReturnType<NonNullable<BaseChatModel['bindTools']>> {
    return this.withConfig({ tools } as object);
  }

  override async _generate(messages: unknown): Promise<ChatResult> {
    const answer = this.next(messages);
    const message = new AIMessage(fieldsOf(answer));
    return {
      generations: [{ text: answer.text, message, generationInfo: besideOf(answer) }],
      llmOutput: { raw: answer.text },
    };
  }
}

/** A model that always says this. */
export class SayingModel extends CanaryModel {
  readonly #text: () => string;

  constructor(run: ProbeRun, text: string) {
    super(run, 'text');
    this.#text = () => text;
  }

  override async _generate(): Promise<ChatResult> {
    const message = new AIMessage(this.#text());
    return { generations: [{ text: message.text, message }] };
  }
}

/** The same model; it streams as well. */
export class StreamingCanaryModel extends CanaryModel {
  override async *_streamResponseChunks(
    messages: unknown,
    _options: object,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const chunk of chunksOf(this.next(messages))) {
      yield chunk;
      const place = { prompt: 0, completion: 0 };
      const told = [undefined, undefined, undefined, { chunk }] as const;
      await runManager?.handleLLMNewToken(chunk.text, place, ...told);
    }
  }
}

/** The pieces of an answer, each telling one thing. */
function* chunksOf(answer: Answer): Generator<ChatGenerationChunk> {
  const { content: _content, tool_calls: _calls, ...last } = fieldsOf(answer);
  const middle = Math.ceil(answer.text.length / 2);
  yield chunkOf({ content: '', additional_kwargs: { reasoning_content: answer.reasoning } });
  yield chunkOf({ content: answer.text.slice(0, middle) });
  yield chunkOf({ content: answer.text.slice(middle) });
  for (const [index, id] of answer.calls.entries())
    // The text has the place 0: LangChain drops a call that stands there too from its third protocol of events.
    yield chunkOf({ content: '', tool_call_chunks: [callChunk(index + 1, id)] });
  yield chunkOf({ content: '', ...last, additional_kwargs: {} }, besideOf(answer));
}

function scripted(run: ProbeRun, script: Script): (request: unknown) => Answer {
  let requests = 0;
  const final = { text: canaries.finalText, reasoning: canaries.finalReasoning, calls: [] };
  return (request) => {
    requests += 1;
    run.requested(request);
    if (script === 'json') return { ...final, text: JSON.stringify({ answer: final.text }) };
    const calls = callIds[script];
    if (calls === undefined || requests % 2 === 0) return final;
    return { text: canaries.firstText, reasoning: canaries.firstReasoning, calls };
  };
}

/** What stands in a message beside its text: each place that providers use holds the text once more. */
function fieldsOf({ text, reasoning, calls }: Answer): Fields {
  return {
    content: text,
    additional_kwargs: { reasoning_content: reasoning, raw: text },
    response_metadata: { model_name: 'canary', logprobs: logprobs(text), ...secret },
    usage_metadata: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
    tool_calls: calls.map((id) => ({ type: 'tool_call', id, name, args: callArguments })),
  };
}

const callArguments = { euros: 5, input: 'Pay.' };

/** The only tool that the model knows. */
const name = 'refund';

const secret = { secret: canaries.metadata };

function besideOf({ text, calls }: Answer): Fields {
  return { finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', logprobs: logprobs(text) };
}

function logprobs(text: string): object {
  return { content: [{ token: text, logprob: -1 }] };
}

function callChunk(index: number, id: string): Fields {
  return { type: 'tool_call_chunk', index, id, name, args: JSON.stringify(callArguments) };
}

function chunkOf(fields: Fields, generationInfo: Fields = {}): ChatGenerationChunk {
  const message = new AIMessageChunk(fields);
  return new ChatGenerationChunk({ text: message.text, message, generationInfo });
}
