import type * as sdk from '@ai-sdk/provider';

/** The generations of the model interface that this adapter hooks. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** A language model object of any generation. */
export type NativeModel = sdk.LanguageModelV2 | sdk.LanguageModelV3 | sdk.LanguageModelV4;

/** The options of `doGenerate` and `doStream`. */
export type NativeParams = Parameters<NativeModel['doGenerate']>[0];

/** One message of a prompt. */
export type NativeMessage = NativeParams['prompt'][number];

/** One part of a prompt message; system messages have a text instead. */
export type NativePromptPart = Exclude<NativeMessage['content'], string>[number];

/** One tool on offer to the model. */
export type NativeTool = NonNullable<NativeParams['tools']>[number];

/** The result of `doGenerate`. */
export type NativeResult = Awaited<ReturnType<NativeModel['doGenerate']>>;

/** One part of a generated answer. */
export type NativeContent = NativeResult['content'][number];

/** The result of `doStream`. */
export type NativeStreamResult = Awaited<ReturnType<NativeModel['doStream']>>;

/** One part of a streamed answer. */
export type NativeStreamPart =
  NativeStreamResult['stream'] extends ReadableStream<infer StreamPart> ? StreamPart : never;

/** A part of an answer about a call that the provider ran. */
export type ProviderPart = Extract<
  NativeContent | NativeStreamPart,
  { type: 'tool-call' | 'tool-result' }
>;

/** Why a model stopped: one word in v2; later an object with the unified word and the provider's own. */
export type NativeFinishReason = NativeResult['finishReason'];

/** The token counts, in the form of any generation. */
export type NativeUsage = NativeResult['usage'];
