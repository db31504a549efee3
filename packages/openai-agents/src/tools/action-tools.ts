import { asText, cloneWith, isDict, parseArguments, ToolError } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { ApplyPatchTool, Editor, Shell, ShellTool } from '@openai/agents-core';
import { gateCall } from '../approval/ask.ts';
import { appCode, currentFrame, Frame, runInFrame, ToolExecution } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { runAround } from '../run/open-run.ts';
import type { Layer } from '../targets/layers.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';
import { ownPart } from './direct-calls.ts';
import { runGated } from './run-tool.ts';

/** The id of the call for each action: the SDK gives the id to the approval, but not to the code that acts. */
const callIds = new WeakMap<object, string>();

/** Remembers which call asks for this action. */
export function keepCallId(action: object, callId: string): void {
  callIds.set(action, callId);
}

interface Approvable {
  readonly needsApproval: (context: never, action: never, callId?: string) => Promise<boolean>;
}

/** Returns the approval of an action: hooks are asked first, the app's own policy last. */
export function approvingAction(tool: NativeTool): Approvable['needsApproval'] {
  return (context, action, callId = '') => {
    const own = (left: unknown): Promise<boolean> =>
      (tool as NativeTool & Approvable).needsApproval(context, left as never, callId);
    const run = currentFrame()?.run;
    keepCallId(action, callId);
    if (run !== undefined && tool.type === 'computer') run.computerCall = callId;
    if (run?.layers.some(({ chat }) => chat.intercepts('preToolCall')) !== true) return own(action);
    return gateCall(run, { tool, args: action, callId }, own);
  };
}

/** The agent that has a tool. If the app itself calls the tool: the registries of all agents that have it. */
export interface Owner {
  readonly agent: NativeAgent;
  readonly targets?: () => readonly Layer[];
}

/** Returns a shell tool whose commands pass the hooks. A shell at the provider has no `shell` here: it is kept. */
export function hookShellTool(owner: Owner, tool: ShellTool): ShellTool {
  const shell = ownPart<Shell>(tool, 'shell');
  if (shell === undefined) return tool;
  return cloneWith(tool, {
    needsApproval: approvingAction(tool),
    shell: cloneWith(shell, {
      run: (action: Parameters<Shell['run']>[0]) =>
        carryOut(owner, tool, action, (changed) =>
          ownPart<Shell>(tool, 'shell')!.run(changed as never),
        ).then(asShellResult),
    }),
  });
}

type ShellResult = Awaited<ReturnType<Shell['run']>>;

/** Returns what hooks supplied in place of a command's output as text that the command printed. */
function asShellResult(result: unknown): ShellResult {
  if (isDict(result) && Array.isArray(result['output'])) return result as object as ShellResult;
  return {
    output: [{ stdout: asText(result), stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
  };
}

/** Returns a tool whose patches pass the hooks. */
export function hookPatchTool(owner: Owner, tool: ApplyPatchTool): ApplyPatchTool {
  const editor = ownPart<Editor>(tool, 'editor')!;
  const through =
    (name: 'createFile' | 'updateFile' | 'deleteFile') =>
    (operation: never, context: never): Promise<unknown> =>
      carryOut(owner, tool, operation, (changed) =>
        ownPart<Editor>(tool, 'editor')![name](changed as never, context),
      ).then(asPatchResult);
  return cloneWith(tool, {
    needsApproval: approvingAction(tool),
    editor: cloneWith(editor, {
      createFile: through('createFile'),
      updateFile: through('updateFile'),
      deleteFile: through('deleteFile'),
    }),
  });
}

type PatchResult = Awaited<ReturnType<Editor['createFile']>>;

function asPatchResult(result: unknown): PatchResult {
  if (result === undefined || (isDict(result) && 'status' in result)) return result;
  return { status: 'completed', output: asText(result) };
}

async function carryOut(
  owner: Owner,
  tool: NativeTool,
  action: object,
  act: (action: object) => unknown,
): Promise<unknown> {
  const args = action as Dict;
  return runAction(owner, {
    tool,
    callId: callIds.get(action) ?? '',
    args,
    act: (changed) => act(changed === args ? action : { ...action, ...changed }),
  });
}

/** One action that the model asks for and the app carries out: a command, a patch or a click. */
export interface Action {
  readonly tool: NativeTool;
  readonly callId: string;
  readonly args: Dict;
  /** Carries out the action; `args` are the model's own object unless hooks changed them. */
  readonly act: (args: Dict) => unknown;
}

/**
 * Takes an action through the hooks of all registries; outside of a run, through those of the agent that has the tool.
 *
 * @throws ToolError with the text for the model; any error that the app's own code threw.
 * @throws InterposeError `agent_not_mediated` outside of a run, where the agent has no hooks.
 */
export function runAction({ agent, targets }: Owner, action: Action): Promise<unknown> {
  const outside = { agent, context: undefined, signal: undefined };
  return runAround(outside, targets?.(), (run) => runActionIn(run, action));
}

function runActionIn(run: AgentRun, { tool, callId, args, act }: Action): Promise<unknown> {
  const text = JSON.stringify(args);
  return runGated(run, {
    written: { callId, name: tool.name, arguments: text },
    toolOf: () => tool,
    asks: (changed) =>
      appCode(run, () =>
        (tool as NativeTool & Approvable).needsApproval(
          run.context as never,
          changed as never,
          callId,
        ),
      ),
    act: async (left) => {
      if (left.name !== tool.name)
        throw new ToolError(`Blocked: a policy cannot send ${tool.name} elsewhere.`);
      const changed = left.arguments === text ? args : parseArguments(left.arguments);
      if (changed['type'] !== args['type'])
        throw new ToolError(`Blocked: a policy cannot make another action of ${tool.name}.`);
      return runInFrame(new Frame(run, new ToolExecution()), () => act(changed));
    },
  });
}
