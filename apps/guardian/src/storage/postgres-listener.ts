import { Client, types, type CustomTypesConfig } from 'pg';

import { silentSocket } from './silent-socket.ts';

type Heard = (payload: string | undefined) => void;

const AGAIN_MS = 250;
const LOOK_MS = 5000;

/**
 * One connection for the notices between guardians. When it breaks it connects again, and tells every listener that
 * notices may be missing.
 */
export class PostgresListener {
  readonly #connectionString: string;
  readonly #silentMs: number;
  readonly #listeners = new Map<string, Heard>();
  #client: Client | undefined;
  #connecting: Promise<void> | undefined;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(connectionString: string, silentMs: number) {
    this.#connectionString = connectionString;
    this.#silentMs = silentMs;
  }

  get hears(): boolean {
    return this.#client !== undefined;
  }

  async listen(channel: string, heard: Heard): Promise<void> {
    this.#listeners.set(channel, heard);
    if (this.#client === undefined) await this.#connect();
    else await this.#client.query(`listen ${channel}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  /** Connects, unless it is connected or about to be: two connections would hear every notice twice. */
  async #connect(): Promise<void> {
    if (this.#client !== undefined) return;
    this.#connecting ??= this.#open().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #open(): Promise<void> {
    const client = new Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      stream: () => silentSocket(this.#silentMs),
    });
    const lost = (): void => this.#lose(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) =>
      this.#listeners.get(channel)?.(payload ?? ''),
    );
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
    } catch (error) {
      lost();
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    this.#look(client);
    for (const heard of this.#listeners.values()) heard(undefined);
  }

  /** Checks now and then that the server answers, since silence may also mean that there are no notices. */
  #look(client: Client): void {
    let isAsked = false;
    const timer = setInterval(
      () => {
        if (this.#client !== client) return clearInterval(timer);
        if (isAsked) return;
        isAsked = true;
        const answered = (): void => void (isAsked = false);
        client.query('select 1').then(answered, answered);
      },
      Math.min(LOOK_MS, this.#silentMs / 2),
    );
    timer.unref();
  }

  #lose(broken: Client): void {
    if (this.#client === broken) this.#client = undefined;
    broken.removeAllListeners();
    broken.on('error', () => undefined);
    broken.end().catch(() => undefined);
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect().catch(() => undefined), AGAIN_MS);
    this.#retry.unref();
  }
}

/** Reads times and numbers as numbers; the driver would return texts. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format): unknown =>
    oid === types.builtins.INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format),
};
