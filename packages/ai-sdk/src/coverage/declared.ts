// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['AbstractChat | DefaultChatTransport | HttpChatTransport | TextStreamChatTransport | WebSocketChatTransport | callCompletionApi | safeValidateWebSocketChatTransportRequest', 'the client of a chat runs its own tools'],
  ['Experimental_AbstractRealtimeSession | experimental_getRealtimeToolDefinitions', 'the session speaks over its own transport'],
  ['agent.stream in a tool', 'the tool reads the stream itself; agentTool answers as a whole', 'onDelegateResult'],
  ['ai/internal', 'the parts of the SDK, called one by one, pass no hooks'],
  ['bindTelemetryIntegration | executeLanguageModelCallInTelemetryContext | experimental_telemetry | registerTelemetry | registerTelemetryIntegration | telemetry', 'what an integration is given has no probe yet'],
  ['callbacks of a tool', 'they are told of a call before its gate'],
  ['createDownload | download | experimental_download', 'the files of a prompt are fetched past the hooks'],
  ['embedding model by itself', 'only embed and embedMany are hooked'],
  ['experimental_cancelBatch | experimental_getBatchResults | experimental_getBatchStatus | experimental_listBatches | experimental_startBatch | experimental_startTextBatch', 'the provider answers later, past any call that hooks stand around'],
  ['experimental_createSteering | experimental_steering', 'messages enter a running loop; not probed'],
  ['experimental_decide | experimental_evaluate | experimental_extract', 'models of kinds that no event describes'],
  ['experimental_generateImage | experimental_generateSpeech | experimental_generateVideo | experimental_getVideoStatus | experimental_startVideo | experimental_streamSpeech | experimental_streamTranscribe | experimental_streamTranslate | experimental_transcribe | generateImage | generateSpeech | models of other kinds | transcribe | wrapImageModel', 'no language or embedding model is asked'],
  ['experimental_refineToolInput | refineToolInput', 'rewrites a call before its gate; not probed'],
  ['experimental_sandbox', 'commands and files of a sandbox pass no event of their own'],
  ['fallback of a hooked model', 'a model that turns to another when a hooked one fails: hook the outermost model, or the call. Its own code asks it, so nothing can refuse that'],
  ['providers', 'a model that is used by itself passes no hooks; hook it with withHooks'],
  ['rerank', 'a reranking model is no language model'],
  ['toolSearch in a tool set of its own', 'the SDK binds it past every gate; it is gated in the calls of a hooked agent or module', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['unhooked agent in a tool', 'an agent or a function of the SDK that a tool uses as the app imported it: hook that agent, or the module. The code of a tool asks it, so nothing can refuse that'],
  ['uploadFile | uploadSkill', 'uploads to the provider pass no event'],
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
    embedMany experimental_createProviderRegistry experimental_customProvider
    experimental_decodeRealtimeAudio experimental_encodeRealtimeAudio
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
    experimental_prepareStep experimental_repairText experimental_repairToolCall
    experimental_transform model onAbort onChunk onEnd onError onFinish onLanguageModelCallEnd
    onLanguageModelCallStart onStart onStepEnd onStepError onStepFinish onStepStart
    onToolExecutionEnd onToolExecutionStart output prepareCall prepareStep repairText
    repairToolCall stopWhen toolApproval tools`.split(/\s+/),
);
