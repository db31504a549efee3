// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['AbstractChat | DefaultChatTransport | HttpChatTransport | TextStreamChatTransport | WebSocketChatTransport | callCompletionApi | safeValidateWebSocketChatTransportRequest', 'the client of a chat runs its own tools'],
  ['Experimental_AbstractRealtimeSession | experimental_getRealtimeToolDefinitions', 'the session speaks over its own transport'],
  ['agent.stream in a tool', 'the tool reads the stream itself; agentTool answers as a whole', 'onDelegateResult'],
  ['ai/internal', 'the parts of the SDK, called one by one, pass no hooks'],
  ['bindTelemetryIntegration | registerTelemetry | registerTelemetryIntegration | telemetry', 'what an integration is given has no probe yet'],
  ['callbacks of a tool', 'input callbacks see a call before its gate; not probed'],
  ['createDownload | download', 'the files of a prompt are fetched past the hooks'],
  ['createGateway | createProviderRegistry | customProvider | experimental_createProviderRegistry | experimental_customProvider | gateway | providers | wrapProvider', 'they make models, which are mediated only inside a hooked call'],
  ['embedding model by itself | wrapEmbeddingModel', 'only embed and embedMany are hooked'],
  ['experimental_cancelBatch | experimental_getBatchResults | experimental_getBatchStatus | experimental_listBatches | experimental_startBatch | experimental_startTextBatch', 'the provider answers later, past any call that hooks stand around'],
  ['experimental_createSteering | experimental_steering', 'messages enter a running loop; not probed'],
  ['experimental_decide | experimental_evaluate | experimental_extract', 'models of kinds that no event describes'],
  ['experimental_generateImage | experimental_generateSpeech | experimental_generateVideo | experimental_getVideoStatus | experimental_startVideo | experimental_streamSpeech | experimental_streamTranscribe | experimental_streamTranslate | experimental_transcribe | generateImage | generateSpeech | models of other kinds | transcribe | wrapImageModel', 'no language or embedding model is asked'],
  ['options of embeddings', 'callbacks of embed and of model calls have no probe yet'],
  ['rerank', 'a reranking model is no language model'],
  ['sandbox', 'commands and files of a sandbox pass no event of their own'],
  ['toolSearch in a tool set of its own', 'the SDK binds it past every gate; it is gated in the calls of a hooked agent or module', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['uploadFile | uploadSkill', 'uploads to the provider pass no event'],
];
