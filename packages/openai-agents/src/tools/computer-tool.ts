import { cloneWith, withMembers } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { Computer, ComputerTool } from '@openai/agents-core';
import { currentFrame } from '../run/current-run.ts';
import type { NativeTool } from '../translate/native.ts';
import { approvingAction, runAction, type Owner } from './action-tools.ts';
import { ownPart } from './direct-calls.ts';

/** The methods of a computer, with the names of their arguments. */
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

/** A computer tool and its owner. */
interface Owned {
  readonly owner: Owner;
  readonly tool: ComputerTool;
}

/** Returns a computer tool whose every action passes the hooks, even if a computer is made for each run. */
export function hookComputerTool(owner: Owner, tool: ComputerTool): ComputerTool {
  const computer = ownPart<unknown>(tool as NativeTool, 'computer');
  return cloneWith(tool, {
    needsApproval: approvingAction(tool as NativeTool),
    computer: hookedComputer({ owner, tool }, computer),
  });
}

function hookedComputer(owned: Owned, computer: unknown): unknown {
  if (typeof computer === 'function') {
    const create = computer as Create;
    return async (given: never) => hookInstance(owned, (await create(given)) as Computer);
  }
  const { create } = computer as { readonly create?: Create };
  if (typeof create !== 'function') return hookInstance(owned, computer as Computer);
  const made = async (given: never): Promise<Computer> =>
    hookInstance(owned, (await create.call(computer, given)) as Computer);
  return withMembers(computer as object, { create: made });
}

function hookInstance(owned: Owned, computer: Computer): Computer {
  const members: Record<string, Method> = {};
  for (const name of Object.keys(ACTIONS)) {
    const own = computer[name as keyof Computer] as Method | undefined;
    if (typeof own !== 'function') continue;
    const act = (given: readonly unknown[]): unknown => own.apply(computer, [...given]);
    members[name] = (...given) => through(owned, name, given, act);
  }
  return withMembers(computer, members);
}

async function through(
  { owner, tool }: Owned,
  name: string,
  given: readonly unknown[],
  act: (given: readonly unknown[]) => unknown,
): Promise<unknown> {
  const names = ACTIONS[name]!;
  const pairs = names.map((key, index) => [key, given[index]] as const);
  const args: Dict = { type: name, ...Object.fromEntries<unknown>(pairs) };
  return runAction(owner, {
    tool: tool as NativeTool,
    callId: currentFrame()?.run.computerCall ?? '',
    args,
    act: (changed) => act([...names.map((key) => changed[key]), ...given.slice(names.length)]),
  });
}
