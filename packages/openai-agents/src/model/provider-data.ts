import { isDict, unknownSettings } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import { isMessage } from '../translate/content-to-contract.ts';
import type { NativeItem, NativeRequest, OfferedTool } from '../translate/native.ts';

type Settings = NativeRequest['modelSettings'];

/** The setting that holds more fields for the request body, under the names that the SDK knows. */
const BODY = /^extra_?body$/i;

/** Returns the names of settings or items that the SDK sends unchanged, past hooks, unless known to be plain. */
export function unjudgedIn({ modelSettings, input }: NativeRequest): readonly string[] {
  const settings = unjudgedSettings(modelSettings);
  const saysMore = typeof input !== 'string' && input.some(saysOther);
  return saysMore ? [...settings, 'of an item'] : settings;
}

/**
 * Whether the provider reads an item differently from hooks: `providerData` adds a role, tools or the name of a
 * speaker, and hooks do not read those there. No model returns such items.
 */
function saysOther(item: NativeItem): boolean {
  const { providerData: data } = item;
  if (!isDict(data)) return false;
  if (isMessage(item)) return 'type' in data || 'tools' in data || 'name' in data;
  return item.type === 'unknown' && ('role' in data || 'tools' in data);
}

/** Returns the same names for settings alone. The SDK spreads `providerData` over the request. */
export function unjudgedSettings({ providerData }: Settings): readonly string[] {
  return isDict(providerData) ? unknownSettings(providerData, 'spread') : [];
}

type Judge = (tool: OfferedTool) => boolean;

/** Returns the provider's tools that the settings bring in, each in the form in which the SDK would offer it. */
export function broughtTools(settings: Settings): readonly OfferedTool[] {
  const found: OfferedTool[] = [];
  if (isDict(settings.providerData)) keepBrought(settings, (tool) => found.push(tool) > 0);
  return found;
}

/** Returns the settings without the tools that are not kept; an empty list is removed, as some providers take none. */
export function keepBrought(settings: Settings, isKept: Judge): Settings {
  return { ...settings, providerData: bodyWith(settings.providerData ?? {}, isKept) };
}

function bodyWith(body: Dict, isKept: Judge): Dict {
  const kept = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (BODY.test(key) && isDict(value)) return [[key, bodyWith(value, isKept)]];
    if (key === 'web_search_options' && value && !isKept(offeredAs({ type: 'web_search' })))
      return [];
    if (key !== 'tools' || !Array.isArray(value)) return [[key, value]];
    const tools = listWith(value, isKept);
    return tools.length === 0 ? [] : [[key, tools]];
  });
  return Object.fromEntries(kept);
}

function listWith(tools: readonly unknown[], isKept: Judge): readonly unknown[] {
  return tools.flatMap((tool) => {
    if (!isDict(tool)) return [tool];
    const { tools: group } = tool;
    // A namespace has its own list of tools.
    if (!Array.isArray(group)) return !isRemote(tool) || isKept(offeredAs(tool)) ? [tool] : [];
    const left = listWith(group, isKept);
    return left.length === 0 ? [] : [{ ...tool, tools: left }];
  });
}

/** Whether the provider may run this tool: its kind is not one that the caller runs itself. */
function isRemote({ type, name, environment }: Dict): boolean {
  if (type === 'shell') return isDict(environment) && environment['type'] !== 'local';
  return typeof type === 'string' ? !LOCAL.test(type) : typeof name !== 'string';
}

const LOCAL = /^(?:function|custom|local_shell|apply_patch|computer.*)$/;

function offeredAs(tool: Dict): OfferedTool {
  const { type = Object.keys(tool)[0], name, server_label: label } = tool;
  const kind = String(type).replace(/_preview.*$|_\d{8}$/, '');
  const own = kind.startsWith('provider') && typeof name === 'string' ? name : kind;
  const known = typeof label === 'string' ? 'hosted_mcp' : own;
  return { type: 'hosted_tool', name: known, providerData: tool };
}
