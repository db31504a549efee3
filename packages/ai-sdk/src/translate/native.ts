import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV2Content,
  LanguageModelV2Prompt,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3StreamResult,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

/** The generations of the model interface that are hooked. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** A language model object of any generation. */
export type NativeModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What `doGenerate` and `doStream` are called with. */
export type NativeParams =
  | LanguageModelV2CallOptions
  | LanguageModelV3CallOptions
  | LanguageModelV4CallOptions;

/** One message of a prompt. */
export type NativeMessage = (
  | LanguageModelV2Prompt
  | LanguageModelV3Prompt
  | LanguageModelV4Prompt
)[number];

/** One part of a prompt message; system messages have none. */
export type NativePromptPart = Exclude<NativeMessage['content'], string>[number];

/** One tool on offer to the model. */
export type NativeTool = NonNullable<NativeParams['tools']>[number];

/** One part of a generated answer. */
export type NativeContent =
  | LanguageModelV2Content
  | LanguageModelV3Content
  | LanguageModelV4Content;

type V2GenerateResult = Awaited<ReturnType<LanguageModelV2['doGenerate']>>;
type V2StreamResult = Awaited<ReturnType<LanguageModelV2['doStream']>>;

/** What `doGenerate` resolves to. */
export type NativeResult =
  | V2GenerateResult
  | LanguageModelV3GenerateResult
  | LanguageModelV4GenerateResult;

/** What `doStream` resolves to. */
export type NativeStreamResult =
  | V2StreamResult
  | LanguageModelV3StreamResult
  | LanguageModelV4StreamResult;

/** One part of a streamed answer. */
export type NativeStreamPart =
  | LanguageModelV2StreamPart
  | LanguageModelV3StreamPart
  | LanguageModelV4StreamPart;

/** A part of an answer about a call that the provider ran. */
export type ProviderPart = Extract<
  NativeContent | NativeStreamPart,
  { type: 'tool-call' | 'tool-result' }
>;

/** Why a model stopped: a word in v2, the unified word beside the provider's own since. */
export type NativeFinishReason = NativeResult['finishReason'];

/** Tokens spent, in either shape. */
export type NativeUsage = NativeResult['usage'];
