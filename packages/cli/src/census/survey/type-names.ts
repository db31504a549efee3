import type ts from 'typescript';

/** One name for every type: its own, by which it is exported, or where it hangs on a client. */
export class TypeNames {
  readonly #checker: ts.TypeChecker;
  readonly #names = new Map<ts.Symbol, string>();
  readonly #owners = new Map<string, ts.Symbol>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Gives a type this name, unless it or the name is taken. */
  prefer(symbol: ts.Symbol, name: string): void {
    if (this.#names.has(symbol) || this.#owners.has(name)) return;
    this.#names.set(symbol, name);
    this.#owners.set(name, symbol);
  }

  /** The resources of a client are named by the way to them: `client.chat.completions`. */
  placeResources(holder: ts.Type, place: string): void {
    for (const property of holder.getProperties()) {
      const type = this.#checker.getTypeOfSymbol(property);
      const symbol = type.getSymbol();
      if (symbol === undefined || this.#names.has(symbol) || !this.#isResource(type)) continue;
      this.#names.set(symbol, `${place}.${property.getName()}`);
      this.placeResources(type, `${place}.${property.getName()}`);
    }
  }

  /** The name of a type; the fallback for one without a name. */
  nameOf(type: ts.Type, fallback: string): string {
    const symbol = type.getSymbol();
    const own = type.aliasSymbol?.getName() ?? symbol?.getName() ?? '';
    if (symbol === undefined || own === '' || own.startsWith('__')) return fallback;
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    const owner = this.#owners.get(own);
    const name = owner === undefined || owner === symbol ? own : `${own} of ${fallback}`;
    this.prefer(symbol, name);
    return this.#names.get(symbol) ?? name;
  }

  #isResource(type: ts.Type): boolean {
    if (type.getSymbol()?.getName() === 'APIResource') return true;
    const bases = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    return bases.some((base) => this.#isResource(base));
  }
}

/** What the walk over the types of one package shares. */
export type Survey = {
  checker: ts.TypeChecker;
  family: RegExp;
  names: TypeNames;
  /** What each entry is, by its id. */
  entries: Map<string, string>;
  /** Types and functions still to be looked at. */
  waiting: (() => void)[];
  seen: Set<unknown>;
};
