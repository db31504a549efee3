import { sameItems } from '@interpose/adapter-kit';
import { currentFrame } from '../run/current-run.ts';
import { hookDirectCalls } from '../tools/hook-tools.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';
import { inheritLayers, isHooked, layersAround } from './layers.ts';
import { hookMcpServer } from './mcp-server.ts';
import { keepRealtime } from './realtime.ts';

/** Puts this adapter's wrappers on an agent. */
type Equip = (agent: NativeAgent) => void;

/** Hooks parts that the app adds later, when the app sets or reads the list. In a run, the SDK's own calls do that. */
export function watchParts(agent: NativeAgent, equip: Equip): void {
  watchList(agent, 'tools', (tools) => hookDirectCalls(agent, tools as NativeTool[]));
  watchList(agent, 'handoffs', (handoffs) => shareHooks(agent, handoffs, equip));
  watchList(agent, 'mcpServers', (servers) => hookServers(agent, servers));
}

/** Hooks a list of parts if it changed. The SDK reads these lists often: an unchanged list costs next to nothing. */
function watchList<K extends 'tools' | 'handoffs' | 'mcpServers'>(
  agent: NativeAgent,
  key: K,
  hook: (parts: NativeAgent[K]) => void,
): void {
  let known: readonly unknown[] = [];
  watch(agent, key, (parts) => {
    if (!Array.isArray(parts) || sameItems(parts, known)) return parts;
    if (!isHooked(agent) || currentFrame() !== undefined) return parts;
    known = [...(parts as readonly unknown[])];
    hook(parts);
    return parts;
  });
}

function hookServers(agent: NativeAgent, servers: readonly object[]): void {
  for (const server of servers)
    for (const layer of layersAround(agent)) hookMcpServer(server, layer);
}

/** Returns the agent that a handoff leads to; a handoff may be given as an agent. */
export function agentBehind(next: NativeAgent['handoffs'][number]): NativeAgent {
  return ('agentName' in next ? next.agent : next) as NativeAgent;
}

/** Lets the hooks of an agent also hold for the agents it can hand over to, when the app runs those on their own. */
export function shareHooks(
  agent: NativeAgent,
  handoffs: NativeAgent['handoffs'],
  equip: Equip,
): void {
  for (const next of handoffs) {
    const to = agentBehind(next);
    keepRealtime(to, agent);
    if (!inheritLayers(to, agent)) continue;
    equip(to);
    hookParts(to, equip);
  }
}

/** Hooks the parts that an agent has already. */
export function hookParts(agent: NativeAgent, equip: Equip): void {
  hookDirectCalls(agent, agent.tools as NativeTool[]);
  hookServers(agent, agent.mcpServers);
  shareHooks(agent, agent.handoffs, equip);
}

type Watched = 'model' | 'toolUseBehavior' | 'tools' | 'handoffs' | 'mcpServers';

/** Puts a getter on a property, which passes the value through `see`. It is enumerable, so clones copy it. */
export function watch<K extends Watched>(
  agent: NativeAgent,
  key: K,
  see: (value: NativeAgent[K]) => NativeAgent[K],
): void {
  // If the app put a getter there, the getter is asked each time: it may return another value.
  const own = accessorOf(agent, key);
  let current = agent[key];
  Object.defineProperty(agent, key, {
    configurable: true,
    enumerable: true,
    get: () => see(own === undefined ? current : (own.get?.call(agent) as NativeAgent[K])),
    set(value: NativeAgent[K]) {
      if (own === undefined) current = value;
      else own.set?.call(agent, value);
      see(value);
    },
  });
}

function accessorOf(agent: NativeAgent, key: Watched): PropertyDescriptor | undefined {
  for (let owner: object | null = agent; owner !== null;) {
    const member = Reflect.getOwnPropertyDescriptor(owner, key);
    if (member !== undefined) return 'value' in member ? undefined : member;
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return undefined;
}
