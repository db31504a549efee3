// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['administration', 'keys, people, projects and webhooks: no event describes them'],
  ['audio | batches.create | beta.agents | beta.chatkit | beta.threads | completions.create | contentProvenanceChecks | decisions.create | evals.runs.create | fineTuning.alpha.graders | images | moderations.create | responses.compact | videos', 'no chat, response or embedding'],
  ['browser and computer', 'their tools run outside of any gate'],
  ['callbacks of ResponsesToolRunner', 'they are told of what has passed, and what compaction writes passes no hooks'],
  ['chat.completions.create | chat.completions.create, streamed | hookFetch chat.completions | hookFetch responses | responses.create | responses.create, streamed', 'the app runs these tools itself; preRequest sees their results in its next request', 'onToolCallResult', 'onToolCallError'],
  ['chat.completions.retrieve', 'a stored completion that is read again passes no hooks', 'onResponse'],
  ['containers', 'files that a tool of the provider reads and writes'],
  ['conversation kept by the service', 'with previous_response_id, conversation or store the service remembers the original of what hooks changed, and supplied answers not at all', 'onMessage'],
  ['conversations.items.create', 'written past any request; the requests that use the conversation pass', 'preMemoryStore'],
  ['conversations.items.retrieve', 'what a conversation holds is read past any request', 'onMemoryRetrieved'],
  ['fetch of the app', 'called below the hooks, with what they let out'],
  ['files.content', 'what a batch wrote comes back as a file', 'onResponse'],
  ['live | realtime | responses over WebSocket', 'what is said goes over its own transport'],
  ['other clients', 'Bedrock and Vertex: not probed'],
  ['parts of kind other', 'what only an id stands for (audio, files, item_reference), compaction, mcp_list_tools, mcp_approval_request, pictures: hooks see the kind', 'onMessage'],
  ['prompt kept by the service', 'hooks see its id and its variables: not what it says, nor the tools it offers', 'onSystemMessage', 'preToolCall'],
  ['responses.retrieve', 'what is read again by its id, also the answer of a background response, passes no hooks', 'onResponse'],
  ['skills', 'instructions that hosted tools read'],
  ['vectorStores.search', 'no request to a model; fire the events around it with hooks.step', 'preKnowledgeQuery', 'onKnowledgeRetrieved'],
];

/** What asks no model and tells of no answer: verbs, and behind each its paths; `*` is one segment. */
export const HARMLESS_REQUESTS = 'DELETE /chat/completions/* /files/* /fine_tuning/checkpoints/*/permissions/* /models/* /responses/* GET /files /files/* /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/* /fine_tuning/jobs/*/checkpoints /fine_tuning/jobs/*/events /models /models/* /safety/alerts/* /safety/cases/* POST /files /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/*/cancel /fine_tuning/jobs/*/pause /fine_tuning/jobs/*/resume /responses/input_tokens /uploads /uploads/*/cancel /uploads/*/complete /uploads/*/parts';
