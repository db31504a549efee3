/** Runs the tasks of one key one after the other; tasks of other keys do not wait. */
export type TakeTurn = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Makes a queue for each key, which lasts as long as a task waits in it. */
export function inTurns(): TakeTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const before = last.get(key);
    const turn = before === undefined ? task() : before.then(task, task);
    last.set(key, turn);
    const leave = (): void => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
