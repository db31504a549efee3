/**
 * Names of the OpenTelemetry GenAI semantic conventions, version 1.45.0 (status: development), as far as they are
 * used here; a test compares them with `@opentelemetry/semantic-conventions/incubating`.
 */
export const GEN_AI = {
  agentId: 'gen_ai.agent.id',
  agentName: 'gen_ai.agent.name',
  agentVersion: 'gen_ai.agent.version',
  conversationId: 'gen_ai.conversation.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputMessages: 'gen_ai.input.messages',
  inputTokens: 'gen_ai.usage.input_tokens',
  operationDuration: 'gen_ai.client.operation.duration',
  operationName: 'gen_ai.operation.name',
  outputMessages: 'gen_ai.output.messages',
  outputTokens: 'gen_ai.usage.output_tokens',
  providerName: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  retrievalDocuments: 'gen_ai.retrieval.documents',
  retrievalQuery: 'gen_ai.retrieval.query.text',
  systemInstructions: 'gen_ai.system_instructions',
  tokenType: 'gen_ai.token.type',
  tokenUsage: 'gen_ai.client.token.usage',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallResult: 'gen_ai.tool.call.result',
  toolDescription: 'gen_ai.tool.description',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
} as const;

/**
 * Names of the proposal "run guardrail span and security finding" of the GenAI conventions (pull request 427, open on
 * 2026-11-23). They may change, so they are written only with `proposedNames: true`.
 */
export const PROPOSED = {
  guardrailName: 'gen_ai.security.guardrail.name',
  verdict: 'gen_ai.security.verdict.type',
  action: 'gen_ai.security.action.type',
  policyName: 'gen_ai.security.policy.name',
} as const;

/** Interpose's own names, for values that no convention names. */
export const INTERPOSE = {
  approvedBy: 'interpose.decision.approved_by',
  asksWaiting: 'interpose.asks.waiting',
  attempt: 'interpose.attempt',
  by: 'interpose.decision.by',
  changed: 'interpose.decision.changed',
  codes: 'interpose.decision.codes',
  decision: 'interpose.decision.verb',
  decisionDuration: 'interpose.decision.duration',
  decisions: 'interpose.decisions',
  ending: 'interpose.chat.ending',
  event: 'interpose.event',
  framework: 'interpose.framework',
  mode: 'interpose.decision.mode',
  policy: 'interpose.policy',
  reason: 'interpose.decision.reason',
  recordId: 'interpose.decision.id',
  sessionEnded: 'interpose.session.ended',
  settled: 'interpose.decision.settled',
  spend: 'interpose.spend',
  userId: 'user.id',
} as const;

/** The name of an error's type, since version 1.21 of the general conventions. */
export const ERROR_TYPE = 'error.type';

/** What the conventions write for a value that is none of the known ones. */
export const OTHER = '_OTHER';

/** The name of the span event of one decision. */
export const DECISION_EVENT = 'interpose.decision';
