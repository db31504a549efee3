// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['administration', 'no event describes keys, people, projects and webhooks'],
  ['audio | batches.create | beta.agents | beta.chatkit | beta.threads | completions.create | contentProvenanceChecks | decisions.create | evals.runs.create | fineTuning.alpha.graders | images | moderations.create | responses.compact | videos', 'hooks cover only chat completions, responses and embeddings'],
  ['browser and computer', 'a tool runner does what they are told by itself, and hooks do not see it', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['callbacks of ResponsesToolRunner', 'they receive what has passed hooks, but hooks do not see what compaction writes'],
  ['chat.completions.create | chat.completions.create, streamed | hookFetch chat.completions | hookFetch responses | responses.create | responses.create, streamed', 'your app runs these tools itself; preRequest sees their results in the next request', 'onToolCallResult', 'onToolCallError'],
  ['chat.completions.retrieve', 'hooks do not see a stored completion that you read again', 'onResponse'],
  ['containers', 'hooks do not see these files, which a tool of the provider reads and writes'],
  ['conversation kept by the service', 'with previous_response_id, conversation or store the service keeps the original of what hooks changed, and does not keep answers that hooks supplied', 'onMessage'],
  ['conversations.items.create', 'hooks do not see this, but they see the requests that use the conversation', 'preMemoryStore'],
  ['conversations.items.retrieve', 'hooks do not see what you read from a conversation', 'onMemoryRetrieved'],
  ['fetch of the app', 'it is called after hooks, with what they let through'],
  ['fields beside what is said', 'hooks do not see names (of the namespace or server of a call, of agents that tell each other something), annotations of messages that are sent again, confirmed safety checks of a computer, and fields of messages that the API does not describe', 'onMessage'],
  ['files.content', 'the answers of a batch come back as a file, which hooks do not see', 'onResponse'],
  ['live | realtime | responses over WebSocket', 'it talks over its own connection, which hooks do not see'],
  ['other clients', 'no test covers the Bedrock and Vertex clients yet'],
  ['parts of kind other', 'hooks see only the kind of compaction, the tools of mcp_list_tools in an answer, and parts that are only an id (audio, files with their names, item_reference)', 'onMessage'],
  ['prompt kept by the service', 'hooks see its id and its variables, but not its text or its tools', 'onSystemMessage', 'preToolCall'],
  ['responses.retrieve', 'hooks do not see a response that you read again by its id, also a background response', 'onResponse'],
  ['skills', 'hooks do not see these instructions, which hosted tools read'],
  ['vectorStores.search', 'it asks no model; fire the events around it with hooks.step', 'preKnowledgeQuery', 'onKnowledgeRetrieved'],
  ['what tools say elsewhere', 'hooks see all that a request says of its tools, but not how the service reaches them (authorization, headers), and nothing that the service reads elsewhere: the tools of a server or connector, skills and files that are only an id', 'onInventoryChange'],
];

/** What asks no model and tells of no answer: verbs, and behind each its paths; `*` is one segment. */
export const HARMLESS_REQUESTS = 'DELETE /chat/completions/* /files/* /fine_tuning/checkpoints/*/permissions/* /models/* /responses/* GET /files /files/* /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/* /fine_tuning/jobs/*/checkpoints /fine_tuning/jobs/*/events /models /models/* /safety/alerts/* /safety/cases/* POST /files /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/*/cancel /fine_tuning/jobs/*/pause /fine_tuning/jobs/*/resume /responses/input_tokens /uploads /uploads/*/cancel /uploads/*/complete /uploads/*/parts';
