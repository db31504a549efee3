import { isDict } from '@interpose/adapter-kit';
import type { AppTool, AppTools, ExecuteOptions } from '../tools/tool-facts.ts';
import { viewEach } from '../tools/view-each.ts';
import { ownNeed, type Approvals, type ApprovalStatus } from './ask.ts';

interface GenericRequest {
  readonly toolCall: {
    readonly toolName: string;
    readonly toolCallId: string;
    readonly input: unknown;
  };
}

type Generic = (request: GenericRequest) => unknown;
type PerTool = (input: unknown, options: ExecuteOptions) => unknown;

/**
 * The `toolApproval` of v7: the gate, then the app's own configuration, then the tool's own `needsApproval`.
 * The app's function stays a function and its map a map, so that each gets what the SDK would have given it.
 */
export function deriveToolApproval(own: unknown, tools: AppTools, approvals: Approvals): unknown {
  if (typeof own === 'function') return genericApproval(own as Generic, tools, approvals);
  const entries = isDict(own) ? own : {};
  return viewEach(tools, (name, tool) =>
    approvalOf(name, tool, Object.hasOwn(entries, name) ? entries[name] : undefined, approvals),
  );
}

function genericApproval(own: Generic, tools: AppTools, approvals: Approvals): Generic {
  return (request) => {
    const { toolCall } = request;
    const { toolName: name, toolCallId, input } = toolCall;
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    const ask = (runs: unknown): unknown =>
      own(runs === input ? request : { ...request, toolCall: { ...toolCall, input: runs } });
    return approvals.status({ name, tool, input, toolCallId, own: ask });
  };
}

function approvalOf(name: string, tool: AppTool, entry: unknown, approvals: Approvals): PerTool {
  return (input, options): Promise<ApprovalStatus> => {
    const { toolCallId, messages, toolContext } = options;
    const own =
      entry === undefined || entry === null
        ? ownNeed(tool, { toolCallId, messages, context: toolContext })
        : (runs: unknown) =>
            typeof entry === 'function' ? (entry as PerTool)(runs, options) : entry;
    return approvals.status({ name, tool, input, toolCallId, own });
  };
}
