/** Remembers which contract value stands for which native one, both ways. */
export class Origins {
  readonly #views = new WeakMap<object, object>();
  readonly #natives = new WeakMap<object, object>();

  /** The view of a native value; made once. */
  view<View extends object>(native: object, make: () => View): View {
    const known = this.#views.get(native);
    if (known !== undefined) return known as View;
    const view = make();
    this.#views.set(native, view);
    this.#natives.set(view, native);
    return view;
  }

  /** The native value a view was made from; undefined for a value that a hook made. */
  native<Native extends object>(view: object): Native | undefined {
    return this.#natives.get(view) as Native | undefined;
  }
}
