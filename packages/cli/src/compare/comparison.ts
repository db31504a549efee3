import { isDeepStrictEqual } from 'node:util';

import type { ToolCall } from '@interpose/core';

import type { RecordedSession } from '../recordings/read-recordings.ts';
import {
  isAllowed,
  NOT_ASKED,
  NOT_REACHED,
  saidIn,
  saysSame,
  type Change,
  type Said,
} from './change.ts';
import type { PlayedRun } from './policy-set.ts';

/** Steps that changed in the same way. */
export interface ChangeGroup {
  readonly change: Change;
  readonly isExpected: boolean;
  count: number;
  sessions: number;
  readonly examples: Example[];
}

/** One step to look at. */
export interface Example {
  readonly file: string;
  readonly line: number;
  readonly reason: string | undefined;
}

const MOST_GROUPS = 500;
const EXAMPLES = 3;

/** Collects the changes over many runs; the size is bounded. */
export class Comparison {
  readonly groups: Map<string, ChangeGroup> = new Map();
  readonly asks = { base: 0, candidate: 0 };
  runs = 0;
  decisions = 0;
  changed = 0;
  unexpected = 0;
  affected = 0;
  /** Changes of further kinds than the first 500. */
  beyond = 0;
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed);
  }

  add(session: RecordedSession, base: PlayedRun, candidate: PlayedRun): void {
    this.runs += 1;
    this.asks.base += base.asks;
    this.asks.candidate += candidate.asks;
    this.decisions += base.steps.length;
    const changes = [...changedSteps(base, candidate), ...changedArguments(base, candidate)];
    if (changes.length > 0) this.affected += 1;
    const seen = new Set<ChangeGroup>();
    for (const change of changes) {
      this.changed += 1;
      const group = this.#groupOf(change);
      if (group === undefined) {
        this.beyond += 1;
        if (!isAllowed(change, this.#allowed)) this.unexpected += 1;
        continue;
      }
      group.count += 1;
      if (!group.isExpected) this.unexpected += 1;
      if (!seen.has(group)) group.sessions += 1;
      seen.add(group);
      if (group.examples.length < EXAMPLES)
        group.examples.push({
          file: session.file,
          line: session.line,
          reason: change.to.reason ?? change.from.reason,
        });
    }
  }

  #groupOf(change: Change): ChangeGroup | undefined {
    const { event, tool, from, to } = change;
    const key = JSON.stringify([
      event,
      tool,
      from.decision,
      from.codes,
      to.decision,
      to.codes,
      to.policies,
    ]);
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    if (this.groups.size >= MOST_GROUPS) return undefined;
    const isExpected = isAllowed(change, this.#allowed);
    const group: ChangeGroup = { change, isExpected, count: 0, sessions: 0, examples: [] };
    this.groups.set(key, group);
    return group;
  }
}

function changedSteps(base: PlayedRun, candidate: PlayedRun): readonly Change[] {
  const before = new Map(base.steps.map(({ key, record }) => [key, record]));
  const after = new Map(candidate.steps.map(({ key, record }) => [key, record]));
  const changes: Change[] = [];
  const absent = { before: absence(base), after: absence(candidate) };
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(key), after.get(key)];
    const { event, tool = '' } = (one ?? other)!;
    const from = one === undefined ? absent.before(event) : saidIn(one);
    const to = other === undefined ? absent.after(event) : saidIn(other);
    if (!saysSame(from, to)) changes.push({ event, tool, from, to });
  }
  return changes;
}

/** Returns the decision for a missing step: allowed if the set never decides this event, else not reached. */
function absence({ steps }: PlayedRun): (event: string) => Said {
  const heard = new Set(steps.map(({ record }) => record.event));
  return (event) => (heard.has(event) ? NOT_REACHED : NOT_ASKED);
}

/** Returns the calls that both sets allow with different arguments. */
function changedArguments(base: PlayedRun, candidate: PlayedRun): readonly Change[] {
  const left = [...candidate.executed];
  return base.executed.flatMap((call) => {
    const place = left.findIndex((other) => other.id === call.id && other.name === call.name);
    if (place < 0) return [];
    const [other] = left.splice(place, 1);
    return isDeepStrictEqual(call.args, other?.args) ? [] : [otherArguments(call)];
  });
}

function otherArguments({ name }: ToolCall): Change {
  const said = { decision: 'runs', codes: [], policies: [], reason: undefined };
  const to = { ...said, decision: 'runs with other arguments' };
  return { event: 'preToolCall', tool: name, from: said, to };
}
