import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
});

/** Exports of the module, each a path of its own: the code knows them by that name. */
const exportsOf = (why: string, names: string): EntryClass[] =>
  names.split(/\s+/).map((name) => unmediatedAt(name, why, [`${name}*`]));

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  ...exportsOf(
    'no language or embedding model is asked',
    `generateImage experimental_generateImage wrapImageModel generateSpeech experimental_generateSpeech
    experimental_streamSpeech transcribe experimental_transcribe experimental_streamTranscribe
    experimental_streamTranslate experimental_generateVideo experimental_startVideo
    experimental_getVideoStatus`,
  ),
  ...exportsOf('a reranking model is no language model', 'rerank'),
  ...exportsOf(
    'models of kinds that no event describes',
    'experimental_decide experimental_evaluate experimental_extract',
  ),
  ...exportsOf(
    'the provider answers later, past any call that hooks stand around',
    `experimental_startBatch experimental_startTextBatch experimental_getBatchStatus
    experimental_getBatchResults experimental_listBatches experimental_cancelBatch`,
  ),
  ...exportsOf(
    'the session speaks over its own transport',
    'Experimental_AbstractRealtimeSession experimental_getRealtimeToolDefinitions',
  ),
  ...exportsOf('uploads to the provider pass no event', 'uploadFile uploadSkill'),
  ...exportsOf(
    'the client of a chat runs its own tools',
    `AbstractChat callCompletionApi DefaultChatTransport HttpChatTransport TextStreamChatTransport
    WebSocketChatTransport safeValidateWebSocketChatTransportRequest`,
  ),
  ...exportsOf(
    'what an integration is given has no probe yet',
    'registerTelemetryIntegration registerTelemetry bindTelemetryIntegration',
  ),
  ...exportsOf('the files of a prompt are fetched past the hooks', 'createDownload'),
  ...exportsOf('messages enter a running loop; not probed', 'experimental_createSteering'),
  {
    entries: [],
    status: 'unmediated',
    path: 'agent.stream in a tool',
    why: 'the tool reads the stream itself; agentTool answers as a whole',
    events: ['onDelegateResult'],
  },
  unmediatedAt(
    'fallback of a hooked model',
    'a model that turns to another when a hooked one fails: hook the outermost model, or the call. Its own code asks it, so nothing can refuse that',
    [],
  ),
  unmediatedAt(
    'unhooked agent in a tool',
    'an agent or a function of the SDK that a tool uses as the app imported it: hook that agent, or the module. The code of a tool asks it, so nothing can refuse that',
    [],
  ),
  {
    entries: [],
    status: 'unmediated',
    path: 'toolSearch in a tool set of its own',
    why: 'the SDK binds it past every gate; it is gated in the calls of a hooked agent or module',
    events: ['preToolCall', 'onToolCallResult', 'onToolCallError'],
  },
  unmediatedAt('models of other kinds', 'no language or embedding model is asked', [
    'GenerateVideoPollOptions*',
    'Image*Model*',
    'Speech*Model*',
    'Transcription*Model*',
    'VideoModel*',
    'RerankingModel*',
    'DecisionModel*',
    'Experimental_EvaluationModel*',
    'RealtimeModelV4*',
    'RealtimeSessionOptions*',
    'FilesV4*',
    'SkillsV4*',
    'BatchV4*',
    'StartBatchOptions*',
    'StartTextBatchOptions*',
    'GetBatch*Options*',
    'ListBatchesOptions*',
    'CancelBatchOptions*',
    'BatchOperationOptions*',
  ]),
  unmediatedAt('experimental_refineToolInput', 'rewrites a call before its gate; not probed', [
    '*{experimental_refineToolInput}',
  ]),
  unmediatedAt('refineToolInput', 'rewrites a call before its gate; not probed', [
    '*{refineToolInput}',
  ]),
  unmediatedAt('experimental_download', 'the files of a prompt are fetched past the hooks', [
    '*{experimental_download}',
  ]),
  unmediatedAt('experimental_steering', 'messages enter a running loop; not probed', [
    '*{experimental_steering}',
    'Steering.*',
  ]),
  unmediatedAt('callbacks of a tool', 'they are told of a call before its gate', [
    '*{onInputAvailable}',
    '*{onInputDelta}',
    '*{onInputStart}',
    '*{tool.onInput*}',
    '*().onInput*',
  ]),
  unmediatedAt('telemetry', 'what an integration is given has no probe yet', ['Telemetry*']),
  unmediatedAt('experimental_telemetry', 'what an integration is given has no probe yet', []),
  unmediatedAt(
    'executeLanguageModelCallInTelemetryContext',
    'what an integration is given has no probe yet',
    ['*{executeLanguageModelCallInTelemetryContext}'],
  ),
  unmediatedAt('download', 'the files of a prompt are fetched past the hooks', ['*{download}']),
  unmediatedAt(
    'providers',
    'a model that is used by itself passes no hooks; hook it with withHooks',
    [
      'GatewayProvider*',
      'customProvider*',
      'experimental_customProvider*',
      'createProviderRegistry*',
      'experimental_createProviderRegistry*',
      'ProviderRegistryProvider.*',
      'ProviderV*',
      'wrapProvider*',
    ],
  ),
  unmediatedAt('embedding model by itself', 'only embed and embedMany are hooked', [
    'EmbeddingModel*',
    'wrapEmbeddingModel*',
  ]),
  unmediatedAt('ai/internal', 'the parts of the SDK, called one by one, pass no hooks', [
    'internal: *',
  ]),
  unmediatedAt(
    'experimental_sandbox',
    'commands and files of a sandbox pass no event of their own',
    ['SandboxSession*'],
  ),
];
