import { nameOf, writtenAs, type Found, type SourceNode } from '../app/parse-source.ts';
import type { AppModules } from './app-modules.ts';
import type { EntryPoint } from './entry-points.ts';
import { heldIn, HookCalls, isDeclared, keptIn } from './hook-calls.ts';
import type { SourceModule } from './read-module.ts';
import { sdkCalls, type SdkCall } from './sdk-calls.ts';
import { SdkValues } from './sdk-values.ts';

/** A place where an app calls an SDK. */
export interface Use {
  readonly path: string;
  readonly entry: EntryPoint;
  /** The text in the source, such as `OpenAI` or `ai.generateText`. */
  readonly written: string;
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** True for `generateText(…)` and `new OpenAI(…)`; false if it is extended or passed on by name. */
  readonly isPlain: boolean;
  /** True if `withHooks` wraps it, its arguments or its variable, in any of the sources. */
  readonly isHooked: boolean;
}

/** Returns every use of a supported SDK in the sources of an app. */
export function findUses(app: AppModules): readonly Use[] {
  const values = new SdkValues(app);
  const hooks = new Map(app.all().map((module) => [module, new HookCalls(module)]));
  const calls = app.all().flatMap((module) => sdkCalls(module, values, hooks.get(module)!));
  const hooked = new HookedCalls(app, hooks).among(calls);
  return calls.map((call) => toUse(call, hooked.has(call)));
}

function toUse({ module, entry, written, node, isPlain }: SdkCall, isHooked: boolean): Use {
  const { line, column } = node.loc.start;
  const { start, end } = node;
  const { path } = module;
  return { path, entry, written, line, column: column + 1, start, end, isPlain, isHooked };
}

/** The calls of an app that pass hooks, found by the names that its sources share. */
class HookedCalls {
  readonly #app: AppModules;
  readonly #hooks: ReadonlyMap<SourceModule, HookCalls>;
  readonly #results: ReadonlySet<string>;
  /** How often `withHooks` was given a name, and how many variables have that name. */
  readonly #given = new Map<string, number>();
  readonly #declared = new Map<string, number>();
  readonly #givenCalls: ReadonlySet<string>;
  /** Calls that run with hooks in their arguments: from a result of `withHooks`, or passed directly. */
  readonly #holding = new Set<SourceNode>();

  constructor(app: AppModules, hooks: ReadonlyMap<SourceModule, HookCalls>) {
    this.#app = app;
    this.#hooks = hooks;
    const all = (of: (calls: HookCalls) => Iterable<string>): readonly string[] =>
      [...hooks].flatMap(([module, calls]) =>
        [...of(calls)].map((name) => app.originOf(module, name)),
      );
    this.#results = new Set(all(({ results }) => results));
    for (const name of all(({ given }) => given)) count(this.#given, name);
    this.#givenCalls = new Set(all(({ givenCalls }) => givenCalls));
    for (const module of app.all())
      for (const { node } of module.nodes)
        if (this.#callsHooked(module, node)) this.#hold(module, node);
  }

  /** Returns the hooked calls. A hooked call may hook others: a model in the options of a hooked agent. */
  among(calls: readonly SdkCall[]): ReadonlySet<SdkCall> {
    const hooked = new Set<SdkCall>();
    for (const { module, around } of calls) {
      const kept = isDeclared(around) ? keptIn(around) : undefined;
      if (kept !== undefined) count(this.#declared, this.#app.originOf(module, kept));
    }
    for (let before = -1; before < hooked.size;) {
      before = hooked.size;
      for (const call of calls) {
        if (hooked.has(call) || !this.#isHooked(call)) continue;
        hooked.add(call);
        if (call.isPlain) this.#hold(call.module, call.node);
      }
    }
    return hooked;
  }

  #isHooked({ module, node, around }: SdkCall): boolean {
    const origin = (name: string): string => this.#app.originOf(module, name);
    const kept = keptIn(around);
    const hooks = this.#hooks.get(module)!;
    const inside = heldIn(node, module.nodes);
    return (
      hooks.isTarget({ node, around }) ||
      this.#isHeld(around) ||
      (kept !== undefined && this.#isGiven(origin(kept))) ||
      functionsOf(around).some((name) => this.#givenCalls.has(origin(name))) ||
      inside.some((each) => hooks.is(each.node)) ||
      namesOf(inside).some((name) => this.#results.has(origin(name)))
    );
  }

  /** Whether a name is hooked. Variables of the same name in several functions count only if each may be. */
  #isGiven(name: string): boolean {
    return (this.#given.get(name) ?? 0) >= Math.max(1, this.#declared.get(name) ?? 0);
  }

  #isHeld(around: readonly SourceNode[]): boolean {
    const begins = around.findLastIndex(({ type }) => /Function|Method$/.test(type));
    return around.slice(begins + 1).some((each) => this.#holding.has(each));
  }

  #callsHooked(module: SourceModule, node: SourceNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const callee = node['callee'] as SourceNode;
    const hooks = this.#hooks.get(module)!;
    if (hooks.is(node)) return false;
    if (hooks.is(callee)) return true;
    const owner = callee.type === 'MemberExpression' ? callee['object'] : callee;
    const name = writtenAs(owner);
    return name !== undefined && this.#results.has(this.#app.originOf(module, name));
  }

  #hold(module: SourceModule, node: SourceNode): void {
    if (this.#holding.has(node)) return;
    this.#holding.add(node);
    for (const name of new Set(namesOf(heldIn(node, module.nodes))))
      count(this.#given, this.#app.originOf(module, name));
  }
}

function count(times: Map<string, number>, name: string): void {
  times.set(name, (times.get(name) ?? 0) + 1);
}

function functionsOf(around: readonly SourceNode[]): readonly string[] {
  return around.flatMap(({ type, id }) =>
    type === 'FunctionDeclaration' || type === 'VariableDeclarator' ? (nameOf(id) ?? []) : [],
  );
}

/** Returns the names of variables, but not `model` in `{ model: … }` and `agent.model`. */
function namesOf(inside: readonly Found[]): readonly string[] {
  return inside.flatMap(({ node, around }) => {
    const parent = around.at(-1);
    const isKey =
      parent?.['computed'] !== true && (parent?.['key'] === node || parent?.['property'] === node);
    return isKey ? [] : (writtenAs(node) ?? []);
  });
}
