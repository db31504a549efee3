import { counted } from '../../terminal/counted.ts';

/** Shows how far a replay has come. */
export interface ProgressBar {
  /** Shows that so many runs are done. */
  show(done: number): void;
  /** Takes the bar away, so that something else can be printed. */
  clear(): void;
}

/** What a bar is drawn on; standard error as a rule. */
export interface BarTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const columnsBeside = 24;
const millisecondsBetween = 50;

/** A bar that is drawn on a terminal only, and never wider than it. */
export function progressBar(total: number, target: BarTarget): ProgressBar {
  if (target.isTTY !== true) return { show: () => {}, clear: () => {} };
  const length = Math.max(10, Math.min(40, (target.columns ?? 80) - columnsBeside));
  let drawnAt = -Infinity;
  return {
    show(done) {
      const now = performance.now();
      if (done < total && now - drawnAt < millisecondsBetween) return;
      drawnAt = now;
      const filled = total === 0 ? length : Math.round((length * done) / total);
      const bar = '█'.repeat(filled) + '░'.repeat(length - filled);
      target.write(`\r\u001B[K${bar} ${done} of ${counted(total, 'run')}`);
    },
    clear() {
      drawnAt = -Infinity;
      target.write('\r\u001B[K');
    },
  };
}
