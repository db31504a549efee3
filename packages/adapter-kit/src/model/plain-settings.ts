import type { Dict } from '@interpose/core';
import { passUnmediated, type Hooking, type KnownSurface } from '../targets/unmediated-calls.ts';
import { isDict } from '../values/json-arguments.ts';

/**
 * Settings of a request that bring no words, no tools, no other model and nothing that was said or stored before: how an
 * answer is sampled, how long the model thinks, what is cached, who is billed, which checks the provider makes. Read in
 * what these packages take from an app:
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

/** The settings that may be objects, or lists of them, and what may be in each. */
const NESTING: Readonly<Record<string, string>> = {
  reasoning: 'effort summary generateSummary mode context enabled exclude maxTokens',
  reasoningConfig: 'type budgetTokens maxReasoningEffort display',
  thinking: 'type budgetTokens display blockBinding',
  blockBinding: 'prefixMismatchBehavior',
  thinkingConfig: 'thinkingBudget includeThoughts thinkingLevel',
  taskBudget: 'type total remaining',
  outputConfig: 'effort format taskBudget',
  text: 'format verbosity',
  audio: 'voice format',
  imageConfig: 'aspectRatio imageSize personGeneration prominentPeople imageOutputOptions',
  imageOutputOptions: 'mimeType compressionQuality',
  allowedTools: 'toolNames mode',
  streamOptions: 'includeUsage includeObfuscation',
  usage: 'include',
  structuredOutputs: 'strict',
  cacheControl: 'type ttl',
  cachePoint: 'type ttl',
  promptCacheBreakpoint: 'mode',
  promptCacheOptions: 'mode ttl prewarm comparisonResponseId',
  contextManagement: 'type compactThreshold edits',
  edits: 'type trigger keep clearAtLeast clearToolInputs excludeTools pauseAfterCompaction',
  trigger: 'type value',
  keep: 'type value',
  clearAtLeast: 'type value',
  compaction: 'type',
  provider:
    'order only ignore allowFallbacks requireParameters dataCollection quantizations sort maxPrice zdr',
  maxPrice: 'prompt completion image audio request',
  safetySettings: 'category threshold method',
  safeguards: 'type',
  guardrailConfig: 'guardrailIdentifier guardrailVersion trace streamProcessingMode',
  videoMetadata: 'startOffset endOffset fps',
  processing: 'type startOffset endOffset fps',
  citations: `enabled type citedText url title encryptedIndex documentIndex documentTitle fileId source searchResultIndex
    startPageNumber endPageNumber startCharIndex endCharIndex startBlockIndex endBlockIndex`,
  annotations: 'type url title fileId filename containerId index startIndex endIndex',
  reasoningDetails: 'type id index format signature data',
  caller: 'type callerId toolId',
  parallelToolCall: 'itemId toolCallId toolName index count',
  from: 'model',
  to: 'model',
  namespace: 'name description',
};

/** Settings whose inner names are the app's own, or that say in what form an answer or which offered tool is wanted. */
const FREE = `metadata labels logitBias extraHeaders extraQuery providerTimeouts responseFormat textFormat format
  outputSchema toolChoice functionCall`;

/** Known names, each with its one spelling. One that is written as its package writes it is found at once. */
type Names = ReadonlyMap<string, string>;

function namesIn(list: string): Names {
  const names = list.trim().split(/\s+/);
  return new Map([...names, ...names.map(spelled)].map((name) => [name, spelled(name)]));
}

/**
 * One spelling of the name of a setting, whether an SDK writes it in camelCase or in snake_case.
 *
 * @example
 * spelled('prompt_cache_key') === spelled('promptCacheKey'); // => true
 */
export function spelled(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

// Marked as pure, since an adapter that asks for none of this is built without these tables.
const request = /* @__PURE__ */ namesIn(REQUEST);
const message = /* @__PURE__ */ namesIn(MESSAGE);
const free = /* @__PURE__ */ namesIn(FREE);
const nested = /* @__PURE__ */ namesInside();

function namesInside(): ReadonlyMap<string, Names> {
  const inside = Object.entries(NESTING).map(
    ([name, list]) => [spelled(name), namesIn(list)] as const,
  );
  return new Map([...inside, ['extrabody', request], ['additionalmodelrequestfields', request]]);
}

/**
 * Whose settings they are: those of a request; those of a request that are spread over it, where what is undefined takes
 * away what stood there; or the options of a message, one of its parts or a tool.
 */
export type SettingsOf = 'request' | 'spread' | 'message';

/**
 * The settings, by their names, that are not known to be plain: they may bring a model what hooks have not judged. A name
 * inside of another stands behind a dot.
 *
 * @example
 * unknownSettings({ reasoning_effort: 'low', thinking: { words: 'Pay.' }, mcpServers: [] }, 'request'); // => ['thinking.words', 'mcpServers']
 */
export function unknownSettings(given: object, of: SettingsOf): readonly string[] {
  const unknown = unknownIn(given as Dict, of === 'message' ? message : request, of === 'spread');
  return unknown.length < 2 ? unknown : [...new Set(unknown)];
}

const NONE: readonly string[] = [];

function unknownIn(given: Dict, names: Names, isSpread: boolean): readonly string[] {
  let unknown = NONE;
  // Some providers read what is inherited, too.
  for (const name in given) {
    const value = given[name];
    const known = names.get(name) ?? names.get(spelled(name));
    if (known === undefined) {
      if (isSpread || (value !== undefined && value !== null)) unknown = [...unknown, name];
    } else if (typeof value === 'object' && value !== null && !free.has(known)) {
      const inner = nested.get(known);
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (typeof each !== 'object' || each === null) continue;
        const inside = inner && isDict(each) ? unknownIn(each, inner, isSpread) : undefined;
        unknown = [...unknown, ...(inside?.map((path) => `${name}.${path}`) ?? [name])];
      }
    }
  }
  return unknown;
}

/**
 * Notes settings that are not known to be plain, each by its path. That is told once as `unmediated_call`.
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
