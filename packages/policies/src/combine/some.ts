import type { BaseContext, Policy } from '@interpose/core';

import { Ballots } from './ballot.ts';
import type { Vote } from './vote.ts';
import { eventFacts } from '../shared/events/event-facts.ts';
import { andThen } from '../shared/values/and-then.ts';
import { joinedPolicy } from './joined-policy.ts';
import { listedHooks, type ListedHook } from './listed-hooks.ts';

/**
 * Joins policies into one that lets a step pass if at least one of them does. All are asked, and the weakest verdict
 * counts, the first of equals: pass, retry, ask, respond, and deny only when all deny. Only the changes of the chosen
 * policy count. A policy that says nothing about a step lets it pass, so combine policies that judge the same events.
 *
 * @throws InterposeError `invalid_option` without policies, `invalid_policy` for what is none.
 * @example
 * const allowed = some(allowTools(['search']), requireApproval({ tools: ['refund'] }));
 * createHooks({ policies: [allowed] });
 */
export function some(...policies: readonly Policy[]): Policy {
  const members = policies.map((policy) => {
    const hooks = listedHooks(policy);
    return { name: policy.name, isDryRun: policy.mode === 'monitor', hooks };
  });
  const events = new Set(members.flatMap(({ hooks }) => [...hooks.keys()]));
  const hooks = new Map([...events].map((event) => [event, unitOf(event, members)]));
  return policies.length === 1 ? policies[0]! : joinedPolicy('some', policies, hooks);
}

interface Member {
  readonly name: string;
  readonly isDryRun: boolean;
  readonly hooks: ReadonlyMap<string, readonly ListedHook[]>;
}

/** Returns the hooks of all members at one event, then the hooks that report the result. Dry runs have no vote. */
function unitOf(event: string, members: readonly Member[]): readonly ListedHook[] {
  const facts = eventFacts(event);
  const all = members.map((member) => ({ ...member, hooks: member.hooks.get(event) ?? [] }));
  const dry = all.flatMap(({ name, hooks }) =>
    hooks.filter(isMonitored).map((hook) => named(name, hook)),
  );
  // A policy that only watches lets everything pass, and would open the others. So it is no member here.
  const judging = all.filter(
    ({ isDryRun, hooks }) => !isDryRun && (hooks.length === 0 || !hooks.every(isMonitored)),
  );
  const ballots = new Ballots(judging.length, facts);
  const own = judging.map(({ name, hooks }) =>
    inOrder(hooks, facts?.after === true)
      .filter((hook) => !isMonitored(hook))
      .map((hook) => named(name, hook)),
  );
  const voting = own.flatMap((listed, index) => listed.map((hook) => voter(ballots, index, hook)));
  if (voting.length === 0) return dry;
  const mayAsk = facts?.verbs.includes('ask') !== false;
  const closing = [
    ...judging.flatMap(({ name }, index) =>
      speakers(ballots, index, name, mayAsk ? own[index]! : []),
    ),
    refuser(ballots),
  ];
  const { place, circumstances } = sharedOptions(voting);
  return [
    ...dry,
    ...voting.map((hook) => ({ ...hook, ...place })),
    ...closing.map((hook) => ({ ...hook, ...place, ...circumstances })),
  ];
}

function isMonitored({ mode }: ListedHook): boolean {
  return mode === 'monitor';
}

function named(policy: string, hook: ListedHook): ListedHook {
  return { ...hook, name: `${policy}/${hook.name}` };
}

function inOrder(hooks: readonly ListedHook[], after: boolean): readonly ListedHook[] {
  const rank = ({ priority = 100 }: ListedHook): number => (after ? -priority : priority);
  return hooks.toSorted((left, right) => rank(left) - rank(right));
}

function voter(ballots: Ballots, member: number, hook: ListedHook): ListedHook {
  const { when, run, always } = hook;
  return {
    ...hook,
    when(ctx) {
      const vote = ballots.of(ctx).votes[member]!;
      if (vote.isFinal && always !== true) return false;
      return when === undefined || when(vote.view(ctx));
    },
    run(ctx) {
      const vote = ballots.of(ctx).votes[member]!;
      const returned = run(vote.view(ctx));
      return andThen(returned, (said) => vote.take(ctx, said, hook));
    },
  };
}

/**
 * Returns the hooks that speak for the chosen member: the first changes the value, the last returns the verdict. Between
 * them one asks for each hook, so that an approver's change that makes another hook ask is asked about again.
 */
function speakers(
  ballots: Ballots,
  member: number,
  name: string,
  hooks: readonly ListedHook[],
): readonly ListedHook[] {
  const voteOf = (ctx: BaseContext): Vote => ballots.of(ctx).votes[member]!;
  const when = (ctx: BaseContext): boolean => ballots.of(ctx).chosen === member;
  const change = (ctx: BaseContext): unknown => {
    const vote = voteOf(ctx);
    return vote.change === undefined || vote.isFinal
      ? undefined
      : { decision: 'modify', value: vote.change.value };
  };
  const verdict = (ctx: BaseContext): unknown => {
    const { outcome, asks, retry } = voteOf(ctx);
    return outcome ?? (asks.size > 0 ? undefined : retry);
  };
  const asking = hooks.map((hook): ListedHook => ({
    name,
    run: (ctx) => (voteOf(ctx).outcome === undefined ? voteOf(ctx).asks.get(hook) : undefined),
    when: (ctx) => voteOf(ctx).asks.has(hook) && when(ctx),
  }));
  return [{ name, run: change, when }, ...asking, { name, run: verdict, when }];
}

function refuser(ballots: Ballots): ListedHook {
  return {
    name: 'all',
    run(ctx) {
      const ballot = ballots.of(ctx);
      ballots.close(ctx);
      return ballot.chosen === undefined ? ballot.denial : undefined;
    },
  };
}

/** Returns the options that judge all members as one unit, at the outermost of their priorities. */
function sharedOptions(voting: readonly ListedHook[]): {
  readonly place: Pick<ListedHook, 'priority'>;
  readonly circumstances: Pick<ListedHook, 'stream' | 'always'>;
} {
  const placed = voting.some(({ priority }) => priority !== undefined);
  const priority = Math.min(...voting.map((hook) => hook.priority ?? 100));
  return {
    place: placed ? { priority } : {},
    circumstances: {
      ...(voting.every(({ stream }) => stream === 'observe') ? { stream: 'observe' } : {}),
      ...(voting.some(({ always }) => always === true) ? { always: true } : {}),
    },
  };
}
