import { Client, types, type CustomTypesConfig } from 'pg';

type Heard = (payload: string | undefined) => void;

const AGAIN_MS = 250;

/**
 * One connection that hears what guardians notify each other of. It connects again whenever it breaks, and then tells
 * every listener that it may have missed something.
 */
export class PostgresListener {
  readonly #connectionString: string;
  readonly #listeners = new Map<string, Heard>();
  #client: Client | undefined;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
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

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
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
    this.#client = client;
    for (const heard of this.#listeners.values()) heard(undefined);
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

/** Times and numbers of rows fit a number; the driver would hand them over as texts. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format): unknown =>
    oid === types.builtins.INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format),
};
