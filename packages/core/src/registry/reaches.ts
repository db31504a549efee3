import type { Registration } from './registration.ts';

/** True when a hook is for this tool and this agent; a hook bound to tools reaches no step without one. */
export function reaches(
  hook: Registration,
  tool: string | undefined,
  agent: { readonly id: string; readonly name?: string },
): boolean {
  if (hook.tool !== undefined && (tool === undefined || !hook.tool(tool))) return false;
  if (hook.agent === undefined) return true;
  return hook.agent(agent.id) || (agent.name !== undefined && hook.agent(agent.name));
}
