import { cloneWith, withMembers } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { Computer, ComputerTool } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import type { NativeTool } from '../translate/native.ts';
import { approvingAction, runAction } from './action-tools.ts';

/** What a computer can be asked to do, with the names of its arguments. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  click: ['x', 'y', 'button'],
  doubleClick: ['x', 'y'],
  drag: ['path'],
  keypress: ['keys'],
  move: ['x', 'y'],
  screenshot: [],
  scroll: ['x', 'y', 'scrollX', 'scrollY'],
  type: ['text'],
  wait: [],
};

type Method = (...given: readonly unknown[]) => unknown;
type Create = (given: never) => unknown;

/** A computer tool whose every action passes the hooks, also where the computer is made for each run. */
export function hookComputerTool(tool: ComputerTool): ComputerTool {
  const { computer } = tool as { readonly computer: unknown };
  return cloneWith(tool, {
    needsApproval: approvingAction(tool as NativeTool & Parameters<typeof approvingAction>[0]),
    computer: hookedComputer(tool, computer),
  });
}

function hookedComputer(tool: ComputerTool, computer: unknown): unknown {
  if (typeof computer === 'function') {
    const create = computer as Create;
    return async (given: never) => hookInstance(tool, (await create(given)) as Computer);
  }
  const { create } = computer as { readonly create?: Create };
  if (typeof create !== 'function') return hookInstance(tool, computer as Computer);
  const made = async (given: never): Promise<Computer> =>
    hookInstance(tool, (await create.call(computer, given)) as Computer);
  return withMembers(computer as object, { create: made }, { methodsRunOn: 'target' });
}

function hookInstance(tool: ComputerTool, computer: Computer): Computer {
  const members: Record<string, Method> = {};
  for (const name of Object.keys(ACTIONS)) {
    const own = computer[name as keyof Computer] as Method | undefined;
    if (typeof own !== 'function') continue;
    const act = (given: readonly unknown[]): unknown => own.apply(computer, [...given]);
    members[name] = (...given) => through(tool, name, given, act);
  }
  return withMembers(computer, members, { methodsRunOn: 'target' });
}

async function through(
  tool: ComputerTool,
  name: string,
  given: readonly unknown[],
  act: (given: readonly unknown[]) => unknown,
): Promise<unknown> {
  const run = currentFrame()?.run;
  if (run === undefined) return act(given);
  const names = ACTIONS[name]!;
  const pairs = names.map((key, index) => [key, given[index]] as const);
  const args: Dict = { type: name, ...Object.fromEntries<unknown>(pairs) };
  return runAction(run, {
    tool: tool as NativeTool,
    callId: run.computerCall,
    args,
    act: (changed) => act([...names.map((key) => changed[key]), ...given.slice(names.length)]),
  });
}
