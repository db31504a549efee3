import type { Refused } from '../../contract/adapter/index.ts';
import type { Denial } from '../../contract/decisions/outcome.ts';
import type { DenyVerdict } from '../../contract/decisions/verdict.ts';
import { denialOf, refusalText } from '../../gate/refusal.ts';
import type { EventContext } from '../../gate/context/event-context.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** The refusal that a deny at this event means to the caller. */
export function refusedBy(chat: RunningChat, ctx: EventContext, verdict: DenyVerdict): Refused {
  return refusal(chat, denialOf(ctx, verdict));
}

/** The refusal of a denial; it throws where a provider error was denied or the registry wants it so. */
export function refusal(chat: RunningChat, denial: Denial): Refused {
  const throws = denial.event === 'onRequestError' || chat.registry.settings.onDeny === 'throw';
  return { kind: 'denied', denial, text: refusalText(denial), throws };
}
