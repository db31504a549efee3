/** Who a step or a report tells of. */
interface Named {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Why an agent with the token of this one is not answered; the name of an agent is what its decisions stand under. */
export function mismatch({ id, name }: Named, owner: string | undefined): string | undefined {
  if (owner === undefined || (name ?? id) === owner) return undefined;
  return `agent_mismatch: the token is that of ${owner}`;
}
