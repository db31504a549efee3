/** A client that tells of lost connections; without a listener, Node ends the process for it. */
export interface TellsOfErrors {
  on?(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Clients that are listened to: several stores may share one. */
const heard = new WeakSet<TellsOfErrors>();

/** Listens to the errors of a client, once. They are not lost: whatever is asked of the store meanwhile rejects. */
export function listenForErrors(client: TellsOfErrors): void {
  if (typeof client.on !== 'function' || heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}
