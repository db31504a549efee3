import { TooComplex } from '../../shared/budget/too-complex.ts';

interface Script {
  runInContext(context: object, options: { readonly timeout: number }): unknown;
}

interface VirtualMachine {
  createContext(members: object): { run?: (() => unknown) | undefined };
  readonly Script: new (source: string) => Script;
}

interface CpuTime {
  readonly user: number;
  readonly system: number;
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:vm'): VirtualMachine | undefined;
  threadCpuUsage?(): CpuTime;
  cpuUsage?(): CpuTime;
}

/** Runs a synchronous task, and stops it in the middle when its time is over. */
export type TimeLimit = <T>(task: () => T) => T;

/** The most further tries: on a busy machine a task gets only a part of the time that passes. */
const MOST_GOES = 4;

/**
 * Returns a limit of CPU milliseconds; undefined when this runtime cannot stop synchronous code.
 *
 * @throws TooComplex when a task takes longer.
 */
export function timeLimit(milliseconds: number): TimeLimit | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  const vm = process?.getBuiltinModule?.('node:vm');
  if (process === undefined || vm === undefined) return undefined;
  const context = vm.createContext({ run: undefined });
  const script = new vm.Script('run()');
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage?.() ?? NO_TIME;
    return (user + system) / 1000;
  };
  return <T>(task: () => T): T => {
    context.run = task;
    const before = worked();
    try {
      for (let go = 0; ; go += 1) {
        try {
          return script.runInContext(context, { timeout: milliseconds * 3 ** go }) as T;
        } catch (error) {
          if (!isTimeout(error)) throw error;
          if (worked() - before >= milliseconds * 0.8 || go === MOST_GOES) throw new TooComplex();
        }
      }
    } finally {
      context.run = undefined;
    }
  };
}

const NO_TIME: CpuTime = { user: Infinity, system: 0 };

function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
