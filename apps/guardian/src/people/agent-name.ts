/** The agent of a step or a report. */
interface Named {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Returns why this agent may not use the token of that agent: decisions are stored under the agent's name. */
export function mismatch({ id, name }: Named, owner: string | undefined): string | undefined {
  if (owner === undefined || (name ?? id) === owner) return undefined;
  return `agent_mismatch: the token is that of ${owner}`;
}
