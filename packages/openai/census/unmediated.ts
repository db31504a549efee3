import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (path: string, why: string, entries: readonly string[]): EntryClass => ({
  entries,
  status: 'unmediated',
  path,
  why,
});

const noChat = 'no chat, response or embedding';

/** The entries that reach a model, a tool or what a model said, and pass no hooks. */
export const unmediated: readonly EntryClass[] = [
  unmediatedAt('completions.create', noChat, ['OpenAI.completions', 'client.completions.*']),
  unmediatedAt('images', noChat, ['OpenAI.images', 'client.images.*', 'Image*Params*']),
  unmediatedAt('audio', noChat, [
    'client.audio.*',
    'TranscriptionCreateParams*',
    'Voice*Params*',
    'Consent*',
    'helpers/audio: *',
  ]),
  unmediatedAt('moderations.create', noChat, ['OpenAI.moderations', 'client.moderations.*']),
  unmediatedAt('videos', noChat, ['OpenAI.videos', 'client.videos.*', 'Video*Params*']),
  unmediatedAt('batches.create', noChat, ['OpenAI.batches', 'client.batches.*']),
  unmediatedAt('files', 'a batch is read and its answers come back as files', [
    'OpenAI.files',
    'client.files.*',
    'lib/file-processing: *',
  ]),
  unmediatedAt('decisions.create', noChat, [
    'OpenAI.decisions',
    'client.decisions.*',
    'helpers/decisions-tool-runner: *',
    'DecisionsRunner*',
  ]),
  unmediatedAt('beta.threads', noChat, [
    'client.beta.threads*',
    'client.beta.assistants*',
    'lib/AssistantStream: *',
    'lib/assistant-run-polling: *',
  ]),
  unmediatedAt('beta.agents', noChat, [
    'client.beta.agents*',
    'lib/agents/*',
    'lib/beta/agents/*',
    'helpers/beta/agents/*',
    'Agent*',
    'SessionCreateParams*',
    'resources/beta/agents*',
  ]),
  unmediatedAt('beta.chatkit', noChat, ['client.beta.chatkit*']),
  unmediatedAt(
    'beta.responses',
    'beside responses.create nothing of it passes the hooks; not probed',
    ['client.beta.responses*'],
  ),
  unmediatedAt('evals.runs.create', noChat, ['OpenAI.evals', 'client.evals*']),
  unmediatedAt('fineTuning.alpha.graders', noChat, ['client.fineTuning.alpha*']),
  unmediatedAt('content provenance', noChat, [
    'OpenAI.contentProvenanceChecks',
    'client.contentProvenanceChecks*',
    'ContentProvenanceCheck*',
  ]),
  unmediatedAt('realtime', 'what is said goes over its own transport', [
    'client.realtime*',
    'client.beta.realtime*',
    'realtime*',
    'Realtime*',
    'beta/realtime*',
    'resources/realtime*',
    'lib/webrtc/*',
    'WebRTC*',
    'NodeWebSocket*',
    'OpenAI._buildWebSocketHeaders()',
  ]),
  unmediatedAt('live', 'what is said goes over its own transport', [
    'OpenAI.live',
    'client.live*',
    'live*',
    'Live*',
    'SidebandWS*',
    'ForksWS*',
    'helpers/live: *',
    'lib/live/*',
    'resources/live*',
  ]),
  unmediatedAt('responses over WebSocket', 'what is said goes over its own transport', [
    'ResponsesWS*',
    'lib/responses/responses-websocket*',
    'resources/responses/*',
    'resources/beta/responses/*',
  ]),
  unmediatedAt('ResponsesToolRunner', 'hooked by withHooks on the runner itself; not probed yet', [
    'helpers/responses-tool-runner: *',
    'ResponsesRunner*',
    'RunnerFunction*',
    'ResponseCreateParamsWithTools*',
    'RunnerOptions{afterCompletion}',
    'ResponsesContextBudget{compact}',
  ]),
  unmediatedAt('browser and computer', 'their tools run outside of any gate', [
    'helpers/browser: *',
    'Browser*',
    'Computer*',
  ]),
  unmediatedAt('responses.compact', noChat, ['client.responses.compact()']),
  unmediatedAt('responses.retrieve', 'what is read again by its id passes no hooks', [
    'client.responses.*',
  ]),
  unmediatedAt('chat.completions.retrieve', 'a stored completion read again passes no hooks', [
    'client.chat.completions.*',
  ]),
  unmediatedAt(
    'conversations.items.create',
    'written past any request; requests that use it pass',
    ['OpenAI.conversations', 'client.conversations.*'],
  ),
  unmediatedAt('vectorStores.search', 'no request to a model; fire the events with hooks.step', [
    'OpenAI.vectorStores',
    'client.vectorStores.*',
    'lib/vector-store*',
  ]),
  unmediatedAt('containers', 'files that a hosted tool wrote', [
    'OpenAI.containers',
    'client.containers*',
  ]),
  unmediatedAt('skills', 'instructions that hosted tools read', [
    'OpenAI.skills',
    'client.skills*',
    'Skill*',
  ]),
  unmediatedAt(
    'raw requests',
    'a request of the app by its own path: hooked only where the path is known',
    [
      'OpenAI.get()',
      'OpenAI.put()',
      'OpenAI.patch()',
      'OpenAI.delete()',
      'OpenAI.getAPIList*',
      'OpenAI.requestAPIList*',
      'OpenAI.buildRequest()',
      'OpenAI.buildURL()',
      'OpenAI.fetchWithTimeout()',
    ],
  ),
  unmediatedAt('other clients', 'Azure, Bedrock and Vertex: not probed', [
    'AzureOpenAI*',
    'AzureClientOptions*',
    'Bedrock*',
    'providers/*',
    'Vertex*',
    'Google*',
  ]),
  unmediatedAt('resources by themselves', 'a resource class built by the app around a client', [
    'resources*',
    'resource: *',
  ]),
  unmediatedAt('fetch of the app', 'called below the hooks, with what they let out', [
    'ClientOptions{fetch}',
  ]),
];
