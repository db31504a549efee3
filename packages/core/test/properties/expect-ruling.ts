import type { Plan, PlannedHook } from './planned-hook.ts';

/** How one dispatch must end by the laws. */
export type Ending =
  | { readonly kind: 'thrown'; readonly by: number }
  | { readonly kind: 'aborted' | 'allow' }
  | { readonly kind: 'deny'; readonly code: string; readonly by: number }
  | { readonly kind: 'respond'; readonly tag: string }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'modify'; readonly value: readonly string[] };

/** What the laws say about one dispatch: how it ends and which hooks are called, in order. */
export interface Expected {
  readonly ending: Ending;
  readonly called: readonly number[];
}

/** What one hook's answer stands for; undefined when it changes nothing. */
type Meaning =
  | { readonly kind: 'deny'; readonly code: string }
  | { readonly kind: 'respond' | 'modify'; readonly tag: string }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'ask' | 'thrown' };

/** Reads a plan by the laws, as plainly as they are written. */
export function expectRuling(plan: Plan): Expected {
  const { hooks, after, approves } = plan;
  const disposed = new Set<number>();
  const called: number[] = [];
  const value: string[] = [];
  let final: Ending | undefined;
  let asked: number | undefined;
  let retry: Ending | undefined;
  for (const by of inOrder(hooks, after)) {
    const hook = hooks[by]!;
    const { always, applies, deed, monitor } = hook;
    if (disposed.has(by) || !applies || (final !== undefined && !always)) continue;
    called.push(by);
    if (deed.kind === 'abort') return { ending: { kind: 'aborted' }, called };
    if (deed.kind === 'dispose') disposed.add(deed.target);
    const said = monitor ? undefined : meaningOf(hook, after);
    if (said?.kind === 'thrown') return { ending: { kind: 'thrown', by }, called };
    if (said?.kind === 'deny' && final?.kind !== 'deny') final = { ...said, by };
    if (final !== undefined) continue;
    if (said?.kind === 'respond') final = { kind: 'respond', tag: said.tag };
    if (said?.kind === 'ask') asked ??= by;
    if (said?.kind === 'retry') retry ??= { kind: 'retry', delayMs: said.delayMs };
    if (said?.kind === 'modify') value.push(said.tag);
  }
  if (final !== undefined) return { ending: final, called };
  if (asked !== undefined && !approves)
    return { ending: { kind: 'deny', code: 'approval_refused', by: asked }, called };
  if (retry !== undefined) return { ending: retry, called };
  return { ending: value.length > 0 ? { kind: 'modify', value } : { kind: 'allow' }, called };
}

function meaningOf({ said, onError }: PlannedHook, after: boolean): Meaning | undefined {
  switch (said.kind) {
    case 'nothing':
    case 'empty':
    case 'allow':
    case 'same':
      return undefined;
    case 'malformed':
      return { kind: 'deny', code: 'invalid_verdict' };
    case 'deny':
      return { kind: 'deny', code: said.tag };
    case 'retry':
      return after ? said : { kind: 'deny', code: 'retry_unsupported' };
    case 'respond':
    case 'modify':
      return said;
    case 'ask':
      return { kind: 'ask' };
    default:
      break;
  }
  if (onError === 'allow') return undefined;
  if (onError === 'throw') return { kind: 'thrown' };
  return { kind: 'deny', code: said.kind === 'hang' ? 'hook_timeout' : 'hook_failed' };
}

function inOrder(hooks: readonly PlannedHook[], after: boolean): readonly number[] {
  const sign = after ? -1 : 1;
  return [...hooks.keys()].toSorted(
    (left, right) => sign * (hooks[left]!.priority - hooks[right]!.priority) || left - right,
  );
}
