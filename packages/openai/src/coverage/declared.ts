// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['audio | batches.create | beta.agents | beta.chatkit | beta.threads | completions.create | contentProvenanceChecks | decisions.create | evals.runs.create | fineTuning.alpha.graders | images | moderations.create | responses.compact | videos', 'no chat, response or embedding'],
  ['browser and computer', 'their tools run outside of any gate'],
  ['callbacks of ResponsesToolRunner', 'they are told of what has passed, and what compaction writes passes no hooks'],
  ['chat.completions.create | chat.completions.create, streamed | hookFetch chat.completions | hookFetch responses | responses.create | responses.create, streamed', 'the app runs these tools itself; preRequest sees their results in its next request', 'onToolCallResult', 'onToolCallError'],
  ['chat.completions.retrieve', 'a stored completion that is read again passes no hooks', 'onResponse'],
  ['conversation kept by the service', 'with previous_response_id, conversation or store the service remembers the original of what hooks changed, and supplied answers not at all', 'onMessage'],
  ['conversations.items.create', 'written past any request; the requests that use the conversation pass', 'preMemoryStore'],
  ['conversations.items.retrieve', 'what a conversation holds is read past any request', 'onMemoryRetrieved'],
  ['fetch of the app', 'called below the hooks, with what they let out'],
  ['files.content', 'what a batch or a tool of the provider wrote comes back as a file', 'onResponse'],
  ['live | realtime | responses over WebSocket', 'what is said goes over its own transport'],
  ['other clients', 'Bedrock and Vertex: not probed'],
  ['responses.retrieve', 'what is read again by its id, also the answer of a background response, passes no hooks', 'onResponse'],
  ['skills', 'instructions that hosted tools read'],
  ['vectorStores.search', 'no request to a model; fire the events around it with hooks.step', 'preKnowledgeQuery', 'onKnowledgeRetrieved'],
];

/** What asks no model and tells of no answer: verbs, and behind each its paths; `*` is one segment, `**` any number. */
export const HARMLESS_REQUESTS = 'DELETE /chat/completions/* /containers/* /containers/*/files/* /files/* /fine_tuning/checkpoints/*/permissions/* /models/* /organization/admin_api_keys/* /organization/certificates/* /organization/external_keys/* /organization/external_storage/* /organization/groups/* /organization/groups/*/roles/* /organization/groups/*/users/* /organization/invites/* /organization/projects/*/api_keys/* /organization/projects/*/groups/* /organization/projects/*/model_permissions /organization/projects/*/service_accounts/* /organization/projects/*/spend_alerts/* /organization/projects/*/spend_limit /organization/projects/*/users/* /organization/roles/* /organization/spend_alerts/* /organization/spend_limit /organization/users/* /organization/users/*/roles/* /organization/workload_identity_providers/* /organization/workload_identity_providers/*/federation_rules/* /projects/*/groups/*/roles/* /projects/*/roles/* /projects/*/users/*/roles/* /responses/* /vector_stores/* /vector_stores/*/files/* /webhook_endpoints/* GET /containers /containers/* /containers/*/files /containers/*/files/* /files /files/* /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/* /fine_tuning/jobs/*/checkpoints /fine_tuning/jobs/*/events /models /models/* /organization/admin_api_keys /organization/admin_api_keys/* /organization/audit_logs /organization/certificates /organization/certificates/* /organization/costs /organization/data_retention /organization/external_keys /organization/external_keys/* /organization/external_storage /organization/external_storage/* /organization/groups /organization/groups/* /organization/groups/*/roles /organization/groups/*/roles/* /organization/groups/*/users /organization/groups/*/users/* /organization/invites /organization/invites/* /organization/projects /organization/projects/* /organization/projects/*/api_keys /organization/projects/*/api_keys/* /organization/projects/*/certificates /organization/projects/*/data_retention /organization/projects/*/groups /organization/projects/*/groups/* /organization/projects/*/hosted_tool_permissions /organization/projects/*/model_permissions /organization/projects/*/rate_limits /organization/projects/*/service_accounts /organization/projects/*/service_accounts/* /organization/projects/*/service_tier_settings /organization/projects/*/spend_alerts /organization/projects/*/spend_alerts/* /organization/projects/*/spend_limit /organization/projects/*/users /organization/projects/*/users/* /organization/roles /organization/roles/* /organization/spend_alerts /organization/spend_alerts/* /organization/spend_limit /organization/usage/audio_speeches /organization/usage/audio_transcriptions /organization/usage/code_interpreter_sessions /organization/usage/completions /organization/usage/decisions /organization/usage/embeddings /organization/usage/file_search_calls /organization/usage/images /organization/usage/moderations /organization/usage/vector_stores /organization/usage/web_search_calls /organization/users /organization/users/* /organization/users/*/roles /organization/users/*/roles/* /organization/workload_identity_providers /organization/workload_identity_providers/* /organization/workload_identity_providers/*/federation_rules /organization/workload_identity_providers/*/federation_rules/* /projects/*/groups/*/roles /projects/*/groups/*/roles/* /projects/*/roles /projects/*/roles/* /projects/*/users/*/roles /projects/*/users/*/roles/* /safety/alerts/* /safety/cases/* /vector_stores /vector_stores/* /vector_stores/*/file_batches/* /vector_stores/*/file_batches/*/files /vector_stores/*/files /vector_stores/*/files/* /webhook_endpoints /webhook_endpoints/* /webhook_event_types POST /chat/completions/* /containers /containers/*/files /files /fine_tuning/checkpoints/*/permissions /fine_tuning/jobs /fine_tuning/jobs/*/cancel /fine_tuning/jobs/*/pause /fine_tuning/jobs/*/resume /organization/admin_api_keys /organization/certificates /organization/certificates/* /organization/certificates/activate /organization/certificates/deactivate /organization/data_retention /organization/external_keys /organization/external_keys/*/validate /organization/external_storage /organization/external_storage/*/validate /organization/groups /organization/groups/* /organization/groups/*/roles /organization/groups/*/users /organization/invites /organization/projects /organization/projects/* /organization/projects/*/api_keys/* /organization/projects/*/archive /organization/projects/*/certificates/activate /organization/projects/*/certificates/deactivate /organization/projects/*/data_retention /organization/projects/*/groups /organization/projects/*/hosted_tool_permissions /organization/projects/*/model_permissions /organization/projects/*/rate_limits/* /organization/projects/*/service_accounts /organization/projects/*/service_accounts/* /organization/projects/*/service_accounts/*/api_keys /organization/projects/*/service_tier_settings /organization/projects/*/spend_alerts /organization/projects/*/spend_alerts/* /organization/projects/*/spend_limit /organization/projects/*/users /organization/projects/*/users/* /organization/roles /organization/roles/* /organization/spend_alerts /organization/spend_alerts/* /organization/spend_limit /organization/users/* /organization/users/*/roles /organization/workload_identity_providers /organization/workload_identity_providers/* /organization/workload_identity_providers/*/federation_rules /organization/workload_identity_providers/*/federation_rules/* /projects/*/groups/*/roles /projects/*/roles /projects/*/roles/* /projects/*/users/*/roles /responses/input_tokens /uploads /uploads/*/cancel /uploads/*/complete /uploads/*/parts /vector_stores /vector_stores/* /vector_stores/*/file_batches /vector_stores/*/file_batches/*/cancel /vector_stores/*/files /vector_stores/*/files/* /webhook_endpoints /webhook_endpoints/* /webhook_endpoints/*/rotate_secret /webhook_endpoints/*/test';

/** What passes no hooks, by its path above. */
export const UNMEDIATED_REQUESTS: readonly (readonly [path: string, requests: string])[] = [
  ['audio', '* /audio/**'],
  ['batches.create', '* /batches/**'],
  ['beta.agents', '* /agents/** /vaults/**'],
  ['beta.chatkit', '* /chatkit/**'],
  ['beta.threads', '* /assistants/** /threads/**'],
  ['chat.completions.retrieve', 'GET /chat/completions /chat/completions/* /chat/completions/*/messages'],
  ['completions.create', '* /completions/**'],
  ['contentProvenanceChecks', '* /content_provenance_checks/**'],
  ['conversations.items.create', 'DELETE /conversations/* /conversations/*/items/* GET /conversations/* POST /conversations /conversations/* /conversations/*/items'],
  ['conversations.items.retrieve', 'GET /conversations/*/items /conversations/*/items/*'],
  ['decisions.create', '* /decisions/**'],
  ['evals.runs.create', '* /evals/**'],
  ['files.content', 'GET /containers/*/files/*/content /files/*/content'],
  ['fineTuning.alpha.graders', 'POST /fine_tuning/alpha/graders/run /fine_tuning/alpha/graders/validate'],
  ['images', '* /images/**'],
  ['live', '* /live/**'],
  ['moderations.create', '* /moderations/**'],
  ['realtime', '* /realtime/**'],
  ['responses.compact', 'POST /responses/compact'],
  ['responses.retrieve', 'GET /responses/* /responses/*/input_items POST /responses/*/cancel'],
  ['skills', '* /skills/**'],
  ['vectorStores.search', 'GET /vector_stores/*/files/*/content POST /vector_stores/*/search'],
  ['videos', '* /videos/**'],
];
