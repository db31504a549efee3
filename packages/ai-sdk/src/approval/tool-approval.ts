import { isDict } from '@interpose/adapter-kit';
import {
  toolNamed,
  type AppTool,
  type AppTools,
  type ExecuteOptions,
} from '../tools/tool-facts.ts';
import { ownNeed, type Approvals } from './ask.ts';

interface GenericRequest {
  readonly toolCall: {
    readonly toolName: string;
    readonly toolCallId: string;
    readonly input: unknown;
  };
}

export type Generic = (request: GenericRequest) => unknown;
type PerTool = (input: unknown, options: ExecuteOptions) => unknown;

/**
 * Returns a `toolApproval` of v7 for an app that gave a function: hooks are asked first, then that function. A function
 * stays a function and a map stays a map, so each gets the arguments that the SDK would give it.
 */
export function genericApproval(own: Generic, tools: AppTools, approvals: Approvals): Generic {
  return (request) => {
    const { toolCall } = request;
    const { toolName: name, toolCallId, input } = toolCall;
    const tool = toolNamed(tools, name);
    const ask = (runs: unknown): unknown =>
      own(runs === input ? request : { ...request, toolCall: { ...toolCall, input: runs } });
    return approvals.status({ name, tool, input, toolCallId, own: ask });
  };
}

/** The same for a map or nothing: hooks are asked first, then the tool's entry, else the tool's `needsApproval`. */
export function approvalByTool(
  own: unknown,
  approvals: Approvals,
): (name: string, tool: AppTool) => PerTool {
  const entries = isDict(own) ? own : {};
  return (name, tool) => {
    const entry = Object.hasOwn(entries, name) ? (entries[name] ?? undefined) : undefined;
    return (input, options) => {
      const { toolCallId, messages, toolContext: context } = options;
      const asked =
        entry === undefined
          ? ownNeed(tool, { toolCallId, messages, context })
          : (runs: unknown) =>
              typeof entry === 'function' ? (entry as PerTool)(runs, options) : entry;
      return approvals.status({ name, tool, input, toolCallId, own: asked });
    };
  };
}
