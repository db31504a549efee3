import type { Terminal } from './terminal.ts';

const WIDTH = 24;
const PAUSE_MS = 100;

/** A progress bar for long work; silent if standard error is no terminal. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #label: string;
  #shownAt = 0;

  constructor(terminal: Terminal, label: string) {
    this.#terminal = terminal;
    this.#label = label;
  }

  /** @param share of the work that is done, 0 to 1. */
  show(share: number, count: number): void {
    const now = performance.now();
    if (!this.#terminal.hasProgress || now - this.#shownAt < PAUSE_MS) return;
    this.#shownAt = now;
    const filled = Math.round(Math.min(1, share) * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    const percent = `${Math.floor(Math.min(1, share) * 100)} %`.padStart(5);
    this.#terminal.overwrite(`${this.#label} ${bar} ${percent}  ${count.toLocaleString('en')}`);
  }

  clear(): void {
    if (this.#terminal.hasProgress && this.#shownAt > 0) this.#terminal.overwrite('');
  }
}
