import type { AppTool, AppTools } from './tool-facts.ts';

/** Hooks one tool, which the agent has under this name. */
export type HookOne = (name: string, tool: AppTool, tools: AppTools) => AppTool;

const views = new WeakMap<HookOne, WeakMap<AppTools, AppTools>>();

/**
 * The tools of a hooked agent as its app reads them: the agent's own set, in which each tool that is taken out and executed
 * passes the hooks. What the app puts in is put into the agent's own set.
 */
export function toolsOfAgent(tools: AppTools, hook: HookOne): AppTools {
  const known = views.get(hook)?.get(tools);
  if (known !== undefined) return known;
  const made = viewOf(tools, hook);
  views.set(hook, (views.get(hook) ?? new WeakMap<AppTools, AppTools>()).set(tools, made));
  return made;
}

function viewOf(tools: AppTools, hook: HookOne): AppTools {
  const hooked = new WeakMap<AppTool, AppTool>();
  const hookKnown = (name: string, tool: AppTool): AppTool => {
    const made = hooked.get(tool) ?? hook(name, tool, tools);
    hooked.set(tool, made);
    return made;
  };
  const isFixed = Object.isFrozen(tools);
  // A frozen object has to give what it holds, so another stands for it.
  return new Proxy(isFixed ? { ...tools } : tools, {
    get(own, key): unknown {
      const value: unknown = Reflect.get(own, key);
      const isTool = typeof key === 'string' && typeof value === 'object' && value !== null;
      return isTool ? hookKnown(key, value as AppTool) : value;
    },
    ...(isFixed ? { set: () => false, defineProperty: () => false } : undefined),
  });
}
