/** The same tool, or other object of the SDK, with some members replaced, its prototype and its hidden properties kept. */
export function cloneTool<T extends object>(tool: T, members: object): T {
  return Object.create(Object.getPrototypeOf(tool) as object | null, {
    ...Object.getOwnPropertyDescriptors(tool),
    ...Object.getOwnPropertyDescriptors(members),
  }) as T;
}
