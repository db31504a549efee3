import type { ReadLabel } from '@interpose/policies/rules/labelled';

import { ArgumentEvidence, count, type SeenArgument } from './argument-evidence.ts';

/** A call of a good run. */
export interface SeenCall {
  readonly tool: string;
  readonly args: ReadonlyMap<string, SeenArgument>;
  readonly asked: readonly string[];
  readonly askedByAuthors: readonly string[];
}

/** A good run, with the parts that rules are learned from. */
export interface SeenRun {
  readonly agent: string | undefined;
  /** The first words of the user, which tell runs of one task from runs of another. */
  readonly task: string;
  readonly calls: readonly SeenCall[];
  readonly readers: ReadonlyMap<string, ReadLabel>;
}

const MOST_TOOLS = 5000;
const MOST_ARGUMENTS = 200;
const MOST_WISHES = 300;

/** What good runs show about one tool. */
export class ToolEvidence {
  runs = 0;
  calls = 0;
  mostCalls = 0;
  readonly readers: Map<ReadLabel, number> = new Map();
  readonly args: Map<string, ArgumentEvidence> = new Map();
  readonly agents: Map<string | undefined, number> = new Map();
  /** What the user and authors asked for in a run with such calls: `sending,paying|sending,paying,deleting`. */
  readonly wishes: Map<string, number> = new Map();

  add(calls: readonly SeenCall[], { agent, readers }: SeenRun, name: string): void {
    this.runs += 1;
    this.calls += calls.length;
    this.mostCalls = Math.max(this.mostCalls, calls.length);
    count(this.agents, agent);
    const reader = readers.get(name);
    if (reader !== undefined) count(this.readers, reader);
    const wish = `${shared(calls.map(({ asked }) => asked))}|${shared(calls.map(({ askedByAuthors }) => askedByAuthors))}`;
    if (this.wishes.size < MOST_WISHES || this.wishes.has(wish)) count(this.wishes, wish);
    const names = new Set(calls.flatMap(({ args }) => [...args.keys()]));
    for (const argument of names) {
      const evidence = this.args.get(argument) ?? new ArgumentEvidence();
      if (this.args.size < MOST_ARGUMENTS) this.args.set(argument, evidence);
      evidence.add(calls.flatMap(({ args }) => args.get(argument) ?? []));
    }
  }
}

/** What good runs show; the size does not grow with their number. */
export class Evidence {
  readonly tools: Map<string, ToolEvidence> = new Map();
  readonly agents: Map<string | undefined, number> = new Map();
  runs = 0;
  /** The number of tools after the first 5,000, which are not learned. */
  beyond = 0;

  add(run: SeenRun): void {
    this.runs += 1;
    count(this.agents, run.agent);
    for (const [name, calls] of Map.groupBy(run.calls, ({ tool }) => tool)) {
      const tool = this.tools.get(name) ?? new ToolEvidence();
      if (this.tools.size >= MOST_TOOLS && !this.tools.has(name)) {
        this.beyond += 1;
        continue;
      }
      this.tools.set(name, tool);
      tool.add(calls, run, name);
    }
  }
}

function shared(lists: readonly (readonly string[])[]): string {
  const [first = [], ...rest] = lists;
  return first.filter((each) => rest.every((list) => list.includes(each))).join();
}
