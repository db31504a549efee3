import type { EntryClass } from '@interpose/adapter-kit';

const unmediatedAt = (
  path: string,
  why: string,
  entries: readonly string[],
  ...events: NonNullable<EntryClass['events']>
): EntryClass => ({ entries, status: 'unmediated', path, why, ...(events[0] && { events }) });

const ownSocket = 'it talks over its own connection, which hooks do not see';
const toolCall = ['preToolCall', 'onToolCallResult', 'onToolCallError'] as const;
const noChat = 'hooks cover only chat completions, responses and embeddings';

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
    'hooks do not see these files, which hold the answers of a batch',
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
  unmediatedAt('realtime', ownSocket, [
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
  unmediatedAt('live', ownSocket, [
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
  unmediatedAt('responses over WebSocket', ownSocket, [
    'ResponsesWS*',
    'lib/responses/responses-websocket*',
    'resources/responses/*',
    'resources/beta/responses/*',
  ]),
  unmediatedAt('callbacks of ResponsesToolRunner', 'hooks do not see what compaction writes', [
    'RunnerOptions{afterCompletion}',
    'ResponsesContextBudget{compact}',
  ]),
  unmediatedAt(
    'browser and computer',
    'a tool runner moves them, and hooks do not see it',
    ['helpers/browser: *', 'Browser*', 'Computer*'],
    ...toolCall,
  ),
  unmediatedAt('responses.compact', noChat, [
    'client.responses.compact()',
    'client.beta.responses.compact()',
  ]),
  unmediatedAt(
    'responses.inputTokens',
    'the whole input goes to the provider to be counted, and hooks do not see it',
    ['client.responses.inputTokens.count()', 'client.beta.responses.inputTokens.count()'],
    'preRequest',
  ),
  unmediatedAt(
    'responses.retrieve',
    'hooks do not see what you read again, also a background response',
    ['client.responses.*', 'client.beta.responses*'],
    'onResponse',
  ),
  unmediatedAt(
    'chat.completions.retrieve',
    'hooks do not see what you read again',
    ['client.chat.completions.*'],
    'onResponse',
  ),
  unmediatedAt(
    'conversations.items.create',
    'hooks do not see this, but the requests that use it',
    ['OpenAI.conversations', 'client.conversations.*'],
    'preMemoryStore',
  ),
  unmediatedAt(
    'conversations.items.retrieve',
    'hooks do not see what you read again',
    ['client.conversations.items.list()', 'client.conversations.items.retrieve()'],
    'onMemoryRetrieved',
  ),
  unmediatedAt(
    'vectorStores.search',
    'it asks no model; fire the events around it with hooks.step',
    ['OpenAI.vectorStores', 'client.vectorStores.*', 'lib/vector-store*'],
    'preKnowledgeQuery',
    'onKnowledgeRetrieved',
  ),
  unmediatedAt('containers', 'hooks do not see these files, which hosted tools read and write', [
    'OpenAI.containers',
    'client.containers*',
  ]),
  unmediatedAt('administration', 'no event describes keys, people, projects and webhooks', [
    'client.admin*',
    'client.webhooks*',
  ]),
  unmediatedAt(
    'parts of kind other',
    'hooks see only the kind of compaction, of tools that mcp_list_tools and a tool_search_output of an answer hold, and of what is only an id (audio, files, item_reference); nor do they see names of namespaces, servers and agents, annotations sent again, confirmed safety checks, and fields that the API does not describe',
    [],
    'onMessage',
  ),
  unmediatedAt(
    'prompt kept by the service',
    'hooks see its id and variables, but not its text or tools',
    [],
    'onSystemMessage',
    'preToolCall',
  ),
  unmediatedAt(
    'skills',
    'hooks do not see these instructions, which hosted tools read, nor what a server says of its tools',
    ['OpenAI.skills', 'client.skills*', 'Skill*'],
  ),
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
      'your app runs these tools itself; preRequest sees what they came to',
      [],
      'onToolCallResult',
      'onToolCallError',
    ),
  ),
  unmediatedAt(
    'conversation kept by the service',
    'with previous_response_id, conversation or store the service keeps the original of what hooks changed, and no answers that hooks supplied',
    [],
    'onMessage',
  ),
  unmediatedAt('other clients', 'no test covers the Bedrock and Vertex clients yet', [
    'Bedrock*',
    'providers/*',
    'Vertex*',
    'Google*',
  ]),
  unmediatedAt('fetch of the app', 'it is called after hooks, with what they let through', [
    'ClientOptions{fetch}',
  ]),
];
