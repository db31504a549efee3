import type { Tool } from '@interpose/core';

import type { ToolFixture } from '../../conformance/scenario/scenario.ts';
import type { FakeColleague } from '../agents/fake-agent.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakeOffer } from '../translate/fake-values.ts';

/** The target of a tool name. */
export type Reachable =
  | { readonly kind: 'tool'; readonly fixture: ToolFixture }
  | { readonly kind: 'agent' | 'handoff'; readonly colleague: FakeColleague }
  | { readonly kind: 'mcp'; readonly name: string }
  | { readonly kind: 'nothing' };

/** Returns the tools offered to the model: those that exist, are allowed and are enabled. */
export function offersOf(run: FakeRun): FakeOffer[] {
  return [...namesOf(run)]
    .filter((name) => !isAbsent(run, name) && run.cycles.isEnabled(run.chat, name))
    .map((name) => offerOf(run, name));
}

/** Returns the target of this name. */
export function reach(run: FakeRun, name: string): Reachable {
  const { agent, mcp } = run;
  if (isAbsent(run, name)) return { kind: 'nothing' };
  const fixture = agent.tools.find((tool) => tool.name === name);
  if (fixture !== undefined) return { kind: 'tool', fixture };
  const colleague = agent.colleagues.find((each) => nameOf(each) === name);
  if (colleague !== undefined)
    return { kind: colleague.as === 'tool' ? 'agent' : 'handoff', colleague };
  return mcp?.tools.includes(name) === true ? { kind: 'mcp', name } : { kind: 'nothing' };
}

/** Returns the tool of this name as hooks see it. */
export function toTool(run: FakeRun, name: string): Tool {
  const reached = reach(run, name);
  const { description, annotations } = reached.kind === 'tool' ? reached.fixture : {};
  return {
    name,
    origin:
      reached.kind === 'tool' || reached.kind === 'nothing'
        ? 'local'
        : reached.kind === 'mcp'
          ? 'mcp'
          : 'agent',
    known: reached.kind !== 'nothing',
    enabled: run.cycles.isEnabled(run.chat, name),
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** Returns the tool name of a colleague. */
export function nameOf({ as, name }: FakeColleague): string {
  return as === 'handoff' ? `transfer_to_${name}` : name;
}

function* namesOf({ agent, mcp }: FakeRun): Generator<string> {
  for (const tool of agent.tools) yield tool.name;
  for (const colleague of agent.colleagues) yield nameOf(colleague);
  yield* mcp?.tools ?? [];
}

function isAbsent({ absent }: FakeRun, name: string): boolean {
  return absent.has(`tool:${name}`) || absent.has(`agent:${name}`);
}

function offerOf(run: FakeRun, name: string): FakeOffer {
  const known = run.offers.get(name);
  if (known !== undefined) return known;
  const { description, annotations } = toTool(run, name);
  const reached = reach(run, name);
  const schema = reached.kind === 'tool' ? reached.fixture.schema : undefined;
  const offer: FakeOffer = {
    name,
    ...(description === undefined ? {} : { about: description }),
    ...(annotations === undefined ? {} : { hints: annotations }),
    schema: schema ?? { type: 'object', additionalProperties: true },
  };
  run.offers.set(name, offer);
  return offer;
}
