import {
  ask,
  createHooks,
  deny,
  modify,
  respond,
  retry,
  type Context,
  type EventOptions,
  type Hooks,
} from '../../src/index.ts';
import { never } from '../pause-for.ts';
import type { Ending } from './expect-ruling.ts';
import type { Plan, PlannedHook } from './planned-hook.ts';

/** How a dispatch of a plan really ended. */
export interface Ran {
  readonly ending: Ending;
  readonly called: readonly number[];
  /** What nested dispatches came to; each must be the deny of their own hook. */
  readonly nested: readonly unknown[];
}

const BEFORE = 'preSteps' as 'preToolCall';
const AFTER = 'onSteps' as 'preToolCall';
const OTHER = 'preOther' as 'preToolCall';
const REASON = { aborted: 'by a hook' };
const LIMIT_MS = 20;

/** Carries a plan out with real hooks. */
export async function runPlan(plan: Plan): Promise<Ran> {
  const controller = new AbortController();
  const called: number[] = [];
  const nested: unknown[] = [];
  const hooks = registryFor(plan);
  const disposers = plan.hooks.map((planned, index) => {
    const { priority, always, onError, monitor, applies } = planned;
    const run = async (ctx: Context<'preToolCall'>): Promise<unknown> => {
      if (planned.later) await Promise.resolve();
      act(ctx);
      return answer(planned, index, ctx);
    };
    const call = (ctx: Context<'preToolCall'>): unknown => {
      called.push(index);
      if (planned.later) return run(ctx);
      act(ctx);
      return answer(planned, index, ctx);
    };
    function act(ctx: Context<'preToolCall'>): void {
      const { deed } = planned;
      if (deed.kind === 'abort') controller.abort(REASON);
      if (deed.kind === 'dispose') disposers[deed.target]?.();
      if (deed.kind === 'add')
        hooks.addHook(eventOf(plan), () => deny('added too late'), { priority: -1 });
      if (deed.kind === 'nest') nested.push(hooks.dispatch(OTHER, {} as never, { within: ctx }));
    }
    return hooks.addHook(eventOf(plan), call as () => undefined, {
      name: `hook ${index}`,
      priority,
      always,
      onError,
      mode: monitor ? 'monitor' : 'enforce',
      ...(applies ? {} : { when: () => false }),
    });
  });
  const ending = await endingOf(plan, () =>
    hooks.dispatch(eventOf(plan), { steps: [] } as never, { signal: controller.signal }),
  );
  return { ending, called, nested: await Promise.all(nested) };
}

function registryFor({ approves, observed }: Plan): Hooks {
  const hooks = createHooks({ timeoutMs: LIMIT_MS, approver: () => ({ approved: approves }) });
  // Cast, because the names carry the types of another event, whose options these are not.
  const define = (name: string, options: EventOptions): void => hooks.defineEvent(name, options);
  define(BEFORE, { kind: 'interceptor', slot: 'steps', outcomes: ['outcome'] });
  define(AFTER, {
    kind: 'interceptor',
    slot: 'steps',
    outcomes: ['outcome'],
    verbs: ['modify', 'respond', 'ask', 'retry'],
    after: true,
  });
  define(OTHER, { kind: 'interceptor' });
  hooks.addHook(OTHER, () => deny('nested'), { name: 'other' });
  if (observed) hooks.observe('onDecision', () => undefined);
  return hooks;
}

function eventOf({ after }: Plan): 'preToolCall' {
  return after ? AFTER : BEFORE;
}

function answer({ said }: PlannedHook, index: number, ctx: object): unknown {
  const { steps } = ctx as { readonly steps: readonly string[] };
  switch (said.kind) {
    case 'nothing':
      return undefined;
    case 'empty':
      return {};
    case 'allow':
      return { decision: 'allow' };
    case 'same':
      return { steps };
    case 'malformed':
      return said.value;
    case 'deny':
      return deny(`denied by ${index}`, { code: said.tag });
    case 'respond':
      return respond({ outcome: said.tag });
    case 'modify':
      return index % 2 === 0 ? modify([...steps, said.tag]) : { steps: [...steps, said.tag] };
    case 'ask':
      return ask(`asked by ${index}`);
    case 'retry':
      return retry({ delayMs: said.delayMs });
    case 'throw':
      throw errorOf(index);
    case 'reject':
      return Promise.reject(errorOf(index));
    default:
      return never();
  }
}

const errors: Error[] = [];

function errorOf(index: number): Error {
  return (errors[index] ??= new Error(`thrown by ${index}`));
}

async function endingOf(plan: Plan, dispatch: () => unknown): Promise<Ending> {
  let verdict: Readonly<Record<string, unknown>>;
  try {
    verdict = (await dispatch()) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error === REASON) return { kind: 'aborted' };
    const by = plan.hooks.findIndex((_, index) => errors[index] === error);
    const late = /^hook (\d+) took longer/.exec((error as Error).message);
    return { kind: 'thrown', by: late === null ? by : Number(late[1]) };
  }
  switch (verdict['decision']) {
    case 'deny':
      return {
        kind: 'deny',
        code: String(verdict['code']),
        by: Number(String(verdict['by']).slice(5)),
      };
    case 'respond':
      return { kind: 'respond', tag: (verdict['outcome'] as { outcome: string }).outcome };
    case 'retry':
      return { kind: 'retry', delayMs: Number(verdict['delayMs']) };
    case 'modify':
      return { kind: 'modify', value: verdict['value'] as readonly string[] };
    default:
      return { kind: 'allow' };
  }
}
