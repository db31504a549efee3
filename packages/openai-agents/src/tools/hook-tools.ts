import { cloneWith } from '@interpose/adapter-kit';
import { InterposeError } from '@interpose/core';
import type { HostedTool } from '@openai/agents-core';
import { hookHostedTool } from '../approval/hosted-approval.ts';
import { approvalOf } from '../approval/tool-approval.ts';
import { asAgentTool } from '../delegation/agent-tool.ts';
import { currentFrame } from '../run/current-run.ts';
import { sdkOf } from '../targets/sdk-copies.ts';
import type { NativeAgent, NativeFunctionTool, NativeTool } from '../translate/native.ts';
import { hookPatchTool, hookShellTool, type Owner } from './action-tools.ts';
import { hookComputerTool } from './computer-tool.ts';
import { gateDirectCalls, keepGate } from './direct-calls.ts';
import { armedInvoke, armsInvoke } from './invoke-by-identity.ts';
import { likeTool } from './like-tool.ts';
import { runTool } from './run-tool.ts';
import { isListed, originOf } from './tool-facts.ts';

const hooked = new WeakMap<NativeAgent, WeakMap<NativeTool, NativeTool>>();

/** The same tools, each of its own kind, with every call of a hooked run passing that run's hooks. */
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

/** A hooked tool for code of the app: it passes hooks whoever calls it, and never shows the tool's own function. */
export function handOut(tool: NativeTool): NativeTool {
  return handedOut.get(tool)?.() ?? tool;
}

/** The tool behind a hooked one; any other is itself. */
export function originalOf(tool: NativeTool): NativeTool {
  return originals.get(tool) ?? tool;
}

/** What code of the app is told of: it knows its own tool by its identity; nobody knows those of the agent's servers. */
export function toldOf<T>(value: T): T {
  const original = originals.get(value as object);
  if (original === undefined) return value;
  return (isListed(original) ? handOut(value as NativeTool) : original) as T;
}

/** A tool of a class as one whose methods are its own: they run on the app's tool, where its private fields are. */
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

/** A tool that carries out actions, each of which passes the hooks; undefined for any other. */
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
 * A tool of a kind that is not known here: one that can do nothing passes, as the SDK passes it.
 *
 * @throws InterposeError `tool_unhooked` for one that could run without its hooks.
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

/** A search that the app answers: the tools it finds join the run without the agent being asked for them. */
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
 * A tool that is the app's own at every reading, but for its calls and approvals. The SDK's time limit is enforced
 * around the tool itself, not around the hooks: an approver may take longer than a tool.
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
    forApp = calledBy({ invoke });
    hooked.get(agent)!.set(forApp, made);
    originals.set(forApp, originalOf(made));
    return forApp;
  });
  return made;
}

/**
 * The extractor of a tool. That of an MCP server reads the result as the server sent it, structure and all, so it is
 * left out where hooks changed or withheld that result. Other tools are given what hooks left of it.
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

/** Lets what the app itself calls of an agent's tools pass their gates as well. */
export function hookDirectCalls(agent: NativeAgent, tools: readonly NativeTool[]): void {
  gateDirectCalls(agent, tools, (tool, targets) => {
    if (tool.type !== 'function') return hookActions({ agent, targets }, tool)!;
    const invoke: NativeFunctionTool['invoke'] = (context, input, details) =>
      runTool({ agent, tool, context, input, details }, targets());
    return { invoke };
  });
}
