import type { ColumnType, Generated, JSONColumnType } from 'kysely';

import type { PolicySource } from '../policies/policy-source.ts';
import type { WebhookTable } from './webhook-table.ts';
import type { AuditBatchTable, AuditKeyTable } from './audit-tables.ts';

type Time = ColumnType<number, number, number>;

interface TenantTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: Time;
  readonly payload_key: string;
  readonly settings: JSONColumnType<Readonly<Record<string, unknown>>>;
}

interface PersonTable {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly email: string | null;
  readonly subject: string | null;
  readonly role: string;
  readonly created_at: Time;
  readonly last_at: Time | null;
  readonly added_by: string | null;
}

interface LoginTable {
  readonly hash: string;
  readonly tenant: string;
  readonly person: string;
  readonly csrf: string;
  readonly expires_at: Time;
}

interface InviteTable {
  readonly hash: string;
  readonly tenant: string;
  readonly person: string;
  readonly expires_at: Time;
}

interface AgentTokenTable {
  readonly id: string;
  readonly name: string;
  readonly last_at: Time | null;
  readonly tenant: string;
  readonly agent: string;
  readonly salt: string;
  readonly hash: string;
  readonly created_at: Time;
  readonly created_by: string;
  readonly expires_at: Time | null;
  readonly replaces: string | null;
}

interface PolicyVersionTable {
  readonly digest: string;
  readonly loaded_at: Time;
  readonly loaded_by: string;
  readonly state: string;
  readonly error: string | null;
  readonly names: JSONColumnType<readonly string[]>;
  readonly files: JSONColumnType<Omit<PolicySource, 'digest'>>;
}

interface SessionTable {
  readonly tenant: string;
  readonly id: string;
  readonly agent: string;
  readonly framework: string | null;
  readonly user_id: string | null;
  readonly started_at: Time;
  readonly last_at: Time;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend: number;
}

interface ChatTable {
  readonly tenant: string;
  readonly session_id: string;
  readonly id: string;
  readonly parent: string | null;
  readonly agent: string;
  readonly started_at: Time;
  readonly last_at: Time;
}

interface StepTable {
  readonly seq: Generated<number>;
  readonly tenant: string;
  readonly id: string;
  readonly at: Time;
  readonly event: string;
  readonly tool: string | null;
  readonly session_id: string;
  readonly chat_id: string;
  readonly agent: string;
  readonly user_id: string | null;
  readonly decision: string;
  readonly by_names: readonly string[];
  readonly codes: readonly string[];
  readonly policies: string;
  readonly source: string;
  readonly ms: number;
  readonly spend: number;
  readonly failed: boolean;
  readonly batch: number;
  readonly place: number;
  readonly record: string;
  readonly payload: string | null;
}

interface ApprovalTable {
  readonly id: string;
  readonly tenant: string;
  readonly session_id: string;
  readonly chat_id: string;
  readonly step_key: string;
  readonly agent: string;
  readonly user_id: string | null;
  readonly event: string;
  readonly tool: string | null;
  readonly args: string | null;
  readonly question: string;
  readonly by_names: readonly string[];
  readonly state: string;
  readonly digest: string;
  readonly asked_at: Time;
  readonly expires_at: Time;
  readonly needed: number;
  readonly role: string;
  readonly answers: string;
  readonly outcome: string | null;
  readonly conversation: string;
  readonly escalate_at: Time | null;
  readonly escalated_at: Time | null;
}

interface SwitchTable {
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly value: string;
  readonly why: string;
  readonly by_name: string;
  readonly at: Time;
  readonly until: Time | null;
}

interface NoticeTable {
  readonly id: string;
  readonly tenant: string;
  readonly approval: string;
  readonly kind: string;
  readonly attempts: number;
  readonly next_at: Time;
  readonly done_at: Time | null;
  readonly error: string | null;
  /** The webhook for it; null for the webhook of the settings. */
  readonly webhook: string | null;
}

interface AgentTable {
  readonly tenant: string;
  readonly name: string;
  readonly framework: string | null;
  readonly version: string | null;
  readonly last_at: Time;
  readonly coverage: string;
  readonly inventory: string;
  readonly steps: Generated<number>;
}

/** Every table, typed for Kysely. */
export interface Tables {
  readonly tenant: TenantTable;
  readonly person: PersonTable;
  readonly login: LoginTable;
  readonly invite: InviteTable;
  readonly agent_token: AgentTokenTable;
  readonly policy_version: PolicyVersionTable;
  readonly session: SessionTable;
  readonly chat: ChatTable;
  readonly step: StepTable;
  readonly approval: ApprovalTable;
  readonly switch: SwitchTable;
  readonly audit_batch: AuditBatchTable;
  readonly audit_key: AuditKeyTable;
  readonly notice: NoticeTable;
  readonly webhook: WebhookTable;
  readonly agent: AgentTable;
}
