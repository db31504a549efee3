/** The result of a soak; `faults` is empty if every invariant held. */
export interface SoakReport {
  readonly minutes: number;
  readonly chats: number;
  readonly chatsPerAdapter: Readonly<Record<string, number>>;
  readonly streamed: number;
  readonly stopped: number;
  /** The time until every chat had ended and every registry was closed. */
  readonly closingMs: number;
  readonly deniedCalls: number;
  readonly toolRuns: number;
  /** Ended chats by how they ended: done, aborted, failed. */
  readonly endings: Readonly<Record<string, number>>;
  readonly storeFaults: Readonly<Record<string, number>>;
  /** The stores that took part; missing ones have no server on this machine. */
  readonly stores: readonly string[];
  readonly heap: HeapTrend;
  readonly faults: readonly string[];
}

/** The trend of the heap after the warm-up, without compiled code. */
export interface HeapTrend {
  readonly samples: number;
  readonly firstMb: number;
  readonly lastMb: number;
  /** The compiled code at the end, not counted above. */
  readonly codeMb: number;
  /** The growth for each 1,000 chats, by least squares. */
  readonly kbPerThousandChats: number;
  /** The scatter of the samples about that line. */
  readonly noiseMb: number;
  /** The growth allowed for the whole soak; more is a leak. */
  readonly allowedMb: number;
  readonly grownMb: number;
}

/** Describes the report for people. */
export function describeReport(report: SoakReport): string {
  const { heap } = report;
  return [
    `${report.chats} chats in ${report.minutes.toFixed(1)} minutes: ${counts(report.chatsPerAdapter)}`,
    `${report.streamed} streamed, ${report.stopped} broken off, aborted or left unread; endings: ${counts(report.endings)}; closed in ${report.closingMs} ms`,
    `${report.toolRuns} tools ran, ${report.deniedCalls} calls were denied`,
    `stores: ${report.stores.join(', ')}; faults: ${counts(report.storeFaults)}`,
    `heap: ${heap.firstMb.toFixed(1)} to ${heap.lastMb.toFixed(1)} MB over ${heap.samples} samples, ` +
      `${heap.kbPerThousandChats.toFixed(1)} kB for each 1,000 chats, noise ${heap.noiseMb.toFixed(2)} MB; compiled code beside it ${heap.codeMb.toFixed(1)} MB`,
    ...(report.faults.length === 0 ? ['clean'] : report.faults.map((fault) => `FAULT: ${fault}`)),
  ].join('\n');
}

function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
