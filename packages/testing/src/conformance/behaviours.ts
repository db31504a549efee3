import type { Behaviour } from './behaviour.ts';
import { a2a } from './behaviours/agents/a2a.ts';
import { agentResponse } from './behaviours/chats/agent-response.ts';
import { approval } from './behaviours/approvals/approval.ts';
import { rememberedApproval } from './behaviours/approvals/remembered-approval.ts';
import { askAnywhere } from './behaviours/approvals/ask-anywhere.ts';
import { askSeams } from './behaviours/approvals/ask-seams.ts';
import { chatEndings } from './behaviours/chats/chat-endings.ts';
import { abort } from './behaviours/chats/abort.ts';
import { components } from './behaviours/components/components.ts';
import { compaction } from './behaviours/components/compaction.ts';
import { context } from './behaviours/hooks/context.ts';
import { readOnlyContext } from './behaviours/hooks/read-only-context.ts';
import { decisionRecord } from './behaviours/hooks/decision-record.ts';
import { delegation } from './behaviours/agents/delegation.ts';
import { subAgent } from './behaviours/agents/sub-agent.ts';
import { deniedStart } from './behaviours/chats/denied-start.ts';
import { denyEffects } from './behaviours/hooks/deny-effects.ts';
import { failClosed } from './behaviours/hooks/fail-closed.ts';
import { onError } from './behaviours/hooks/on-error.ts';
import { handoff } from './behaviours/agents/handoff.ts';
import { inventory } from './behaviours/components/inventory.ts';
import { knowledge } from './behaviours/components/knowledge.ts';
import { mcp } from './behaviours/agents/mcp.ts';
import { memory } from './behaviours/components/memory.ts';
import { monitor } from './behaviours/hooks/monitor.ts';
import { order } from './behaviours/hooks/order.ts';
import { history } from './behaviours/chats/history.ts';
import { providerTools } from './behaviours/tools/provider-tools.ts';
import { requestError } from './behaviours/model/request-error.ts';
import { request } from './behaviours/model/request.ts';
import { suppliedResponse } from './behaviours/model/supplied-response.ts';
import { response } from './behaviours/model/response.ts';
import { responseRetry } from './behaviours/model/response-retry.ts';
import { session } from './behaviours/chats/session.ts';
import { streamBuffer } from './behaviours/model/stream-buffer.ts';
import { streamCalls } from './behaviours/model/stream-calls.ts';
import { streamPass } from './behaviours/model/stream-pass.ts';
import { streamWindow } from './behaviours/model/stream-window.ts';
import { suspension } from './behaviours/approvals/suspension.ts';
import { approvalToken } from './behaviours/approvals/approval-token.ts';
import { systemMessage } from './behaviours/chats/system-message.ts';
import { toolCall } from './behaviours/tools/tool-call.ts';
import { suppliedOutcome } from './behaviours/tools/supplied-outcome.ts';
import { toolError } from './behaviours/tools/tool-error.ts';
import { unreachableTool } from './behaviours/tools/unreachable-tool.ts';
import { toolResult } from './behaviours/tools/tool-result.ts';
import { trigger } from './behaviours/chats/trigger.ts';
import { userMessage } from './behaviours/chats/user-message.ts';
import { resentHistory } from './behaviours/chats/resent-history.ts';

/** Every behaviour required of an adapter, by theme. */
export const behaviours: readonly Behaviour[] = [
  order,
  history,
  userMessage,
  resentHistory,
  systemMessage,
  request,
  suppliedResponse,
  response,
  responseRetry,
  requestError,
  agentResponse,
  toolCall,
  suppliedOutcome,
  toolResult,
  toolError,
  unreachableTool,
  failClosed,
  onError,
  denyEffects,
  chatEndings,
  abort,
  streamPass,
  streamWindow,
  streamCalls,
  streamBuffer,
  approval,
  rememberedApproval,
  askAnywhere,
  askSeams,
  suspension,
  approvalToken,
  session,
  deniedStart,
  context,
  readOnlyContext,
  decisionRecord,
  delegation,
  subAgent,
  handoff,
  monitor,
  inventory,
  components,
  trigger,
  knowledge,
  memory,
  compaction,
  mcp,
  a2a,
  providerTools,
].flat();
