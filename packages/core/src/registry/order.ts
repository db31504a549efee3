interface Ranked {
  readonly priority: number;
  readonly order: number;
}

/** Sorts by law 2: priority ascending, mirrored for after-events; ties in registration order both ways. */
export function inOrder<T extends Ranked>(registrations: readonly T[], after: boolean): T[] {
  const sign = after ? -1 : 1;
  return registrations.toSorted(
    (left, right) => sign * (left.priority - right.priority) || left.order - right.order,
  );
}
