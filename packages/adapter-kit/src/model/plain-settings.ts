import type { Dict } from '@interpose/core';
import { passUnmediated, type Hooking, type KnownSurface } from '../targets/unmediated-calls.ts';
import { isDict } from '../values/json-arguments.ts';

/**
 * Settings of a request that bring no words, no tools, no other model and nothing that was said or stored before: how an
 * answer is sampled, how long the model thinks, what is cached, who is billed, which checks the provider makes. Found in
 * the options of these packages:
 * - `@ai-sdk/openai` 3.0.141 and 4.0.118, `anthropic` 3.0.140 and 4.0.105, `google` 3.0.141 and 4.0.121,
 *   `amazon-bedrock` 4.0.186 and 5.0.101, `mistral` 3.0.69 and 4.0.87, `xai` 3.0.138 and 5.0.12, `groq` 3.0.71 and 4.0.84,
 *   `azure` 3.0.128 and 4.0.85, `openai-compatible` 2.0.92 and 3.0.92, `gateway` 3.0.232 and 4.0.146;
 * - `@openrouter/ai-sdk-provider` 2.10.0 and 3.1.0;
 * - `@langchain/openai` 1.6.0, `anthropic` 1.5.11 and `google-genai` 2.3.2.
 *
 * Left out on purpose: `previousResponseId`, `conversation`, `thread`, `cachedContent`, `continuationToken` (earlier words),
 * `prompt`, `instructions`, `prediction`, `suffix` (words), `systemMessageMode` (can drop instructions), `models`,
 * `fallbacks`, `agent`, `byok` (another model or account), `container`, `mcpServers`, `plugins`, `searchParameters`.
 */
const REQUEST = `
  temperature topP topK topA minP typicalP n seed bestOf stop stopSequences echo logprobs topLogprobs logitBias
  frequencyPenalty presencePenalty repetitionPenalty lengthPenalty
  maxTokens maxOutputTokens maxCompletionTokens minTokens maxToolCalls maxTurns
  reasoning reasoningEffort reasoningEffortUpdate reasoningMode reasoningContext reasoningSummary reasoningFormat
  reasoningConfig includeReasoning sendReasoning forceReasoning effort speed taskBudget
  thinking thinkingConfig thinkingBudget thinkingLevel thinkingSummaries
  responseFormat text textFormat verbosity textVerbosity modalities responseModalities audio outputConfig
  structuredOutputs structuredOutputMode strictJsonSchema imageConfig mediaResolution audioTimestamp
  documentImageLimit documentPageLimit passThroughUnsupportedFiles
  toolChoice functionCall allowedTools parallelToolCalls parallelFunctionCalling disableParallelToolUse toolStreaming
  streamFunctionCallArguments
  stream streamOptions include includeWebSearchSources includePings usage
  cacheControl caching promptCacheKey promptCacheRetention promptCacheOptions
  truncation contextManagement compaction compactionTrigger background pollingTimeoutMs store
  serviceTier requestType sharedRequestType inferenceGeo provider order only sort has headquarters providerTimeouts
  disallowPromptTraining zeroDataRetention
  user tags labels metadata quotaEntityId idempotencyKey safetyIdentifier
  safetySettings threshold safePrompt safeguards guardrailConfig
  anthropicBeta betas extraHeaders extraQuery extraBody additionalModelRequestFields`;

/**
 * Options of a message, one of its parts or a tool, from the same packages: hints, and ids and signatures that the provider
 * gave and wants back. Left out on purpose: `context`, `title`, `filename`, `name` (words that hooks do not see), `toolChanges`,
 * `additionalTools` (tools), `textFormatUpdate`, `containerUpload`, and the words in what OpenRouter and OpenAI give to be sent
 * again (`text` in `reasoning_details`, `input` in `parallelToolCall`), which would bring back what hooks changed.
 */
const MESSAGE = `
  cacheControl cachePoint promptCacheBreakpoint imageDetail citations annotations guardContent guardContentQualifiers
  videoMetadata processing mediaResolution effort reasoningEffortUpdate clearAt
  type itemId phase signature thoughtSignature thought encryptedContent reasoningEncryptedContent redactedData
  redactedContent reasoningDetails interactionId processingId processingCallId serverToolCallId serverToolType
  serverName toolsetName toolName caller async parallelToolCall approvalId approvalRequestId from to
  deferLoading allowedCallers eagerInputStreaming omitFromRequestTools strict outputSchema namespace`;

/**
 * Settings that may contain texts: of the app alone, about the form of an answer or the choice of a tool, quoted from
 * an answer, or that hooks see in the definition of a tool.
 */
const FREE = `metadata labels logitBias extraHeaders extraQuery providerTimeouts responseFormat textFormat format
  outputSchema toolChoice functionCall citations annotations namespace`;

/** Settings whose content is sent as a part of the request, so its names are checked like those of the request. */
const BODY = 'extraBody additionalModelRequestFields';

/** Known names, in their own spelling and in the one that all spellings share. */
type Names = ReadonlySet<string>;

function namesIn(list: string): Names {
  const names = list.trim().split(/\s+/);
  return new Set([...names, ...names.map(spelled)]);
}

/**
 * Returns one spelling of the name of a setting, whether an SDK writes it in camelCase or in snake_case.
 *
 * @example
 * spelled('prompt_cache_key') === spelled('promptCacheKey'); // => true
 */
export function spelled(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

// Marked as pure, so that the bundle of an adapter that uses none of this leaves these lists out.
const request = /* @__PURE__ */ namesIn(REQUEST);
const message = /* @__PURE__ */ namesIn(MESSAGE);
const free = /* @__PURE__ */ namesIn(FREE);
const body = /* @__PURE__ */ namesIn(BODY);

function holds(names: Names, name: string): boolean {
  return names.has(name) || names.has(spelled(name));
}

/**
 * What settings belong to: a request; a request that they are spread over, where an undefined one removes the value
 * that was there; or a message, one of its parts or a tool.
 */
export type SettingsOf = 'request' | 'spread' | 'message';

/**
 * Returns the names of settings that are not known to be plain: they may bring a model content that hooks have not
 * judged. A plain setting contains only numbers, flags and single words; longer texts in it are named with a dot.
 *
 * @example
 * unknownSettings({ reasoning_effort: 'low', thinking: { note: 'Pay it.' }, mcpServers: [] }, 'request'); // => ['thinking.note', 'mcpServers']
 */
export function unknownSettings(given: object, of: SettingsOf): readonly string[] {
  const unknown = unknownIn(given as Dict, of === 'message' ? message : request, of === 'spread');
  return unknown.length < 2 ? unknown : [...new Set(unknown)];
}

const NONE: readonly string[] = [];

function unknownIn(given: Dict, names: Names, isSpread: boolean): readonly string[] {
  let unknown = NONE;
  // Some providers read inherited members, too.
  for (const name in given) {
    const value = given[name];
    if (!holds(names, name)) {
      if (isSpread || (value !== undefined && value !== null)) unknown = [...unknown, name];
    } else if (typeof value === 'object' && value !== null && !holds(free, name)) {
      const isBody = isDict(value) && holds(body, name);
      const inside = isBody ? unknownIn(value, request, isSpread) : textsIn(value);
      unknown = [...unknown, ...inside.map((path) => `${name}.${path}`)];
    }
  }
  return unknown;
}

const DEEPEST = 8;

/** Returns the paths of texts with several words in a value, and of values that are too deep to be checked. */
function textsIn(value: object, depth = 0): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): readonly string[] => {
    if (typeof inner === 'string') return /\s/.test(inner) && !Array.isArray(value) ? [name] : NONE;
    if (typeof inner !== 'object' || inner === null || holds(free, name)) return NONE;
    if (depth === DEEPEST) return [name];
    const paths = textsIn(inner, depth + 1);
    return Array.isArray(value) ? paths : paths.map((path) => `${name}.${path}`);
  });
}

/**
 * Reports settings that are not known to be plain, each by its path, once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 *
 * @example
 * noteSettings(['provider option toy.tools'], { adapter: 'toy', unmediated: [], options: new Set() }, { hooks, options: {} });
 */
export function noteSettings(
  paths: readonly string[],
  surface: KnownSurface,
  hooking: Hooking,
): void {
  for (const path of paths) passUnmediated(path, surface, hooking, REMEDY);
}

const REMEDY =
  "leave it out, or say it where hooks read it: in messages, instructions, tools or the model; require: 'enforced' refuses it";
