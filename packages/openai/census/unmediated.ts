import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (
  path: string,
  why: string,
  entries: readonly string[],
  ...events: NonNullable<EntryClass['events']>
): EntryClass => ({ entries, status: 'unmediated', path, why, ...(events[0] && { events }) });

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
  unmediatedAt(
    'files.content',
    'what a batch wrote comes back as a file',
    ['client.files.content()'],
    'onResponse',
  ),
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
  unmediatedAt('evals.runs.create', noChat, ['OpenAI.evals', 'client.evals*']),
  unmediatedAt('fineTuning.alpha.graders', noChat, ['client.fineTuning.alpha*']),
  unmediatedAt('contentProvenanceChecks', noChat, [
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
  unmediatedAt(
    'callbacks of ResponsesToolRunner',
    'they are told of what has passed, and what compaction writes passes no hooks',
    ['RunnerOptions{afterCompletion}', 'ResponsesContextBudget{compact}'],
  ),
  unmediatedAt('browser and computer', 'their tools run outside of any gate', [
    'helpers/browser: *',
    'Browser*',
    'Computer*',
  ]),
  unmediatedAt('responses.compact', noChat, [
    'client.responses.compact()',
    'client.beta.responses.compact()',
  ]),
  unmediatedAt(
    'responses.retrieve',
    'what is read again by its id, also the answer of a background response, passes no hooks',
    ['client.responses.*', 'client.beta.responses*'],
    'onResponse',
  ),
  unmediatedAt(
    'chat.completions.retrieve',
    'a stored completion that is read again passes no hooks',
    ['client.chat.completions.*'],
    'onResponse',
  ),
  unmediatedAt(
    'conversations.items.create',
    'written past any request; the requests that use the conversation pass',
    ['OpenAI.conversations', 'client.conversations.*'],
    'preMemoryStore',
  ),
  unmediatedAt(
    'conversations.items.retrieve',
    'what a conversation holds is read past any request',
    ['client.conversations.items.list()', 'client.conversations.items.retrieve()'],
    'onMemoryRetrieved',
  ),
  unmediatedAt(
    'vectorStores.search',
    'no request to a model; fire the events around it with hooks.step',
    ['OpenAI.vectorStores', 'client.vectorStores.*', 'lib/vector-store*'],
    'preKnowledgeQuery',
    'onKnowledgeRetrieved',
  ),
  unmediatedAt('containers', 'files that a tool of the provider reads and writes', [
    'OpenAI.containers',
    'client.containers*',
  ]),
  unmediatedAt('administration', 'keys, people, projects and webhooks: no event describes them', [
    'client.admin*',
    'client.webhooks*',
  ]),
  unmediatedAt(
    'parts of kind other',
    'what only an id stands for (audio, files, item_reference), compaction, mcp_list_tools, mcp_approval_request, pictures: hooks see the kind',
    [],
    'onMessage',
  ),
  unmediatedAt(
    'prompt kept by the service',
    'hooks see its id and its variables: not what it says, nor the tools it offers',
    [],
    'onSystemMessage',
    'preToolCall',
  ),
  unmediatedAt('skills', 'instructions that hosted tools read', [
    'OpenAI.skills',
    'client.skills*',
    'Skill*',
  ]),
  ...[
    'chat.completions.create',
    'chat.completions.create, streamed',
    'responses.create',
    'responses.create, streamed',
    'hookFetch chat.completions',
    'hookFetch responses',
  ].map((path) =>
    unmediatedAt(
      path,
      'the app runs these tools itself; preRequest sees their results in its next request',
      [],
      'onToolCallResult',
      'onToolCallError',
    ),
  ),
  unmediatedAt(
    'conversation kept by the service',
    'with previous_response_id, conversation or store the service remembers the original of what hooks changed, and supplied answers not at all',
    [],
    'onMessage',
  ),
  unmediatedAt('other clients', 'Bedrock and Vertex: not probed', [
    'Bedrock*',
    'providers/*',
    'Vertex*',
    'Google*',
  ]),
  unmediatedAt('fetch of the app', 'called below the hooks, with what they let out', [
    'ClientOptions{fetch}',
  ]),
];
