/** A method of a resource that asks a model. */
export type Method = (body: never, options?: never) => unknown;

/** A resource of the client: its methods by name. */
export type Resource = Record<string, unknown>;

/** An OpenAI client as far as the hooks rely on it (5.23 to 7): where its requests leave, and who makes its errors. */
export interface ClientShape {
  readonly baseURL: string;
  readonly chat: { readonly completions: Resource };
  readonly responses?: Resource;
  readonly embeddings?: Resource;
  fetchWithTimeout(
    url: string,
    init: RequestInit | undefined,
    ms: number,
    controller: AbortController,
  ): Promise<Response>;
  makeStatusError(
    status: number,
    error: object | undefined,
    message: string | undefined,
    headers: Headers,
  ): Error;
  withOptions?(options: unknown): object;
  getUserAgent?(): string;
}

/** The client, if it is one; other clients of the same make lack chat completions. */
export function asClient(target: unknown): ClientShape | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  const { chat, fetchWithTimeout, makeStatusError } = target as Partial<ClientShape>;
  const { create } = (chat?.completions ?? {}) as { readonly create?: unknown };
  const isClient = [create, fetchWithTimeout, makeStatusError].every(
    (member) => typeof member === 'function',
  );
  return isClient ? (target as ClientShape) : undefined;
}

/** The version a client tells services about, for example `7.55.0`. */
export function versionOf(client: ClientShape): string {
  const agent: unknown = client.getUserAgent?.();
  return typeof agent === 'string' ? (/\/JS (\S+)/.exec(agent)?.[1] ?? '') : '';
}
