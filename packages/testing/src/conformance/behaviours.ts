import type { Behaviour } from './behaviour.ts';
import { a2a } from './behaviours/a2a.ts';
import { agentResponse } from './behaviours/agent-response.ts';
import { approval } from './behaviours/approval.ts';
import { rememberedApproval } from './behaviours/remembered-approval.ts';
import { askAnywhere } from './behaviours/ask-anywhere.ts';
import { askSeams } from './behaviours/ask-seams.ts';
import { chatEndings } from './behaviours/chat-endings.ts';
import { abort } from './behaviours/abort.ts';
import { components } from './behaviours/components.ts';
import { compaction } from './behaviours/compaction.ts';
import { context } from './behaviours/context.ts';
import { readOnlyContext } from './behaviours/read-only-context.ts';
import { delegation } from './behaviours/delegation.ts';
import { subAgent } from './behaviours/sub-agent.ts';
import { denyEffects } from './behaviours/deny-effects.ts';
import { failClosed } from './behaviours/fail-closed.ts';
import { onError } from './behaviours/on-error.ts';
import { handoff } from './behaviours/handoff.ts';
import { inventory } from './behaviours/inventory.ts';
import { knowledge } from './behaviours/knowledge.ts';
import { mcp } from './behaviours/mcp.ts';
import { memory } from './behaviours/memory.ts';
import { monitor } from './behaviours/monitor.ts';
import { order } from './behaviours/order.ts';
import { history } from './behaviours/history.ts';
import { providerTools } from './behaviours/provider-tools.ts';
import { requestError } from './behaviours/request-error.ts';
import { request } from './behaviours/request.ts';
import { suppliedResponse } from './behaviours/supplied-response.ts';
import { response } from './behaviours/response.ts';
import { responseRetry } from './behaviours/response-retry.ts';
import { session } from './behaviours/session.ts';
import { streamBuffer } from './behaviours/stream-buffer.ts';
import { streamPass } from './behaviours/stream-pass.ts';
import { streamWindow } from './behaviours/stream-window.ts';
import { suspension } from './behaviours/suspension.ts';
import { approvalToken } from './behaviours/approval-token.ts';
import { systemMessage } from './behaviours/system-message.ts';
import { toolCall } from './behaviours/tool-call.ts';
import { suppliedOutcome } from './behaviours/supplied-outcome.ts';
import { toolError } from './behaviours/tool-error.ts';
import { unreachableTool } from './behaviours/unreachable-tool.ts';
import { toolResult } from './behaviours/tool-result.ts';
import { trigger } from './behaviours/trigger.ts';
import { userMessage } from './behaviours/user-message.ts';
import { resentHistory } from './behaviours/resent-history.ts';

/** Every behaviour that an adapter owes, theme by theme. */
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
  streamBuffer,
  approval,
  rememberedApproval,
  askAnywhere,
  askSeams,
  suspension,
  approvalToken,
  session,
  context,
  readOnlyContext,
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
