import type { BaseMessage, UsageMetadata } from '@langchain/core/messages';
import type { InvalidToolCall, ToolCallChunk } from '@langchain/core/messages/tool';

/** One message of LangChain. */
export type NativeMessage = BaseMessage;

/** One call of an answer. */
export interface NativeCall {
  readonly type?: 'tool_call';
  readonly id?: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What an answer has beside its content; the classes of LangChain type it by far finer. */
export interface NativeAnswer {
  readonly tool_calls?: readonly NativeCall[];
  readonly invalid_tool_calls?: readonly InvalidToolCall[];
  readonly tool_call_chunks?: readonly ToolCallChunk[];
  readonly usage_metadata?: UsageMetadata;
}

/** The answer in a message. */
export function answerIn(message: BaseMessage | undefined): NativeAnswer {
  return (message ?? {}) as NativeAnswer;
}

/** Options of one model call, after LangChain took what is its own. */
export interface CallOptions {
  readonly tools?: readonly unknown[] | undefined;
  readonly tool_choice?: unknown;
  readonly response_format?: unknown;
  /** Set by LangChain where it makes an object of the answer, by whatever means. */
  readonly ls_structured_output_format?: unknown;
  readonly signal?: AbortSignal;
  readonly [option: string]: unknown;
}

/** One answer, whole. */
export interface Generation {
  readonly text: string;
  readonly message: BaseMessage;
  readonly generationInfo?: Readonly<Record<string, unknown>>;
}

/** What a model's `_generate` resolves to. */
export interface GenerationResult {
  readonly generations: readonly Generation[];
  readonly llmOutput?: Readonly<Record<string, unknown>>;
}

/** One piece of a streamed answer. */
export interface GenerationChunk extends Generation {
  concat(chunk: GenerationChunk): GenerationChunk;
}

/** What LangChain tells callbacks through; only what the adapter touches is named. */
export interface RunManager {
  readonly runId?: string;
  handleLLMNewToken?(token: string, ...rest: readonly unknown[]): Promise<void> | void;
  handleToolEvent?(chunk: unknown): Promise<void> | void;
}

/** One event of a model's own stream protocol (LangChain core 1.2). */
export interface ModelEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A chat model below its callbacks; every way to call it ends in one of these methods. */
export interface NativeModel {
  _generate(
    messages: readonly BaseMessage[],
    options: CallOptions,
    runManager?: RunManager,
  ): Promise<GenerationResult>;
  _streamResponseChunks(
    messages: readonly BaseMessage[],
    options: CallOptions,
    runManager?: RunManager,
  ): AsyncGenerator<GenerationChunk>;
  _llmType(): string;
  readonly [property: PropertyKey]: unknown;
}

/** Configuration that LangChain passes along a run. */
export interface RunnableConfig {
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string };
  readonly [option: string]: unknown;
}

/** A tool below its callbacks: `invoke` parses and then runs `_call`. */
export interface NativeTool {
  readonly name: string;
  readonly description?: string;
  readonly returnDirect?: boolean;
  readonly responseFormat?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  invoke(input: unknown, config?: RunnableConfig): Promise<unknown>;
  call?(input: unknown, config?: unknown, tags?: unknown): Promise<unknown>;
  _call?(input: unknown, runManager?: RunManager, config?: RunnableConfig): unknown;
  readonly [property: PropertyKey]: unknown;
}

/** Any method. */
export type Method = (...given: readonly unknown[]) => unknown;

/** The messages in the state of a graph. */
export function messagesIn(state: unknown): readonly unknown[] {
  return listIn((state as { readonly messages?: unknown } | null | undefined)?.messages);
}

/** The list this is, else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
