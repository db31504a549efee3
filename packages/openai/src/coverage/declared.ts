// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['administration', 'no event describes keys, people, projects and webhooks'],
  ['audio | batches.create | beta.agents | beta.chatkit | beta.threads | completions.create | contentProvenanceChecks | decisions.create | evals.runs.create | fineTuning.alpha.graders | images | moderations.create | responses.compact | videos', 'hooks cover only chat completions, responses and embeddings'],
  ['browser and computer', 'a tool runner moves them, and hooks do not see it', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['callbacks of ResponsesToolRunner', 'hooks do not see what compaction writes'],
  ['chat.completions.create | chat.completions.create, streamed | hookFetch chat.completions | hookFetch responses | responses.create | responses.create, streamed', 'your app runs these tools itself; preRequest sees what they came to', 'onToolCallResult', 'onToolCallError'],
  ['chat.completions.retrieve', 'hooks do not see what you read again', 'onResponse'],
  ['containers', 'hooks do not see these files, which hosted tools read and write'],
  ['conversation kept by the service', 'with previous_response_id, conversation or store the service keeps the original of what hooks changed, and no answers that hooks supplied', 'onMessage'],
  ['conversations.items.create', 'hooks do not see this, but the requests that use it', 'preMemoryStore'],
  ['conversations.items.retrieve', 'hooks do not see what you read again', 'onMemoryRetrieved'],
  ['fetch of the app', 'it is called after hooks, with what they let through'],
  ['files.content', 'hooks do not see these files, which hold the answers of a batch', 'onResponse'],
  ['live | realtime | responses over WebSocket', 'it talks over its own connection, which hooks do not see'],
  ['other clients', 'no test covers the Bedrock and Vertex clients yet'],
  ['parts of kind other', 'hooks see only the kind of compaction, of tools that mcp_list_tools and a tool_search_output of an answer hold, and of what is only an id (audio, files, item_reference); nor do they see names of namespaces, servers and agents, annotations sent again, confirmed safety checks, and fields that the API does not describe', 'onMessage'],
  ['prompt kept by the service', 'hooks see its id and variables, but not its text or tools', 'onSystemMessage', 'preToolCall'],
  ['responses.inputTokens', 'the whole input goes to the provider to be counted, and hooks do not see it', 'preRequest'],
  ['responses.retrieve', 'hooks do not see what you read again, also a background response', 'onResponse'],
  ['skills', 'hooks do not see these instructions, which hosted tools read, nor what a server says of its tools'],
  ['vectorStores.search', 'it asks no model; fire the events around it with hooks.step', 'preKnowledgeQuery', 'onKnowledgeRetrieved'],
];

/** What asks no model and tells of no answer: verbs, and behind each its paths; `*` is one segment. */
export const HARMLESS_REQUESTS = 'DELETE /chat/completions/* /files/* /fine_tuning/checkpoints/*/permissions/* /models/* /responses/* GET /files /files/* /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/* /fine_tuning/jobs/*/checkpoints /fine_tuning/jobs/*/events /models /models/* /safety/alerts/* /safety/cases/* POST /files /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/*/cancel /fine_tuning/jobs/*/pause /fine_tuning/jobs/*/resume /uploads /uploads/*/cancel /uploads/*/complete /uploads/*/parts';
