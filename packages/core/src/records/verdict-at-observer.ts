import { sourceOf } from '../context/context-state.ts';
import type { EventContext } from '../context/event-context.ts';
import type { Denial } from '../contract/decisions/outcome.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import type { EventDefinition } from '../registry/events/event-table.ts';
import type { Registration } from '../registry/registration.ts';

/** Whether a deny of this event ends the chat before any model is asked. */
export function isStart(event: string): boolean {
  return event === 'onSessionStart' || event === 'onChatStart';
}

/** Law 15 in LAWS.md: the error for a verdict at an event that takes none. Keeps a deny of a start for the gates. */
export function verdictAtObserver(
  hook: Registration,
  definition: EventDefinition,
  ctx: EventContext,
  returned: unknown,
): InterposeError | undefined {
  if (!isVerdict(definition, returned)) return undefined;
  const source = sourceOf(ctx);
  const { name: event } = definition;
  if (returned['decision'] === 'deny' && isStart(event) && !hook.monitor) {
    const holder = event === 'onSessionStart' ? source.session : source;
    holder.denied ??= denialOfStart(hook, event, returned);
  }
  return new InterposeError(
    'verdict_at_observer',
    `the hook ${hook.label} returned a verdict at ${event}, where none is taken`,
    'decide at an event that is asked, such as preRequest',
  );
}

/** Whether the value is a verdict; an allow is not. An object with just one key of the event counts as a change. */
function isVerdict(
  { keys }: EventDefinition,
  returned: unknown,
): returned is Readonly<Record<string, unknown>> {
  if (typeof returned !== 'object' || returned === null) return false;
  if ('decision' in returned) return returned.decision !== 'allow';
  const [key, ...others] = Object.keys(returned);
  return key !== undefined && others.length === 0 && keys?.includes(key) === true;
}

/** Law 6 in LAWS.md, for starts: a hook that fails where it might have denied the start denies the chat. */
export function failAtStart(hook: Registration, event: string, ctx: EventContext): void {
  if (hook.monitor || hook.onError === 'allow') return;
  sourceOf(ctx).denied ??= denialOfStart(hook, event, {
    code: 'hook_failed',
    reason: 'A policy hook failed.',
  });
}

function denialOfStart(
  { label, policy }: Registration,
  event: string,
  { reason, code, message, data }: Readonly<Record<string, unknown>>,
): Denial {
  return Object.freeze({
    decision: 'deny',
    reason: typeof reason === 'string' ? reason : 'A policy denied the start.',
    code: typeof code === 'string' ? code : 'denied',
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof data === 'object' && data !== null ? { data: data as Denial['data'] & {} } : {}),
    by: label,
    policy,
    event,
  });
}
