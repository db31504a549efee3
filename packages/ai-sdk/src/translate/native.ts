import type * as sdk from '@ai-sdk/provider';

/** The generations of the model interface that are hooked. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** A language model object of any generation. */
export type NativeModel = sdk.LanguageModelV2 | sdk.LanguageModelV3 | sdk.LanguageModelV4;

/** What `doGenerate` and `doStream` are called with. */
export type NativeParams = Parameters<NativeModel['doGenerate']>[0];

/** One message of a prompt. */
export type NativeMessage = NativeParams['prompt'][number];

/** One part of a prompt message; system messages have none. */
export type NativePromptPart = Exclude<NativeMessage['content'], string>[number];

/** One tool on offer to the model. */
export type NativeTool = NonNullable<NativeParams['tools']>[number];

/** What `doGenerate` resolves to. */
export type NativeResult = Awaited<ReturnType<NativeModel['doGenerate']>>;

/** One part of a generated answer. */
export type NativeContent = NativeResult['content'][number];

/** What `doStream` resolves to. */
export type NativeStreamResult = Awaited<ReturnType<NativeModel['doStream']>>;

/** One part of a streamed answer. */
export type NativeStreamPart =
  NativeStreamResult['stream'] extends ReadableStream<infer StreamPart> ? StreamPart : never;

/** A part of an answer about a call that the provider ran. */
export type ProviderPart = Extract<
  NativeContent | NativeStreamPart,
  { type: 'tool-call' | 'tool-result' }
>;

/** Why a model stopped: a word in v2, the unified word beside the provider's own since. */
export type NativeFinishReason = NativeResult['finishReason'];

/** Tokens spent, in either shape. */
export type NativeUsage = NativeResult['usage'];
