/**
 * The identity of an agent.
 *
 * @example
 * const agent: AgentIdentity = { id: 'support', name: 'Support', version: '2.1.0', model: 'small' };
 */
export interface AgentIdentity {
  readonly id: string;
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly model?: string;
  readonly provider?: { readonly name?: string; readonly url?: string };
}

/**
 * The person, and the organisation, on whose behalf the agent runs.
 *
 * @example
 * const user: User = { id: 'ada', organisation: 'acme' };
 * await hooks.inSession({ user }, () => hooks.dispatch('onTrigger', { trigger: { kind: 'cron', content: [] } }));
 */
export interface User {
  readonly id: string;
  readonly name?: string;
  readonly organisation?: string;
}

/**
 * W3C Trace Context (Level 1), as the request brought it.
 *
 * @example
 * const trace: Trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
 */
export interface Trace {
  readonly traceparent: string;
  readonly tracestate?: string;
}
