/** A client that reports lost connections; without a listener, Node ends the process. */
export interface TellsOfErrors {
  on?(event: 'error', listener: (error: unknown) => void): unknown;
}

/** The clients that have a listener: several stores may share a client. */
const heard = new WeakSet<TellsOfErrors>();

/** Listens to the errors of a client, once. They are not lost: operations of the store reject meanwhile. */
export function listenForErrors(client: TellsOfErrors): void {
  if (typeof client.on !== 'function' || heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}
