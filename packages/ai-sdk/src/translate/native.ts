import type * as sdk from '@ai-sdk/provider';

/** The generations of the model interface that are hooked. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** A language model object of any generation. */
export type NativeModel = sdk.LanguageModelV2 | sdk.LanguageModelV3 | sdk.LanguageModelV4;

/** What `doGenerate` and `doStream` are called with. */
export type NativeParams =
  | sdk.LanguageModelV2CallOptions
  | sdk.LanguageModelV3CallOptions
  | sdk.LanguageModelV4CallOptions;

/** One message of a prompt. */
export type NativeMessage = (
  | sdk.LanguageModelV2Prompt
  | sdk.LanguageModelV3Prompt
  | sdk.LanguageModelV4Prompt
)[number];

/** One part of a prompt message; system messages have none. */
export type NativePromptPart = Exclude<NativeMessage['content'], string>[number];

/** One tool on offer to the model. */
export type NativeTool = NonNullable<NativeParams['tools']>[number];

/** One part of a generated answer. */
export type NativeContent =
  | sdk.LanguageModelV2Content
  | sdk.LanguageModelV3Content
  | sdk.LanguageModelV4Content;

type V2GenerateResult = Awaited<ReturnType<sdk.LanguageModelV2['doGenerate']>>;
type V2StreamResult = Awaited<ReturnType<sdk.LanguageModelV2['doStream']>>;

/** What `doGenerate` resolves to. */
export type NativeResult =
  | V2GenerateResult
  | sdk.LanguageModelV3GenerateResult
  | sdk.LanguageModelV4GenerateResult;

/** What `doStream` resolves to. */
export type NativeStreamResult =
  | V2StreamResult
  | sdk.LanguageModelV3StreamResult
  | sdk.LanguageModelV4StreamResult;

/** One part of a streamed answer. */
export type NativeStreamPart =
  | sdk.LanguageModelV2StreamPart
  | sdk.LanguageModelV3StreamPart
  | sdk.LanguageModelV4StreamPart;

/** A part of an answer about a call that the provider ran. */
export type ProviderPart = Extract<
  NativeContent | NativeStreamPart,
  { type: 'tool-call' | 'tool-result' }
>;

/** Why a model stopped: a word in v2, the unified word beside the provider's own since. */
export type NativeFinishReason = NativeResult['finishReason'];

/** Tokens spent, in either shape. */
export type NativeUsage = NativeResult['usage'];
