import type { AppModules } from '../uses/app-modules.ts';
import { isFrom } from '../uses/entry-points.ts';
import { HookCalls } from '../uses/hook-calls.ts';
import type { SourceModule } from '../uses/read-module.ts';
import { clientNames, madeClients } from './find-clients.ts';
import {
  codeOf,
  isMember,
  isNode,
  memberName,
  nameOf,
  writtenAs,
  type Found,
  type SourceNode,
} from './parse-source.ts';
import { unwrapped, WRAPS } from './read-imports.ts';

/** Packages that hook a client, or are hooked themselves: their use of a client is judged where they are used. */
const JUDGED = /^(?:@interpose\/|@openai\/agents|@langchain\/|(?:ai|langchain|openai)(?:\/|$))/;

/** Functions that pass every member of an object on without its name. */
const UNNAMED = /^(?:Object\.(?:assign|entries|values)|Reflect\.get|Proxy|(?:Weak)?(?:Map|Set))$/;

type MadeClients = readonly { readonly path: string; readonly start: number }[];

/** The names that an app gives to clients, and the places where a whole client is passed on out of sight. */
export class WholeClients {
  readonly #app: AppModules;
  readonly #functions: OwnFunctions;
  readonly #made: MadeClients;
  /** Origins as `file#name`. */
  readonly #origins = new Set<string>();
  readonly #known = new Set<string>();
  readonly #code: ReadonlyMap<SourceModule, readonly Found[]>;

  constructor(app: AppModules, named: Iterable<string>, made: MadeClients) {
    this.#app = app;
    this.#functions = new OwnFunctions(app, named);
    this.#made = made;
    this.#code = new Map(app.all().map((module) => [module, codeOf(module)]));
    for (const module of app.all())
      for (const name of this.#own(module, [])) {
        this.#origins.add(`${module.path}#${name}`);
        // Another source that uses this client mostly calls it by the same name.
        this.#known.add(name);
      }
  }

  /** Returns the nodes of a source, without type annotations. */
  codeOf(module: SourceModule): readonly Found[] {
    return this.#code.get(module)!;
  }

  /** Returns the names that probably hold a client. */
  namesIn(module: SourceModule): ReadonlySet<string> {
    return this.#own(module, [...this.#known, ...this.#imported(module)]);
  }

  /** Returns the nodes where a certain client (known by its name, or made there) is passed on as a whole. */
  handedOn(module: SourceModule): readonly SourceNode[] {
    const certain = this.#own(module, this.#imported(module));
    const isMade = madeClients(this.codeOf(module), this.#placesIn(module));
    const hooks = new HookCalls(module);
    const isClient = (node: SourceNode): boolean => {
      const target = hooks.is(node) ? unwrapped((node['arguments'] as unknown[])[0]) : node;
      return certain.has(writtenAs(node) ?? '') || (isNode(target) && isMade(target));
    };
    return this.codeOf(module).flatMap((found) =>
      isClient(found.node) && isHandedOn(found, module, this.#functions) ? [found.node] : [],
    );
  }

  #placesIn({ path }: SourceModule): ReadonlySet<number> {
    const made = this.#made.filter((each) => each.path === path);
    return new Set(made.map(({ start }) => start));
  }

  #own(module: SourceModule, more: Iterable<string>): ReadonlySet<string> {
    return clientNames(this.codeOf(module), this.#placesIn(module), more);
  }

  #imported(module: SourceModule): readonly string[] {
    const isClient = (name: string): boolean => this.#origins.has(this.#app.originOf(module, name));
    return module.imports.flatMap(({ local, name, from }) => {
      if (name !== '*') return isClient(local) ? [local] : [];
      const exported = this.#app.target(module, from)?.exports.names.keys() ?? [];
      return [...exported].map((each) => `${local}.${each}`).filter(isClient);
    });
  }
}

/**
 * True for `Object.values(client)`, `{ ...client }`, `registry.set('own', client)` of a Map and `wrap(client)` of a
 * package: they take parts without their names, or call a function outside the app. Functions of the app are left out,
 * since their own sources show what they use.
 */
function isHandedOn(
  { node, around }: Found,
  module: SourceModule,
  functions: OwnFunctions,
): boolean {
  const place = around.findLastIndex(({ type }) => !WRAPS.test(type));
  const [parent, inner] = [around[place], around[place + 1] ?? node];
  if (parent === undefined || isKey(parent, inner)) return false;
  if (parent.type === 'SpreadElement') return around[place - 1]?.type === 'ObjectExpression';
  if (parent.type === 'VariableDeclarator') return takesTheRest(parent['id']);
  const call = callAround(around.slice(0, place + 1), inner);
  return call !== undefined && functions.areElsewhere(module, call);
}

/** True for the key `client` of `{ client: other }`. The shorthand `{ client }` has a second node for its value. */
function isKey(parent: SourceNode, node: SourceNode): boolean {
  return parent['key'] === node && parent['computed'] !== true;
}

/** Whether a pattern takes the rest, such as `const { chat, ...others } = client`. */
function takesTheRest(pattern: unknown): boolean {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return false;
  return (pattern['properties'] as readonly SourceNode[]).some(
    ({ type }) => type === 'RestElement',
  );
}

const CALLS = /^(?:New|(?:Optional)?Call)Expression$/;
const IN_ARGUMENT = /^(?:ObjectExpression|ObjectProperty|ArrayExpression)$/;

/** Returns the call that has a client among its arguments, alone or in an object. */
function callAround(around: readonly SourceNode[], node: SourceNode): SourceNode | undefined {
  const place = around.findLastIndex(({ type }) => !IN_ARGUMENT.test(type));
  const call = around[place];
  if (call === undefined || !CALLS.test(call.type)) return undefined;
  return call['callee'] === (around[place + 1] ?? node) ? undefined : call;
}

/** The functions that the sources of an app define, by the names that calls use. */
class OwnFunctions {
  readonly #named: readonly string[];
  readonly #methods: ReadonlySet<string>;

  /** @param named the packages that package.json names: any other import may be a path alias of the app. */
  constructor(app: AppModules, named: Iterable<string>) {
    this.#named = [...named];
    const nodes = app.all().flatMap((module) => module.nodes);
    this.#methods = new Set(nodes.flatMap(({ node }) => methodIn(node) ?? []));
  }

  /** Whether a call runs code that no source of the app contains. */
  areElsewhere(module: SourceModule, { callee }: SourceNode): boolean {
    const written = writtenAs(callee) ?? '';
    if (UNNAMED.test(written)) return true;
    const [first = ''] = written.split('.');
    const found = module.imports.find(({ local }) => local === first);
    if (found !== undefined) return this.#isPackage(found.from) && !JUDGED.test(found.from);
    const made = madeIn(module, first);
    return written.includes('.') && made !== undefined && this.#isElsewhere(module, made, callee);
  }

  #isPackage(from: string): boolean {
    return this.#named.some((name) => isFrom(name, from));
  }

  /** Whether a call is of a built-in class's method or a package's class; the app may define the same name. */
  #isElsewhere(module: SourceModule, made: SourceNode, callee: unknown): boolean {
    const name = isNode(callee) && isMember(callee) ? memberName(callee) : undefined;
    if (name === undefined) return false;
    if (/^(?:Weak)?(?:Map|Set)$/.test(nameOf(made['callee']) ?? '')) return true;
    return !this.#methods.has(name) && this.areElsewhere(module, made);
  }
}

/** Returns `new Map()` for `const own = new Map()`. */
function madeIn(module: SourceModule, name: string): SourceNode | undefined {
  return (module.others.get(name) ?? [])
    .map(({ value, member }) => (member === undefined ? unwrapped(value) : undefined))
    .find((value): value is SourceNode => isNode(value) && CALLS.test(value.type));
}

/** Returns the name of a method, or of a property that holds a function. */
function methodIn({ type, key, value }: SourceNode): string | undefined {
  const isMethod = /^(?:Object|Class|ClassPrivate)Method$/.test(type);
  return isMethod || (isNode(value) && /Function/.test(value.type)) ? nameOf(key) : undefined;
}
