import type { Dict } from '@interpose/core';
import type { Transport } from './sdk.ts';

/** What a test may put on a wire: messages, batches, and what is neither. */
export type Sent = Dict | readonly Dict[];

/** A transport whose other side is the test itself; its fields are private, as those of real ones may be. */
export class FakeWire implements Transport {
  /** What left, in order. */
  readonly out: unknown[] = [];
  /** The options of each `send`. */
  readonly options: unknown[] = [];
  onmessage?: (message: Dict, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #version = 'none';
  #started = false;

  async start(): Promise<void> {
    this.#started = true;
  }

  async send(message: Sent, options?: Dict): Promise<void> {
    if (this.#version === 'broken') throw new Error('the wire is cut');
    this.out.push(message);
    this.options.push(options);
  }

  async close(): Promise<void> {
    this.#started = false;
    this.onclose?.();
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  get protocolVersion(): string {
    return this.#version;
  }

  get started(): boolean {
    return this.#started;
  }

  get sessionId(): string {
    return `session of ${this.#version}`;
  }

  /** The other side says something. */
  say(message: unknown, extra?: unknown): void {
    this.onmessage?.(message as Dict, extra);
  }
}
