/** A call as a toy model writes it; its input is JSON text. */
export interface ToyCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** One message of a conversation. */
export type ToyMessage =
  | { readonly from: 'system' | 'user'; readonly text: string }
  | { readonly from: 'model'; readonly text: string; readonly calls: readonly ToyCall[] }
  | {
      readonly from: 'tool';
      readonly call: string;
      readonly tool: string;
      readonly text: string;
    };

/** A tool of an agent. */
export interface ToyTool {
  readonly name: string;
  readonly about?: string;
  /** The type of every input that has to be there. */
  readonly inputs?: Readonly<Record<string, string>>;
  run(input: Readonly<Record<string, unknown>>, running: ToyRunning): unknown;
}

/** What a tool is told beside its input. */
export interface ToyRunning {
  readonly callId: string;
  readonly signal?: AbortSignal | undefined;
}

/** What a model is asked. */
export interface ToyRequest {
  readonly model: string;
  readonly prompt?: string | undefined;
  readonly messages: readonly ToyMessage[];
  readonly tools: readonly ToyTool[];
  readonly signal?: AbortSignal | undefined;
}

/** Why a model stopped; `filtered` is a refusal. */
export type ToyStop = 'done' | 'calls' | 'length' | 'filtered';

/** What a model answers. */
export interface ToyAnswer {
  readonly text: string;
  readonly calls: readonly ToyCall[];
  readonly stop: ToyStop;
}

/** The same answer in parts. */
export type ToyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ToyCall }
  | { readonly type: 'end'; readonly stop: ToyStop }
  | { readonly type: 'error'; readonly error: unknown };

/** Something that answers, at once or in parts. */
export interface ToyModel {
  readonly name: string;
  answer(request: ToyRequest): Promise<ToyAnswer>;
  stream(request: ToyRequest): Promise<AsyncIterable<ToyPart>>;
}

/** A call that reached no tool, and what the model is told of it. */
export interface ToyMiss {
  readonly call: ToyCall;
  readonly why: 'unknown' | 'invalid';
  readonly told: string;
}

/** What an agent is made of. */
export interface ToySettings {
  readonly name: string;
  readonly model: ToyModel;
  readonly prompt?: string | undefined;
  readonly tools: readonly ToyTool[];
  /** Says what the model is told of a call that reached no tool. */
  readonly onMiss?: (miss: ToyMiss) => Promise<string>;
}

/** What a run comes to: the last answer, and the conversation up to it. */
export interface ToyResult {
  readonly answer: ToyAnswer;
  readonly messages: readonly ToyMessage[];
}

/** An agent: asks its model and runs the tools it calls until the model is done. */
export class ToyAgent {
  readonly settings: ToySettings;

  constructor(settings: ToySettings) {
    this.settings = settings;
  }

  /** The same agent with some settings replaced. */
  with(changes: Partial<ToySettings>): ToyAgent {
    return new ToyAgent({ ...this.settings, ...changes });
  }

  async run(messages: readonly ToyMessage[], signal?: AbortSignal): Promise<ToyResult> {
    const history = [...messages];
    for (;;) {
      const answer = await this.settings.model.answer(this.#request(history, signal));
      if (!(await this.#goesOn(history, answer, signal))) return { answer, messages: history };
    }
  }

  async *stream(
    messages: readonly ToyMessage[],
    signal?: AbortSignal,
  ): AsyncGenerator<ToyPart, ToyResult> {
    const history = [...messages];
    for (;;) {
      const parts: ToyPart[] = [];
      for await (const part of await this.settings.model.stream(this.#request(history, signal))) {
        if (part.type === 'error') throw part.error;
        parts.push(part);
        yield part;
      }
      const answer = addUp(parts);
      if (!(await this.#goesOn(history, answer, signal))) return { answer, messages: history };
    }
  }

  #request(messages: readonly ToyMessage[], signal: AbortSignal | undefined): ToyRequest {
    const { model, prompt, tools } = this.settings;
    return { model: model.name, prompt, messages: [...messages], tools, signal };
  }

  async #goesOn(
    history: ToyMessage[],
    { text, calls }: ToyAnswer,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    history.push({ from: 'model', text, calls });
    history.push(...(await Promise.all(calls.map((call) => this.#use(call, signal)))));
    signal?.throwIfAborted();
    return calls.length > 0;
  }

  async #use(call: ToyCall, signal: AbortSignal | undefined): Promise<ToyMessage> {
    const told = (text: string): ToyMessage => ({
      from: 'tool',
      call: call.id,
      tool: call.tool,
      text,
    });
    const missed = async (why: ToyMiss['why'], text: string): Promise<ToyMessage> =>
      told((await this.settings.onMiss?.({ call, why, told: text })) ?? text);
    const tool = this.settings.tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return missed('unknown', `There is no tool ${call.tool}.`);
    const input = readInput(call.input, tool.inputs);
    if (input === undefined) return missed('invalid', `The input of ${call.tool} does not fit.`);
    try {
      const output = await tool.run(input, { callId: call.id, signal });
      return told(typeof output === 'string' ? output : (JSON.stringify(output) ?? ''));
    } catch (error) {
      return told(error instanceof Error ? error.message : String(error));
    }
  }
}

/** The answer that parts add up to. */
export function addUp(parts: readonly ToyPart[]): ToyAnswer {
  const end = parts.findLast((part) => part.type === 'end');
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    calls: parts.flatMap((part) => (part.type === 'call' ? [part.call] : [])),
    stop: end?.type === 'end' ? end.stop : 'done',
  };
}

function readInput(
  text: string,
  inputs: ToyTool['inputs'] = {},
): Record<string, unknown> | undefined {
  try {
    const input = JSON.parse(text) as Record<string, unknown>;
    return Object.entries(inputs).every(([name, type]) => typeof input[name] === type)
      ? input
      : undefined;
  } catch {
    return undefined;
  }
}
