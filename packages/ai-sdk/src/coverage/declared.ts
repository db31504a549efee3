// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['AbstractChat | DefaultChatTransport | HttpChatTransport | TextStreamChatTransport | WebSocketChatTransport | callCompletionApi | safeValidateWebSocketChatTransportRequest', 'the chat client runs its tools itself, and hooks do not see them'],
  ['Experimental_AbstractRealtimeSession | experimental_getRealtimeToolDefinitions', 'it talks over its own connection, which hooks do not see'],
  ['agent.stream in a tool', 'the tool reads the stream itself, so hooks do not see the result; use agentTool, which returns it as a whole', 'onDelegateResult'],
  ['ai/internal', 'hooks do not see these internal functions when you call them directly'],
  ['bindTelemetryIntegration | executeLanguageModelCallInTelemetryContext | experimental_telemetry | registerTelemetry | registerTelemetryIntegration | telemetry', 'an integration gets messages as your app passed them and calls with the arguments of the model; in 7 it may replace an answer'],
  ['callbacks of a tool', 'they are told of a tool call before preToolCall'],
  ['createDownload | download | experimental_download', 'the SDK downloads the files of a prompt without asking hooks'],
  ['embedding model by itself', 'hooks see only embed and embedMany; call the model through them'],
  ['experimental_cancelBatch | experimental_getBatchResults | experimental_getBatchStatus | experimental_listBatches | experimental_startBatch | experimental_startTextBatch', 'the provider answers later, outside the calls that hooks see'],
  ['experimental_decide | experimental_evaluate | experimental_extract', 'no event describes these models, so hooks do not see them'],
  ['experimental_generateImage | experimental_generateSpeech | experimental_generateVideo | experimental_getVideoStatus | experimental_startVideo | experimental_streamSpeech | experimental_streamTranscribe | experimental_streamTranslate | experimental_transcribe | generateImage | generateSpeech | models of other kinds | rerank | transcribe | wrapImageModel', 'hooks cover only language and embedding models'],
  ['experimental_sandbox', 'no event describes the commands and files of a sandbox'],
  ['fallback of a hooked model', 'when a hooked model fails, your outer model asks another one itself, and hooks cannot refuse that; hook the outermost model, or the call'],
  ['options for a provider', 'those of a request, a message, a part or a tool that are not known to be plain, such as tools, words or earlier answers, are reported once as unmediated_call, and refused under require', 'preRequest', 'preToolCall'],
  ['providers', 'hooks do not see a model that you call directly; hook it with withHooks'],
  ['tool of a model hooked alone', 'the model does not run it, so its hooks cannot tell whether they are asked; hook the agent, or the module', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['toolSearch in a tool set hooked alone', 'the SDK binds it without asking hooks; use it in calls of a hooked agent or module, where hooks see it', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['unhooked agent in a tool', 'a tool calls an unhooked agent or function of the SDK itself, and hooks cannot refuse that; hook that agent, or the module'],
  ['uploadFile | uploadSkill', 'no event describes uploads to the provider'],
];

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const EXPORTS: ReadonlySet<string> = new Set(
  `DefaultGeneratedFile DirectChatTransport Experimental_Agent
    Experimental_EvaluationUnsupportedQuestionTypeError JsonToSseTransformStream Output
    SerialJobExecutor ToolLoopAgent addToolInputExamplesMiddleware asSchema consumeStream
    convertDataContentToBase64String convertFileListToFileUIParts convertToModelMessages
    cosineSimilarity createAgentUIStream createAgentUIStreamResponse createGateway
    createIdGenerator createProviderRegistry createTextStreamResponse createUIMessageStream
    createUIMessageStreamResponse customProvider defaultEmbeddingSettingsMiddleware
    defaultInstructionsMiddleware defaultSettingsMiddleware detectToolDrift dynamicTool embed
    embedMany experimental_createProviderRegistry experimental_createSteering
    experimental_customProvider experimental_decodeRealtimeAudio experimental_encodeRealtimeAudio
    experimental_filterActiveTools experimental_resampleAudio experimental_streamLanguageModelCall
    experimental_streamTextLowMemory experimental_toolCaller extractJsonMiddleware
    extractReasoningMiddleware filterActiveTools fingerprintTools gateway generateId generateObject
    generateText getChunkTimeoutMs getFirstChunkTimeoutMs getStaticToolName getStepTimeoutMs
    getTextFromDataUrl getToolName getToolOrDynamicToolName getToolTimeoutMs getTotalTimeoutMs
    hasToolCall isCustomContentUIPart isDataUIPart isDeepEqualData isDynamicToolUIPart isFileUIPart
    isLoopFinished isReasoningFileUIPart isReasoningUIPart isStaticToolUIPart isStepCount
    isTextUIPart isToolOrDynamicToolUIPart isToolOutputErrorUIPart isToolUIPart jsonSchema
    lastAssistantMessageIsCompleteWithApprovalResponses lastAssistantMessageIsCompleteWithToolCalls
    parseJsonEventStream parsePartialJson pipeAgentUIStreamToResponse pipeTextStreamToResponse
    pipeUIMessageStreamToResponse pruneMessages readUIMessageStream safeValidateUIMessages
    simulateReadableStream simulateStreamingMiddleware smoothStream stepCountIs streamObject
    streamText toTextStream toUIMessageChunk toUIMessageStream tool toolSearch uiMessageChunkSchema
    validateUIMessages wrapEmbeddingModel wrapLanguageModel wrapProvider zodSchema`.split(/\s+/),
);

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const OPTIONS: ReadonlySet<string> = new Set(
  `_internal callOptionsSchema experimental_onEnd experimental_onLanguageModelCallEnd
    experimental_onLanguageModelCallStart experimental_onStart experimental_onStepStart
    experimental_onToolCallFinish experimental_onToolCallStart experimental_output
    experimental_prepareStep experimental_refineToolInput experimental_repairText
    experimental_repairToolCall experimental_steering experimental_transform model onAbort onChunk
    onEnd onError onFinish onLanguageModelCallEnd onLanguageModelCallStart onStart onStepEnd
    onStepError onStepFinish onStepStart onToolExecutionEnd onToolExecutionStart output prepareCall
    prepareStep refineToolInput repairText repairToolCall stopWhen toolApproval tools`.split(/\s+/),
);
