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

/** The fields of an answer beside its content. LangChain's classes have far finer types. */
export interface NativeAnswer {
  readonly tool_calls?: readonly NativeCall[];
  readonly invalid_tool_calls?: readonly InvalidToolCall[];
  readonly tool_call_chunks?: readonly ToolCallChunk[];
  readonly usage_metadata?: UsageMetadata;
}

/** Returns the message as an answer. */
export function answerIn(message: BaseMessage | undefined): NativeAnswer {
  return (message ?? {}) as NativeAnswer;
}

/** Options of one model call, after LangChain has taken its own options out. */
export interface CallOptions {
  readonly tools?: readonly unknown[] | undefined;
  readonly tool_choice?: unknown;
  readonly response_format?: unknown;
  /** LangChain sets this if it makes an object from the answer, in any way. */
  readonly ls_structured_output_format?: unknown;
  readonly signal?: AbortSignal;
  readonly [option: string]: unknown;
}

/** One whole answer. */
export interface Generation {
  readonly text: string;
  readonly message: BaseMessage;
  readonly generationInfo?: Readonly<Record<string, unknown>>;
}

/** The result of a model's `_generate`. */
export interface GenerationResult {
  readonly generations: readonly Generation[];
  readonly llmOutput?: Readonly<Record<string, unknown>>;
}

/** One piece of a streamed answer. */
export interface GenerationChunk extends Generation {
  concat(chunk: GenerationChunk): GenerationChunk;
}

/** LangChain's way to report to callbacks. This interface names only what the adapter uses. */
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

/** A chat model below its callbacks. Every way of calling it ends in one of these methods. */
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

/** The configuration that LangChain passes along a run. */
export interface RunnableConfig {
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string; readonly name?: string };
  readonly [option: string]: unknown;
}

/** A tool below its callbacks: `invoke` parses the arguments and then calls `_call`. */
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

/** Returns the messages in the state of a graph. */
export function messagesIn(state: unknown): readonly unknown[] {
  return listIn((state as { readonly messages?: unknown } | null | undefined)?.messages);
}

/** Returns the value if it is a list, else an empty list. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
