import type { Denial, Dict, Hooks, InventoryComponent, MaybePromise } from '@interpose/core';
import { frozenCopy, seeInventory, type Chat } from '@interpose/core/adapter';
import { andThen, isDict, madeOnce } from '@interpose/adapter-kit';
import type { Exchange } from './exchange.ts';
import { refusedBy, refusedFor, type Ruling } from './from-contract.ts';
import type { WithHooksOptions } from '../options.ts';

const ABSENT = refusedFor('tool_absent', 'the tool is not part of this agent');

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** How many names are remembered; the other side can make up any number of them. */
const MANY = 1000;

/** The latest of each tool that servers of these hooks listed: many make a transport for each request. */
const listedBy = new WeakMap<Hooks, Map<string, InventoryComponent>>();

/** The pages of a list so far, and the cursor of the next one. */
interface Pages {
  readonly cursor: unknown;
  readonly components: readonly InventoryComponent[];
}

/** The tools that policies were asked about, and what they say of one that they are just asked about. */
type Seen = Map<string, MaybePromise<Ruling | undefined>>;

/** The tools that one server lists, and those that policies denied. */
export class Inventory {
  readonly #server: string;
  readonly #role: WithHooksOptions['role'];
  /** Names of the tools that were denied, by session. */
  readonly #absent = new WeakMap<Chat['session'], ReadonlySet<string>>();
  /** The latest of these sets, for sessions that never saw a list. */
  #lastAbsent: ReadonlySet<string> = new Set();
  /** Names of the tools that policies were asked about, by session: they may deny one and allow another. */
  readonly #seen = new WeakMap<Chat['session'], Seen>();
  /** The latest of each tool in a list that was asked for. */
  readonly #listed = new Map<string, InventoryComponent>();
  /** The pages of a list whose end did not come yet, by session. */
  readonly #pages = new WeakMap<Chat['session'], Pages>();

  constructor(server: string, role: WithHooksOptions['role']) {
    this.#server = server;
    this.#role = role;
  }

  /** Shows the hooks the server and the tools in an answer, and removes those that they deny. */
  show({ chat, request }: Exchange, message: Dict): MaybePromise<Ruling> {
    const { result } = message;
    if (!isDict(result) || !chat.listens('onInventoryChange')) return { kind: 'pass', message };
    // An answer to an unknown request is judged by its content.
    const method = request?.['method'];
    const isHello =
      method === undefined
        ? isDict(result['serverInfo'])
        : method === 'initialize' || method === 'server/discover';
    const greeted =
      isHello && this.#role !== 'server'
        ? this.#showServer(chat, message, result)
        : ({ kind: 'pass', message } as const);
    const { tools } = result;
    // At a server the caller chose the id: it may be that of an earlier request, which this answers in truth.
    const isList = method === undefined || method === 'tools/list' || this.#role === 'server';
    if (!Array.isArray(tools) || !isList) return greeted;
    return andThen(greeted, (ruling) =>
      ruling.kind === 'pass'
        ? this.#showTools(chat, message, { ...result, tools }, request)
        : ruling,
    );
  }

  /**
   * Returns the refusal of a call to a denied tool; undefined for anything else. Policies are asked about a tool that
   * was not listed in this session on this connection.
   */
  whyAbsent({ chat }: Exchange, { method, params }: Dict): MaybePromise<Ruling | undefined> {
    if (method !== 'tools/call' || !isDict(params) || !chat.listens('onInventoryChange'))
      return undefined;
    const absent = this.#absent.get(chat.session) ?? this.#lastAbsent;
    const name = String(params['name']);
    if (absent.has(name)) return ABSENT;
    const seen = this.#seenBy(chat);
    if (seen.has(name)) return seen.get(name);
    const asked = this.#showCalled(chat, name);
    if (seen.size >= MANY) return asked;
    seen.set(name, asked);
    const forget = (): void => void seen.delete(name);
    asked.then((refusal) => (refusal ? forget() : seen.set(name, undefined)), forget);
    return asked;
  }

  async #showCalled(chat: Chat, name: string): Promise<Ruling | undefined> {
    const listed = this.#listed.get(name) ?? listedBy.get(chat.hooks)?.get(this.#keyOf(name));
    const component = listed ?? this.#component(chat, { name });
    const event = 'onInventoryChange';
    const verdict = await chat.dispatch(event, { change: 'added', component });
    if (verdict.decision === 'deny')
      return (verdict as Denial).event === event ? ABSENT : refusedBy(verdict as Denial);
    return undefined;
  }

  #seenBy({ session }: Chat): Seen {
    const seen: Seen = this.#seen.get(session) ?? new Map();
    this.#seen.set(session, seen);
    return seen;
  }

  async #showServer(chat: Chat, message: Dict, result: Dict): Promise<Ruling> {
    const { _meta: meta, protocolVersion } = result;
    // Since 2026 a server says in every answer which server it is.
    const serverInfo = result['serverInfo'] ?? (isDict(meta) ? meta[SERVER_INFO] : undefined);
    const metadata = chat.strict
      ? frozenCopy({ serverInfo, protocolVersion })
      : { serverInfo, protocolVersion };
    const component: InventoryComponent = { kind: 'mcp', name: this.#server, metadata };
    const denied = await seeInventory(chat, [component], { source: `mcp-server:${this.#server}` });
    if (denied.size === 0) return { kind: 'pass', message };
    return refusedFor('server_absent', 'the server is not part of this agent');
  }

  async #showTools(
    chat: Chat,
    message: Dict,
    result: Dict & { readonly tools: readonly unknown[] },
    request: Dict | undefined,
  ): Promise<Ruling> {
    const listed = result.tools.filter(isNamed).map((tool) => this.#component(chat, tool));
    const { session } = chat;
    const isPage = request?.['method'] === 'tools/list';
    const params = request?.['params'];
    const { cursor } = isDict(params) ? params : {};
    const { nextCursor } = result;
    const pages = this.#pages.get(session);
    // Two lists may be read at once: a page that does not follow the one before it is no whole list.
    const before =
      cursor === undefined ? [] : pages?.cursor === cursor ? pages.components : undefined;
    const partial = !isPage || nextCursor !== undefined || before === undefined;
    // Only the last page brings the earlier ones again: a server may have any number of pages.
    const whole = [...(before ?? []), ...listed];
    const components = partial ? listed : whole;
    if (isPage && nextCursor === undefined) this.#pages.delete(session);
    else if (isPage) this.#pages.set(session, { cursor: nextCursor, components: whole });
    const source = `mcp:${this.#server}`;
    const denied = await seeInventory(chat, components, { source, partial });
    const absent = this.#judged(session, components, denied, isPage);
    // A server may list other names each time, and a tool that is gone is asked about again.
    if (!partial) for (const known of [this.#listed, this.#seenBy(chat)]) known.clear();
    for (const component of components) this.#keep(chat, component, isPage);
    const isOther = request !== undefined && !isPage;
    const tools = result.tools.filter((tool) => (isNamed(tool) ? !absent.has(tool.name) : isOther));
    if (tools.length === result.tools.length) return { kind: 'pass', message };
    return { kind: 'pass', message: { ...message, result: { ...result, tools } } };
  }

  #keep(chat: Chat, component: InventoryComponent, wasAsked: boolean): void {
    const { hooks } = chat;
    this.#seenBy(chat).set(component.name, undefined);
    if (wasAsked) this.#listed.set(component.name, component);
    if (!wasAsked || this.#role !== 'server') return;
    const known = madeOnce(listedBy, hooks, () => new Map<string, InventoryComponent>());
    if (known.size >= MANY) known.delete(known.keys().next().value!);
    known.set(this.#keyOf(component.name), component);
  }

  #keyOf(name: string): string {
    return JSON.stringify([this.#server, name]);
  }

  /** Returns the denied names. A denial ends only when a list that was asked for shows the tool and it is allowed. */
  #judged(
    session: Chat['session'],
    components: readonly InventoryComponent[],
    denied: ReadonlySet<string>,
    lifts: boolean,
  ): ReadonlySet<string> {
    const absent = new Set(this.#absent.get(session) ?? this.#lastAbsent);
    for (const { name } of components) {
      if (denied.has(`tool:${name}`)) absent.add(name);
      else if (lifts) absent.delete(name);
    }
    this.#lastAbsent = absent;
    this.#absent.set(session, absent);
    return absent;
  }

  #component(chat: Chat, tool: Dict & { readonly name: string }): InventoryComponent {
    const { name, ...said } = tool;
    const metadata = { ...said, origin: 'mcp', server: this.#server };
    return { kind: 'tool', name, metadata: chat.strict ? frozenCopy(metadata) : metadata };
  }
}

function isNamed(tool: unknown): tool is Dict & { readonly name: string } {
  return isDict(tool) && typeof tool['name'] === 'string';
}
