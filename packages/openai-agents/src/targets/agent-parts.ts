import { currentFrame } from '../run/current-run.ts';
import { hookDirectCalls } from '../tools/hook-tools.ts';
import type { NativeAgent, NativeTool } from '../translate/native.ts';
import { inheritLayers, isHooked, layersAround } from './layers.ts';
import { hookMcpServer } from './mcp-server.ts';

/** Puts the seams on an agent. */
type Equip = (agent: NativeAgent) => void;

/** What an app puts on its agent, or pushes, is hooked where it takes that from there; a run asks by itself. */
export function watchParts(agent: NativeAgent, equip: Equip): void {
  watchList(agent, 'tools', (tools) => hookDirectCalls(agent, tools as NativeTool[]));
  watchList(agent, 'handoffs', (handoffs) => shareHooks(agent, handoffs, equip));
  watchList(agent, 'mcpServers', (servers) => hookServers(agent, servers));
}

/** The SDK reads these lists again and again: one that is as it was costs next to nothing. */
function watchList<K extends 'tools' | 'handoffs' | 'mcpServers'>(
  agent: NativeAgent,
  key: K,
  hook: (parts: NativeAgent[K]) => void,
): void {
  let known: readonly unknown[] = [];
  watch(agent, key, (parts) => {
    if (!Array.isArray(parts) || isSame(parts, known)) return parts;
    if (!isHooked(agent) || currentFrame() !== undefined) return parts;
    known = [...(parts as readonly unknown[])];
    hook(parts);
    return parts;
  });
}

function isSame(parts: readonly unknown[], known: readonly unknown[]): boolean {
  if (parts.length !== known.length) return false;
  for (let at = 0; at < known.length; at += 1) if (parts[at] !== known[at]) return false;
  return true;
}

function hookServers(agent: NativeAgent, servers: readonly object[]): void {
  for (const server of servers)
    for (const layer of layersAround(agent)) hookMcpServer(server, layer);
}

/** The agent that a handoff leads to; an agent may stand for one. */
export function agentBehind(next: NativeAgent['handoffs'][number]): NativeAgent {
  return ('agentName' in next ? next.agent : next) as NativeAgent;
}

/** Lets the hooks of an agent hold for those it can hand over to, where an app runs them by themselves. */
export function shareHooks(
  agent: NativeAgent,
  handoffs: NativeAgent['handoffs'],
  equip: Equip,
): void {
  for (const next of handoffs) {
    const to = agentBehind(next);
    if (!inheritLayers(to, agent)) continue;
    equip(to);
    hookParts(to, equip);
  }
}

/** Hooks what an agent holds already. */
export function hookParts(agent: NativeAgent, equip: Equip): void {
  hookDirectCalls(agent, agent.tools as NativeTool[]);
  hookServers(agent, agent.mcpServers);
  shareHooks(agent, agent.handoffs, equip);
}

type Watched = 'model' | 'toolUseBehavior' | 'tools' | 'handoffs' | 'mcpServers';

/** A property that a clone copies, read through `see`. */
export function watch<K extends Watched>(
  agent: NativeAgent,
  key: K,
  see: (value: NativeAgent[K]) => NativeAgent[K],
): void {
  // An app may have put a getter there, which finds another value each time.
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
