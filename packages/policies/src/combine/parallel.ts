import { checkOptions, InterposeError, type BaseContext, type Policy } from '@interpose/core';

import { isTimerDelay } from '../shared/values/timer-delay.ts';
import { joinedPolicy } from './joined-policy.ts';
import { listedHooks, type ListedHook } from './listed-hooks.ts';
import { Panel, type PanelHook, type PanelRules } from './panel.ts';

const OPTIONS = Object.keys({ take: true, onConflict: true, timeoutMs: true } satisfies Record<
  keyof ParallelOptions,
  true
>);

/**
 * How `parallel` turns the answers of policies that ran at the same time into one.
 *
 * @example
 * const options: ParallelOptions = { take: 'unanimous', onConflict: 'ask', timeoutMs: 2000 };
 */
export interface ParallelOptions {
  /** `strictest`: the strictest answer counts. `unanimous`: all have to agree. Default: `strictest`. */
  readonly take?: 'strictest' | 'unanimous';
  /** What happens when two policies change a value differently, or do not agree (`unanimous`). Default: `deny`. */
  readonly onConflict?: 'deny' | 'ask';
  /** Milliseconds that each hook has to answer; a late hook denies. Default: the limits of the hooks themselves. */
  readonly timeoutMs?: number;
}

/**
 * Joins policies into one that asks them at the same time. Each sees the step as it was before any of them, so three
 * judges of 100 ms take 100 ms. The hooks within one policy still run one after the other.
 *
 * @throws InterposeError `invalid_option` without policies, `invalid_policy` for what is none.
 * @example
 * const judges = parallel([judgeTone, judgeFacts, judgeSafety], { timeoutMs: 2000 });
 * createHooks({ policies: [judges] });
 */
export function parallel(policies: readonly Policy[], options?: ParallelOptions): Policy;
export function parallel(
  policies: readonly Policy[],
  options: ParallelOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('parallel', options, OPTIONS, more);
  const rules = rulesOf(policies, options);
  const members = policies.map((policy) => ({ hooks: listedHooks(policy), name: policy.name }));
  const events = new Set(members.flatMap(({ hooks }) => [...hooks.keys()]));
  const hooks = [...events].map((event): readonly [string, readonly ListedHook[]] => {
    const listed = members.flatMap(({ name, hooks: own }, member) =>
      (own.get(event) ?? []).map((hook) => ({ ...hook, name: `${name}/${hook.name}`, member })),
    );
    return [event, unitOf(event, listed, rules)];
  });
  return joinedPolicy('parallel', policies, new Map(hooks));
}

/** Lists every hook twice: one starts it, a later one reports its answer, which the dispatcher reads and records. */
function unitOf(
  event: string,
  listed: readonly PanelHook[],
  rules: PanelRules,
): readonly ListedHook[] {
  const open = new WeakMap<object, Panel>();
  const panelOf = ({ metadata }: BaseContext): Panel => {
    const panel = open.get(metadata);
    // A panel that was read belongs to an earlier run of the chain: an approver has changed the value since.
    if (panel !== undefined && !panel.isRead) return panel;
    const next = new Panel(rules, event);
    open.set(metadata, next);
    return next;
  };
  // All hooks run at the outermost of their priorities, so that no other hook changes the step between them.
  const place = { priority: Math.min(...listed.map(({ priority = 100 }) => priority)) };
  const starting = listed.map((hook, index): ListedHook => {
    const { member: _, timeoutMs: _limit, ...kept } = hook;
    const run = (ctx: BaseContext): void => panelOf(ctx).start(index, hook, ctx);
    return { ...kept, ...place, name: `${hook.name} (starts)`, run };
  });
  // They report after a deny too, so that the record holds all their answers.
  const speaking = { ...place, always: true } as const;
  const saying = listed.map(({ name, stream, window, onError, mode }, index): ListedHook => ({
    ...speaking,
    ...(stream === undefined ? {} : { stream }),
    ...(window === undefined ? {} : { window }),
    ...(onError === undefined ? {} : { onError }),
    ...(mode === undefined ? {} : { mode }),
    name,
    when: ({ metadata }) => open.get(metadata)?.settled[index] !== undefined,
    run: ({ metadata }) => open.get(metadata)?.answer(index),
  }));
  const together = { ...sharedBy(listed), ...speaking };
  return [...starting, ...waiting(open, listed, rules, together), ...saying];
}

/**
 * Makes the hooks that wait. The first waits for hooks without a limit of their own, up to the limit of the registry;
 * the second waits for the others. So a hook that hangs costs its time once, however many members there are.
 */
function waiting(
  open: WeakMap<object, Panel>,
  listed: readonly PanelHook[],
  { timeoutMs }: PanelRules,
  together: Partial<ListedHook>,
): readonly ListedHook[] {
  const limits = listed.flatMap((hook) => hook.timeoutMs ?? timeoutMs ?? []);
  const wait: ListedHook = {
    ...together,
    name: 'wait',
    // Running out of time is no failure here: every hook that is late by then denies.
    onError: 'allow',
    run: ({ metadata }) => open.get(metadata)?.wait(),
  };
  const agree: ListedHook = {
    ...together,
    name: 'agree',
    timeoutMs: limits.reduce((total, each) => total + each, SLACK_MS),
    run: ({ metadata }) => open.get(metadata)?.agree(),
  };
  return limits.length < listed.length ? [wait, agree] : [agree];
}

/** Returns the options that all hooks share: one that only watches a stream would be held back by one that does not. */
function sharedBy(listed: readonly PanelHook[]): Partial<ListedHook> {
  return {
    ...(listed.every(({ stream }) => stream === 'observe') ? { stream: 'observe' } : {}),
    ...(listed.every(({ mode }) => mode === 'monitor') ? { mode: 'monitor' } : {}),
  };
}

/** Extra milliseconds, so that the limits of the hooks themselves end first. */
const SLACK_MS = 1000;

function rulesOf(policies: unknown, given: ParallelOptions): PanelRules {
  const { take = 'strictest', onConflict = 'deny', timeoutMs } = given;
  if (!Array.isArray(policies))
    throw invalid('its first argument is no list', 'pass a list of policies');
  if (take !== 'strictest' && take !== 'unanimous')
    throw invalid(`take is ${String(take)}`, "give 'strictest' or 'unanimous'");
  if (onConflict !== 'deny' && onConflict !== 'ask')
    throw invalid(`onConflict is ${String(onConflict)}`, "give 'deny' or 'ask'");
  if (timeoutMs !== undefined && !isTimerDelay(timeoutMs))
    throw invalid(
      `timeoutMs is ${String(timeoutMs)}`,
      'give milliseconds above 0, at most 24 days',
    );
  return { take, onConflict, timeoutMs };
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `parallel: ${problem}`, remedy);
}
