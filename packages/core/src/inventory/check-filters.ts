import type { Chat } from '../contract/adapter/chat.ts';
import type { DeclaredInventory } from '../contract/adapter/declared-inventory.ts';
import type { AgentIdentity } from '../contract/values/index.ts';
import { runtimeOf } from '../chat/runtime-of.ts';
import { runningChat } from '../chat/running-chat.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { nearestName } from '../errors/nearest-name.ts';
import { reportHookError } from '../records/tell-observers.ts';
import type { Family } from '../registry/event-hooks.ts';
import { isAgent } from '../registry/hook-plan.ts';

/** The tools and agents of an app, as far as its adapters know them. */
interface KnownTools {
  /** Weak references, because an agent that is gone has no tools any more. */
  readonly declared: Set<WeakRef<DeclaredInventory>>;
  /** The names that models were offered while a filter had not met its tool. */
  readonly offered: Set<string>;
}

/** The known tools by family, because a hook may be for tools that another registry of its family offers. */
const known = new WeakMap<Family, KnownTools>();

/** Law 13 in LAWS.md: from now on, the end of a chat reports filters that match no tool or agent of the app. */
export function checkFilters(inventory: DeclaredInventory): void {
  const { declared } = toolsOf(runtimeOf(inventory.hooks).registry.family);
  declared.add(new WeakRef(inventory));
  const [oldest] = declared;
  if (declared.size > MOST_KEPT) declared.delete(oldest!);
}

/**
 * Notes the tools that a model is about to get, so that a hook for none of the app's tools is reported.
 *
 * @example
 * seeTools(chat, { tools: [{ name: 'refund' }], nameOf: ({ name }) => name });
 */
export function seeTools<Tool>(
  chat: Chat,
  { tools, nameOf }: { readonly tools: readonly Tool[]; nameOf(this: void, tool: Tool): string },
): void {
  const { registry } = runningChat(chat);
  if (registry.unmatched().length === 0) return;
  const { offered } = toolsOf(registry.family);
  for (const tool of tools) if (offered.size < MOST_KEPT) offered.add(nameOf(tool));
}

/** The limit for both lists. An app that hooks or offers new values for every request must not fill the memory. */
const MOST_KEPT = 256;

function toolsOf(family: Family): KnownTools {
  const tools = known.get(family);
  if (tools !== undefined) return tools;
  const made: KnownTools = { declared: new Set(), offered: new Set() };
  known.set(family, made);
  family.chatEnded = (chat) => tellUnmatched(chat, made);
  return made;
}

/** Reports each unmatched filter once. As long as no tools are known, none is missed. */
function tellUnmatched(ended: Chat, seen: KnownTools): void {
  const chat = runningChat(ended);
  const unmatched = chat.registry.unmatched();
  if (unmatched.length === 0) return;
  const tools = new Set(seen.offered);
  const agents: AgentIdentity[] = [chat.agent];
  try {
    listDeclared(seen, tools, agents);
  } catch {
    // The app's own lists may throw. Its chat still has to end.
    return;
  }
  for (const [event, hook] of unmatched) {
    const { label, unseen } = hook;
    const { tool, agent } = unseen ?? {};
    const tell = (kind: string, filter: string, names: readonly string[]): void => {
      const error = unmatchedError(`the hook ${label} on ${event}`, kind, filter, names);
      reportHookError(chat, label, event, error, error.code);
    };
    if (tool !== undefined && tools.size > 0) {
      unseen!.tool = undefined;
      if (![...tools].some(hook.tool!)) tell('tool', tool, [...tools]);
    }
    if (agent === undefined) continue;
    unseen!.agent = undefined;
    if (!agents.some((each) => isAgent(hook.agent!, each)))
      tell('agent', agent, [...new Set(agents.map(({ id, name }) => name ?? id))]);
  }
}

function listDeclared({ declared }: KnownTools, tools: Set<string>, agents: AgentIdentity[]): void {
  for (const each of declared) {
    const inventory = each.deref();
    if (inventory?.agent !== undefined) agents.push(inventory.agent);
    for (const { kind, name } of inventory?.components() ?? []) {
      // An agent for handoffs may be in a list of tools too.
      if (/tool|agent/.test(kind)) tools.add(name);
      if (kind === 'agent') agents.push({ id: name });
    }
  }
}

function unmatchedError(
  hook: string,
  kind: string,
  filter: string,
  existing: readonly string[],
): InterposeError {
  const names = existing.join(', ');
  return new InterposeError(
    'filter_unmatched',
    `${hook} is bound to the ${kind} ${filter}, which the app does not have so far, so it has not run`,
    /^[\w./-]+$/.test(filter)
      ? `did you mean ${nearestName(filter, existing)}? There are ${names}`
      : `bind it to one of ${names}`,
  );
}
