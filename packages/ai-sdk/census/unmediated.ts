import type { EntryClass } from '@interpose/adapter-kit';

import { UNMEDIATED } from '../src/capabilities.ts';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
});

/** The entries that no hook sees, or where nobody has shown yet that hooks hold. */
export const unmediated: readonly EntryClass[] = [
  ...Object.entries(UNMEDIATED).map(([why, exports]) =>
    unmediatedAt(
      exports[0]!,
      why,
      exports.map((name) => `${name}*`),
    ),
  ),
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
  unmediatedAt('experimental_steering', 'messages enter a running loop; not probed', [
    '*{experimental_steering}',
    'Steering.*',
    'experimental_createSteering*',
  ]),
  unmediatedAt('callbacks of a tool', 'input callbacks see a call before its gate; not probed', [
    '*{onInputAvailable}',
    '*{onInputDelta}',
    '*{onInputStart}',
    '*{tool.onInput*}',
    '*().onInput*',
    '*{needsApproval}',
    '*{tool.needsApproval}',
    '*().needsApproval',
    '*{toModelOutput}',
    '*{tool.toModelOutput}',
    '*().toModelOutput',
    '*{experimental_refineToolInput}',
    '*{refineToolInput}',
    '*{callOptionsSchema}',
  ]),
  unmediatedAt('telemetry', 'what an integration is given has no probe yet', [
    'Telemetry*',
    '*registerTelemetry*',
    'bindTelemetryIntegration',
    '*{executeLanguageModelCallInTelemetryContext}',
  ]),
  unmediatedAt('download', 'the files of a prompt are fetched past the hooks', [
    '*{experimental_download}',
    '*{download}',
    'createDownload*',
  ]),
  unmediatedAt('providers', 'they make models, which are mediated only inside a hooked call', [
    'gateway*',
    'createGateway*',
    'GatewayProvider*',
    'customProvider*',
    'experimental_customProvider*',
    'createProviderRegistry*',
    'experimental_createProviderRegistry*',
    'ProviderRegistryProvider.*',
    'ProviderV*',
    'wrapProvider*',
  ]),
  unmediatedAt('embedding model by itself', 'only embed and embedMany are hooked', [
    'EmbeddingModel*',
    'wrapEmbeddingModel*',
  ]),
  unmediatedAt('provider-executed tool', 'the provider runs it; hooks are only told', [
    'ProviderDefinedTool*',
    'ProviderExecutedTool*',
  ]),
  unmediatedAt('options of embeddings', 'callbacks of embed and of model calls have no probe yet', [
    'embed{*',
    'embedMany{*',
    'experimental_streamLanguageModelCall{*',
  ]),
  unmediatedAt('client-side tool', 'the client of a chat runs its own tools', [
    'AbstractChat*',
    'callCompletionApi*',
    '*ChatTransport*',
    'createUIMessageStream{*',
    'createUIMessageStream',
  ]),
  unmediatedAt('ai/internal', 'the parts of the SDK, called one by one, pass no hooks', [
    'internal: *',
  ]),
  unmediatedAt('sandbox', 'commands and files of a sandbox pass no event of their own', [
    'SandboxSession*',
  ]),
];
