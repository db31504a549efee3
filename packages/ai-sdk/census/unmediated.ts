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

const telemetry =
  'an integration gets messages as your app passed them and calls with the arguments of the model; in 7 it may replace an answer';

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  ...exportsOf(
    'hooks cover only language and embedding models',
    `generateImage experimental_generateImage wrapImageModel generateSpeech experimental_generateSpeech
    experimental_streamSpeech transcribe experimental_transcribe experimental_streamTranscribe
    experimental_streamTranslate experimental_generateVideo experimental_startVideo
    experimental_getVideoStatus`,
  ),
  ...exportsOf('hooks cover only language and embedding models', 'rerank'),
  ...exportsOf(
    'no event describes these models, so hooks do not see them',
    'experimental_decide experimental_evaluate experimental_extract',
  ),
  ...exportsOf(
    'the provider answers later, outside the calls that hooks see',
    `experimental_startBatch experimental_startTextBatch experimental_getBatchStatus
    experimental_getBatchResults experimental_listBatches experimental_cancelBatch`,
  ),
  ...exportsOf(
    'it talks over its own connection, which hooks do not see',
    'Experimental_AbstractRealtimeSession experimental_getRealtimeToolDefinitions',
  ),
  ...exportsOf('no event describes uploads to the provider', 'uploadFile uploadSkill'),
  ...exportsOf(
    'the chat client runs its tools itself, and hooks do not see them',
    `AbstractChat callCompletionApi DefaultChatTransport HttpChatTransport TextStreamChatTransport
    WebSocketChatTransport safeValidateWebSocketChatTransportRequest`,
  ),
  ...exportsOf(
    telemetry,
    'registerTelemetryIntegration registerTelemetry bindTelemetryIntegration',
  ),
  ...exportsOf('the SDK downloads the files of a prompt without asking hooks', 'createDownload'),
  {
    entries: [],
    status: 'unmediated',
    path: 'agent.stream in a tool',
    why: 'the tool reads the stream itself, so hooks do not see the result; use agentTool, which returns it as a whole',
    events: ['onDelegateResult'],
  },
  unmediatedAt(
    'fallback of a hooked model',
    'when a hooked model fails, your outer model asks another one itself, and hooks cannot refuse that; hook the outermost model, or the call',
    [],
  ),
  unmediatedAt(
    'unhooked agent in a tool',
    'a tool calls an unhooked agent or function of the SDK itself, and hooks cannot refuse that; hook that agent, or the module',
    [],
  ),
  {
    entries: [],
    status: 'unmediated',
    path: 'toolSearch in a tool set hooked alone',
    why: 'the SDK binds it without asking hooks; use it in calls of a hooked agent or module, where hooks see it',
    events: ['preToolCall', 'onToolCallResult', 'onToolCallError'],
  },
  {
    entries: [],
    status: 'unmediated',
    path: 'tool of a model hooked alone',
    why: 'the model does not run it, so its hooks cannot tell whether they are asked; hook the agent, or the module',
    events: ['preToolCall', 'onToolCallResult', 'onToolCallError'],
  },
  {
    entries: [],
    status: 'unmediated',
    path: 'options for a provider',
    why: 'those of a request, a message, a part or a tool that are not known to be plain, such as tools, words or earlier answers, are reported once as unmediated_call, and refused under require',
    events: ['preRequest', 'preToolCall'],
  },
  unmediatedAt('models of other kinds', 'hooks cover only language and embedding models', [
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
  unmediatedAt(
    'experimental_download',
    'the SDK downloads the files of a prompt without asking hooks',
    ['*{experimental_download}'],
  ),
  unmediatedAt('callbacks of a tool', 'they are told of a tool call before preToolCall', [
    '*{onInputAvailable}',
    '*{onInputDelta}',
    '*{onInputStart}',
    '*{tool.onInput*}',
    '*().onInput*',
  ]),
  unmediatedAt('telemetry', telemetry, ['Telemetry*']),
  unmediatedAt('experimental_telemetry', telemetry, []),
  unmediatedAt('executeLanguageModelCallInTelemetryContext', telemetry, [
    '*{executeLanguageModelCallInTelemetryContext}',
  ]),
  unmediatedAt('download', 'the SDK downloads the files of a prompt without asking hooks', [
    '*{download}',
  ]),
  unmediatedAt(
    'providers',
    'hooks do not see a model that you call directly; hook it with withHooks',
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
  unmediatedAt(
    'embedding model by itself',
    'hooks see only embed and embedMany; call the model through them',
    ['EmbeddingModel*', 'wrapEmbeddingModel*'],
  ),
  unmediatedAt(
    'ai/internal',
    'hooks do not see these internal functions when you call them directly',
    ['internal: *'],
  ),
  unmediatedAt('experimental_sandbox', 'no event describes the commands and files of a sandbox', [
    'SandboxSession*',
  ]),
];
