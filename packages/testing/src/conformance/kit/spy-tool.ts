import type { Dict } from '@interpose/core';
import type { ToolFixture, ToolRun } from '../scenario/scenario.ts';

/** A tool that keeps the arguments of every run. */
export interface SpyTool extends ToolFixture {
  /** The arguments of each run, in order of start. */
  readonly runs: readonly Dict[];
}

/** Makes a tool that records its arguments and then does its work. */
export function spyTool(
  name: string,
  work: (args: Dict, run: ToolRun) => unknown = () => `${name} done`,
  options: Partial<Omit<ToolFixture, 'name' | 'run'>> = {},
): SpyTool {
  const runs: Dict[] = [];
  return {
    description: `Runs ${name}.`,
    ...options,
    name,
    runs,
    run(args, run) {
      runs.push(structuredClone(args));
      return work(args, run);
    },
  };
}
