import { cloneWith } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { HostedTool } from '@openai/agents-core';
import { hookHostedTool } from '../approval/hosted-approval.ts';
import { approvalOf } from '../approval/tool-approval.ts';
import { asAgentTool } from '../delegation/agent-tool.ts';
import { currentFrame } from '../run/current-run.ts';
import { isRealtime } from '../targets/realtime.ts';
import { sdkOf } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';
import { hookPatchTool, hookShellTool, type Owner } from './action-tools.ts';
import { hookComputerTool } from './computer-tool.ts';
import { gateDirectCalls, keepGate } from './direct-calls.ts';
import { armedInvoke, armsInvoke, handedInvoke } from './invoke-by-identity.ts';
import { likeTool } from './like-tool.ts';
import { runTool } from './run-tool.ts';
import { isListed, originOf } from './tool-facts.ts';

const hooked = new WeakMap<NativeAgent, WeakMap<NativeTool, NativeTool>>();

/** Returns the tools, each of the same kind, so that every call in a hooked run passes the hooks of that run. */
export function hookTools(agent: NativeAgent, tools: readonly NativeTool[]): NativeTool[] {
  let known = hooked.get(agent);
  if (known === undefined) hooked.set(agent, (known = new WeakMap()));
  return tools.map((tool) => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    const made = hookTool(agent, withOwnMethods(tool));
    known.set(tool, made);
    known.set(made, made);
    originals.set(made, tool);
    return made;
  });
}

const originals = new WeakMap<object, NativeTool>();
const handedOut = new WeakMap<object, () => NativeTool>();

/** Returns a hooked tool for code of the app: its calls pass hooks from anywhere, and its own function stays hidden. */
export function handOut(tool: NativeTool): NativeTool {
  return handedOut.get(tool)?.() ?? tool;
}

/** Returns the original tool behind a hooked one; any other tool is returned as it is. */
export function originalOf(tool: NativeTool): NativeTool {
  return originals.get(tool) ?? tool;
}

/** Returns a tool as code of the app may see it: the app's own object, but a hooked one for a tool of an MCP server. */
export function toldOf<T>(value: T): T {
  const original = originals.get(value as object);
  if (original === undefined) return value;
  return (isListed(original) ? handOut(value as NativeTool) : original) as T;
}

/** Gives a tool of a class its methods as own members, bound to the app's tool, since private fields live there. */
function withOwnMethods(tool: NativeTool): NativeTool {
  const methods: Record<PropertyKey, unknown> = {};
  let owner: unknown = Object.getPrototypeOf(tool);
  for (; isClass(owner); owner = Object.getPrototypeOf(owner))
    for (const key of Reflect.ownKeys(owner)) {
      if (key === 'constructor' || Object.hasOwn(tool, key) || key in methods) continue;
      const value: unknown = Reflect.get(tool, key);
      methods[key] = typeof value === 'function' ? (value.bind(tool) as unknown) : value;
    }
  if (Reflect.ownKeys(methods).length === 0) return tool;
  const made = cloneWith(tool, methods);
  keepGate(made, tool);
  return made;
}

function isClass(owner: unknown): owner is object {
  return owner !== null && owner !== Object.prototype;
}

function hookTool(agent: NativeAgent, tool: NativeTool): NativeTool {
  switch (tool.type) {
    case 'function':
      return hookFunctionTool(agent, tool);
    case 'hosted_tool':
      return hookToolSearch(agent, hookHostedTool(tool));
    default:
      return hookActions({ agent }, tool) ?? passInert(tool);
  }
}

/** Returns a tool whose actions pass the hooks; undefined for a tool of another kind. */
function hookActions(owner: Owner, tool: NativeTool): NativeTool | undefined {
  switch (tool.type) {
    case 'shell':
      return hookShellTool(owner, tool);
    case 'apply_patch':
      return hookPatchTool(owner, tool);
    case 'computer':
      return hookComputerTool(owner, tool) as NativeTool;
    default:
      return undefined;
  }
}

/**
 * Returns a tool of an unknown kind as it is, if it has no function and so cannot act here.
 *
 * @throws InterposeError `tool_unhooked` for a tool that could run without its hooks.
 */
function passInert(tool: object): NativeTool {
  const { type, name } = tool as { readonly type?: unknown; readonly name?: unknown };
  if (!Object.values(tool).some((member) => typeof member === 'function'))
    return tool as NativeTool;
  throw new InterposeError(
    'tool_unhooked',
    `the tool "${String(name)}" is of a kind that cannot be hooked: ${String(type)}`,
    'take it from the agent, or wrap what it does in a function tool',
  );
}

/** Hooks a tool search of the app: the tools that it finds join the run, though no agent lists them. */
function hookToolSearch(agent: NativeAgent, tool: HostedTool): HostedTool {
  const sdk = sdkOf(agent);
  const search = sdk?.getClientToolSearchExecutor(tool);
  if (sdk === undefined || search === undefined) return tool;
  return sdk.attachClientToolSearchExecutor(cloneWith(tool, {}), async (given) => {
    const asked = {
      ...given,
      availableTools: (given.availableTools as NativeTool[]).map(handOut),
      loadDefault: (paths: string[]) => (given.loadDefault(paths) as NativeTool[]).map(handOut),
    };
    const found = [(await search(asked)) ?? []].flat();
    const run = currentFrame()?.run;
    if (run !== undefined)
      for (const each of found) (run.found ??= new Map<string, NativeTool>()).set(each.name, each);
    return hookTools(agent, found);
  });
}

/**
 * Returns a tool that reads like the app's own one, except for its calls and approvals. The SDK's time limit covers the
 * tool itself and not the hooks, since an approver may take longer than a tool.
 */
function hookFunctionTool(agent: NativeAgent, tool: NativeFunctionTool): NativeFunctionTool {
  const invoke: NativeFunctionTool['invoke'] = (context, input, details) =>
    runTool({ agent, tool, context, input, details });
  const sdk = sdkOf(agent);
  const kept = { timeoutMs: undefined, ...judgedExtractor(tool) };
  const calledBy = (called: object): NativeFunctionTool =>
    asAgentTool(tool, likeTool(tool, kept, called, approvalOf(agent, tool)));
  if (sdk === undefined || !armsInvoke(sdk)) return calledBy({ invoke });
  const made = calledBy(armedInvoke(tool, invoke));
  let forApp: NativeFunctionTool | undefined;
  handedOut.set(made, () => {
    if (forApp !== undefined) return forApp;
    forApp = calledBy(isRealtime(agent) ? handedInvoke(tool, invoke) : { invoke });
    hooked.get(agent)!.set(forApp, made);
    originals.set(forApp, originalOf(made));
    return forApp;
  });
  return made;
}

/**
 * Returns the tool's `customDataExtractor`, judged. For a tool of an MCP server it reads the server's original result,
 * so it is skipped if hooks changed or withheld that result. For other tools it reads the result that hooks left.
 */
function judgedExtractor(tool: NativeFunctionTool): Partial<NativeFunctionTool> {
  const { customDataExtractor: own } = tool;
  if (own === undefined) return {};
  const isChanged = (callId: string): boolean =>
    originOf(tool) === 'mcp' && currentFrame()?.run.changed?.has(callId) === true;
  return {
    customDataExtractor: (context) =>
      isChanged(context.toolCall.callId)
        ? undefined
        : own({ ...context, tool: toldOf(context.tool) }),
  };
}

/** Makes calls of an agent's tools by the app itself pass the hooks as well. */
export function hookDirectCalls(agent: NativeAgent, tools: readonly NativeTool[]): void {
  gateDirectCalls(agent, tools, (tool, targets) => {
    if (tool.type !== 'function') return hookActions({ agent, targets }, tool)!;
    const invoke: NativeFunctionTool['invoke'] = (context, input, details) =>
      runTool({ agent, tool, context, input, details }, targets());
    return { invoke };
  });
}
