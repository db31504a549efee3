import { isMember, isNode, memberName, nameOf, writtenAs } from '../app/parse-source.ts';
import { requiredFrom, unwrapped } from '../app/read-imports.ts';
import type { AppModules } from './app-modules.ts';
import { entryPoint, isSdk, type EntryPoint } from './entry-points.ts';
import type { SourceModule } from './read-module.ts';

/** The meaning of an expression: an SDK export to hook, a whole SDK, or a source of the app. */
export type SdkValue =
  | { readonly kind: 'entry'; readonly entry: EntryPoint }
  | { readonly kind: 'sdk'; readonly from: string }
  | { readonly kind: 'module'; readonly module: SourceModule };

/** The most steps to follow a name; no app passes one on that often. */
const DEEPEST = 12;

/** Finds the SDK value of an expression, through every name that the app gives it. */
export class SdkValues {
  readonly #app: AppModules;
  readonly #named = new Map<SourceModule, Map<string, SdkValue | undefined>>();

  constructor(app: AppModules) {
    this.#app = app;
  }

  of(module: SourceModule, given: unknown, depth = 0): SdkValue | undefined {
    const node = unwrapped(given);
    if (!isNode(node) || depth > DEEPEST) return undefined;
    const from = requiredFrom(node);
    if (from !== undefined) return this.#whole(module, from);
    const next = (each: unknown): SdkValue | undefined => this.of(module, each, depth + 1);
    if (isMember(node)) {
      const own = this.#called(module, writtenAs(node), depth);
      return own ?? this.#memberOf(next(node['object']), memberName(node), depth);
    }
    if (node.type === 'ConditionalExpression')
      return next(node['consequent']) ?? next(node['alternate']);
    if (node.type === 'LogicalExpression') return next(node['left']) ?? next(node['right']);
    return this.#called(module, nameOf(node), depth);
  }

  #whole(module: SourceModule, from: string): SdkValue | undefined {
    if (isSdk(from)) return { kind: 'sdk', from };
    const target = this.#app.target(module, from);
    return target === undefined ? undefined : { kind: 'module', module: target };
  }

  #memberOf(
    of: SdkValue | undefined,
    name: string | undefined,
    depth: number,
  ): SdkValue | undefined {
    if (of === undefined || name === undefined) return undefined;
    if (of.kind === 'module') return this.#exported(of.module, name, depth + 1);
    if (of.kind === 'entry' && of.entry.isDefault !== true) return undefined;
    const entry = entryPoint(of.kind === 'entry' ? of.entry.from : of.from, name);
    if (entry !== undefined) return { kind: 'entry', entry };
    // A CommonJS export is also the `default`.
    return name === 'default' ? of : undefined;
  }

  #called(module: SourceModule, name: string | undefined, depth: number): SdkValue | undefined {
    if (name === undefined || depth > DEEPEST) return undefined;
    const known = this.#named.get(module) ?? new Map<string, SdkValue | undefined>();
    this.#named.set(module, known);
    if (known.has(name)) return known.get(name);
    // A name that leads back to itself has no value.
    known.set(name, undefined);
    const value = this.#imported(module, name, depth) ?? this.#renamed(module, name, depth);
    known.set(name, value);
    return value;
  }

  #imported(module: SourceModule, name: string, depth: number): SdkValue | undefined {
    const found = module.imports.find(({ local }) => local === name);
    if (found === undefined) return undefined;
    const whole = this.#whole(module, found.from);
    return found.name === '*' ? whole : this.#memberOf(whole, found.name, depth);
  }

  #renamed(module: SourceModule, name: string, depth: number): SdkValue | undefined {
    for (const { value, member } of module.others.get(name) ?? []) {
      const whole = this.of(module, value, depth + 1);
      const found = member === undefined ? whole : this.#memberOf(whole, member, depth);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #exported(module: SourceModule, name: string, depth: number): SdkValue | undefined {
    if (depth > DEEPEST) return undefined;
    const found = module.exports.names.get(name);
    if (found?.from !== undefined) {
      const whole = this.#whole(module, found.from);
      return found.local === '*' ? whole : this.#memberOf(whole, found.local, depth);
    }
    if (found !== undefined) return this.#called(module, found.local, depth + 1);
    for (const star of module.exports.stars) {
      const value = this.#memberOf(this.#whole(module, star), name, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
