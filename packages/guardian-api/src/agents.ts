/** An agent that asked the guardian or reported itself to it. */
export interface AgentRow {
  readonly name: string;
  readonly framework: string | null;
  readonly lastAt: number;
  readonly decisions: number;
  readonly coverage: readonly CoverageRow[];
  readonly inventory: readonly Component[];
}

/** Whether policies reach one path through the SDK. */
export interface CoverageRow {
  readonly path: string;
  readonly event: string;
  readonly status: 'enforced' | 'observed' | 'unmediated';
  readonly note?: string;
}

/** A component of an agent. */
export interface Component {
  readonly kind: string;
  readonly name: string;
  /** False if policies denied every call of the last day. */
  readonly allowed?: boolean;
}

/** An agent, tool, session or tenant that is stopped. */
export interface Switch {
  readonly id: string;
  readonly kind: 'agent' | 'tool' | 'session' | 'tenant';
  readonly value: string;
  readonly why: string;
  readonly by: string;
  readonly at: number;
  readonly until?: number;
}
