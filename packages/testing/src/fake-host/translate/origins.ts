/** The mapping between contract values and native values, in both directions. */
export class Origins {
  readonly #views = new WeakMap<object, object>();
  readonly #natives = new WeakMap<object, object>();

  /** Returns the view of a native value, which is made once. */
  view<View extends object>(native: object, make: () => View): View {
    const known = this.#views.get(native);
    if (known !== undefined) return known as View;
    const view = make();
    this.#views.set(native, view);
    this.#natives.set(view, native);
    return view;
  }

  /** Returns the native value of a view; undefined for a value that a hook made. */
  native<Native extends object>(view: object): Native | undefined {
    return this.#natives.get(view) as Native | undefined;
  }
}
